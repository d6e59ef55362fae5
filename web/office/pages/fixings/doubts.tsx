import type { ReactNode } from 'react';
import { decimalOf } from '#domain/money/decimal.ts';
import { formatRate } from '#domain/money/format.ts';
import type { FixingDoubt } from '#domain/rates/draft.ts';
import type { RateRow } from '#domain/rates/fixing.ts';
import { isUnrelated } from '#domain/rates/margin.ts';
import { quotedDeviation } from '#domain/rates/quote-unit.ts';
import type { QuoteUnit } from '#domain/sheets/sheet.ts';
import { describeUnrelated } from '#domain/sheets/unrelated-rate.ts';
import type { ModalProperties } from '#web/shared/feedback/modal-properties.ts';
import { formatQuote } from './cells.ts';

const SIDES = { purchase: 'Achat', sale: 'Vente' } as const;
const ONE_DECIMAL = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

export function doubtQuestion(
  row: RateRow,
  doubts: readonly FixingDoubt[],
  unit: QuoteUnit,
): ModalProperties {
  return {
    type: 'confirmation',
    title: `Fixer ${row.code} à un taux inhabituel ?`,
    message: (
      <ul>
        {doubts
          .filter((doubt) => !isSaidByCause(doubt, row))
          .map((doubt) => (
            <li key={`${doubt.kind} ${'side' in doubt ? doubt.side : ''}`}>
              {formatDoubt(doubt, row, unit)}
            </li>
          ))}
      </ul>
    ),
    buttonLabelYes: 'Enregistrer quand même',
    buttonLabelNo: 'Corriger',
    mainButton: 'no',
  };
}

// spec 8, and beneath it what became of a held fixing
export function fixedMessage({ code, held }: RateRow): ReactNode {
  const message = `La devise ${code} a été fixée avec succès`;
  if (!held) return message;
  return (
    <>
      {message}
      <br />
      Les voyageurs la verront une fois acceptée par une seconde personne.
    </>
  );
}

// The cause of a rate without any relation to the mid rate leaves nothing else to say of it.
function isSaidByCause(doubt: FixingDoubt, { rate }: RateRow): boolean {
  return (doubt.kind === 'wrong_side' || doubt.kind === 'change') && isUnrelated(doubt.amount, rate);
}

/** Inverts the comparison where the company writes a price: more units for 1 € are fewer euros. */
export function formatDoubt(doubt: FixingDoubt, row: RateRow, unit: QuoteUnit): string {
  const { rate } = row;
  const isPrice = unit !== 'per_base';
  const write = (amount: number) => formatQuote(amount, unit);
  if (doubt.kind === 'inverted') {
    return `L’achat (${write(doubt.purchase)}) est ${isPrice ? 'supérieur' : 'inférieur'} à la vente (${write(doubt.sale)}) : le bureau perdrait sur chaque aller-retour.`;
  }
  const { side, amount } = doubt;
  const written = `${SIDES[side]} ${write(amount)}`;
  const mid = `taux intermédiaire (${isPrice ? write(rate) : formatRate(decimalOf(rate))})`;
  if (doubt.kind === 'wrong_side') {
    const isHigh = (side === 'sale') !== isPrice;
    const word = side === 'sale' ? (isHigh ? 'haute' : 'basse') : isHigh ? 'haut' : 'bas';
    return `${written} : plus ${word} que le ${mid}. Le bureau perdrait sur chaque opération.`;
  }
  if (doubt.kind === 'change' && isUnrelated(amount, doubt.last)) {
    return `${written}\u00a0: sans rapport avec votre dernier taux (${write(doubt.last)}).`;
  }
  const amounts = { purchase: null, sale: null, [side]: amount };
  const cause = doubt.kind === 'deviation' && describeUnrelated(row, amounts, unit);
  if (cause) return `${written}\u00a0: ${cause.charAt(0).toLowerCase()}${cause.slice(1)}`;
  const deviation = quotedDeviation(amount, doubt.kind === 'change' ? doubt.last : rate, unit);
  const distance = (Math.abs(deviation) / 10).toLocaleString('fr-FR', ONE_DECIMAL);
  if (doubt.kind === 'change') {
    const direction = deviation > 0 ? 'de plus' : 'de moins';
    return `${written} : ${distance} % ${direction} que votre dernier taux (${write(doubt.last)}).`;
  }
  return `${written} : ${distance} % ${deviation > 0 ? 'au-dessus' : 'au-dessous'} du ${mid}.`;
}

/** Why a row must be ticked, without a figure: beside it stand its margins. */
export function formatReason(doubts: readonly FixingDoubt[], unit: QuoteUnit): string {
  if (doubts.some(({ kind }) => kind === 'inverted')) {
    const word = unit === 'per_base' ? 'sous' : 'au-dessus de';
    return `L’achat passe ${word} la vente : le bureau perdrait sur chaque aller-retour.`;
  }
  const sidesOf = (...kinds: FixingDoubt['kind'][]) => {
    const found = new Set(
      doubts.flatMap((doubt) => ('side' in doubt && kinds.includes(doubt.kind) ? doubt.side : [])),
    );
    const [first, second] = (['purchase', 'sale'] as const).filter((side) => found.has(side));
    return first && `${SIDES[first]}${second ? ` et ${SIDES[second].toLowerCase()}` : ''}`;
  };
  const losing = sidesOf('wrong_side');
  if (losing) {
    return `${losing} du mauvais côté du taux intermédiaire : le bureau perdrait sur chaque opération.`;
  }
  const from = [
    sidesOf('deviation') ? 'du taux intermédiaire' : [],
    sidesOf('change') ? 'de votre dernier taux' : [],
  ].flat();
  return `${sidesOf('deviation', 'change')} loin ${from.join(' et ')}.`;
}
