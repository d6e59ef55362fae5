import { checkFixing, type FixingDoubt, type FixingSide, formatFixing } from '#domain/fixings/draft.ts';
import type { FixingConflict, RateRow } from '#domain/fixings/fixing.ts';
import { decimalOf } from '#domain/money/decimal.ts';
import { formatRate } from '#domain/money/format.ts';
import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { call } from '#web/shared/api/client.ts';
import { showFailure, showResult } from '#web/shared/feedback/failure.ts';
import { showModal } from '#web/shared/feedback/modal.ts';
import type { ModalProperties } from '#web/shared/feedback/modal-properties.ts';
import { endSaving, keepOvertaken, keepSaved, startSaving, useDrafts } from './drafts.ts';
import { focusAfter } from './fields.ts';

/** `from`: the side that was being typed; the button stands after both. */
export type Saving = { row: RateRow; from: FixingSide };

/** Saves what was typed in a row (spec 5, issue of the back-office). Returns the sides that will not do. */
export function saveFixing({ row, from }: Saving): readonly FixingSide[] {
  const { rows, saving } = useDrafts.getState();
  if (saving !== null) return [];
  const draft = rows[row.code] ?? {};
  const checked = checkFixing(row, draft);
  if (checked.outcome === 'invalid') return checked.sides;
  if (checked.outcome === 'unchanged') {
    showModal({
      type: 'information',
      title: 'Aucun changement',
      message: 'Veuillez modifier les montants avant d’enregistrer.',
      buttonLabel: 'Continuer',
    });
    return [];
  }
  const { amounts, doubts } = checked;
  const goOn = () => send({ row, from }, amounts);
  if (doubts.length === 0) void goOn();
  else showModal({ ...confirmation(row, doubts), callbackFunc: goOn });
  return [];
}

async function send({ row, from }: Saving, amounts: Record<FixingSide, number | null>): Promise<void> {
  const { code, base } = row;
  const seen = useDrafts.getState().rows[code]?.seen ?? row.updated_at;
  startSaving(code);
  try {
    keepSaved(
      await call('POST /api/fixings/update', {
        body: { currency: { code }, base, amounts, updated_at: seen },
      }),
    );
  } catch (error) {
    if (isConflict(error)) keepOvertaken(error.body.current);
    return showFailure(error);
  } finally {
    endSaving();
  }
  showResult({
    type: 'information',
    title: 'SUCCES',
    message: `La devise ${code} a été fixée avec succès`,
    buttonLabel: 'Continuer',
    callbackFunc: async (_, router) => {
      await router.revalidate();
      focusAfter(code, from);
    },
  });
}

function isConflict(error: unknown): error is ApiFailure & { body: FixingConflict } {
  return error instanceof ApiFailure && error.code === 'fixing_changed';
}

const SIDES = { purchase: 'Achat', sale: 'Vente' } as const;
const ONE_DECIMAL = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

function confirmation({ code, rate }: RateRow, doubts: readonly FixingDoubt[]): ModalProperties {
  return {
    type: 'confirmation',
    title: `Fixer ${code} à un taux inhabituel ?`,
    message: (
      <ul>
        {doubts.map((doubt) => (
          <li key={`${doubt.kind} ${'side' in doubt ? doubt.side : ''}`}>{sentenceOf(doubt, rate)}</li>
        ))}
      </ul>
    ),
    buttonLabelYes: 'Enregistrer quand même',
    buttonLabelNo: 'Corriger',
  };
}

function sentenceOf(doubt: FixingDoubt, rate: number): string {
  if (doubt.kind === 'inverted') {
    return `L’achat (${formatFixing(doubt.purchase)}) est inférieur à la vente (${formatFixing(doubt.sale)}) : le bureau perdrait sur chaque aller-retour.`;
  }
  const { side, amount } = doubt;
  const written = `${SIDES[side]} ${formatFixing(amount)}`;
  const mid = `taux intermédiaire (${formatRate(decimalOf(rate))})`;
  if (doubt.kind === 'wrong_side') {
    const where = side === 'sale' ? 'plus haute que le' : 'plus bas que le';
    return `${written} : ${where} ${mid}. Le bureau perdrait sur chaque opération.`;
  }
  const { deviation } = doubt;
  const distance = (Math.abs(deviation) / 10).toLocaleString('fr-FR', ONE_DECIMAL);
  if (doubt.kind === 'change') {
    const direction = deviation > 0 ? 'de plus' : 'de moins';
    return `${written} : ${distance} % ${direction} que votre dernier taux (${formatFixing(doubt.last)}).`;
  }
  return `${written} : ${distance} % ${deviation > 0 ? 'au-dessus' : 'au-dessous'} du ${mid}.`;
}
