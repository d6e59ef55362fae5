import { type FixingDoubt, formatFixing } from '#domain/fixings/draft.ts';
import type { RateRow } from '#domain/fixings/fixing.ts';
import { decimalOf } from '#domain/money/decimal.ts';
import { formatRate } from '#domain/money/format.ts';
import type { ModalProperties } from '#web/shared/feedback/modal-properties.ts';

const SIDES = { purchase: 'Achat', sale: 'Vente' } as const;
const ONE_DECIMAL = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

/** Asks whether a fixing is meant, with the figures that make it unusual. */
export function questionOf({ code, rate }: RateRow, doubts: readonly FixingDoubt[]): ModalProperties {
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
    mainButton: 'no',
  };
}

export function sentenceOf(doubt: FixingDoubt, rate: number): string {
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
