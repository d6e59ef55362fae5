import type { ReactNode } from 'react';
import { decimalOf } from '#domain/money/decimal.ts';
import { formatRate } from '#domain/money/format.ts';
import type { FixingDoubt } from '#domain/rates/draft.ts';
import type { RateRow } from '#domain/rates/fixing.ts';
import { quotedDeviation } from '#domain/rates/quote-unit.ts';
import type { QuoteUnit } from '#domain/sheets/sheet.ts';
import type { ModalProperties } from '#web/shared/feedback/modal-properties.ts';
import { formatQuote } from './cells.ts';

const SIDES = { purchase: 'Achat', sale: 'Vente' } as const;
// Tenths of a percent beyond which the figure says nothing more.
const ABSURD = 10_000;
const ONE_DECIMAL = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

export function doubtQuestion(
  { code, rate }: RateRow,
  doubts: readonly FixingDoubt[],
  unit: QuoteUnit,
): ModalProperties {
  return {
    type: 'confirmation',
    title: `Fixer ${code} à un taux inhabituel ?`,
    message: (
      <ul>
        {doubts.map((doubt) => (
          <li key={`${doubt.kind} ${'side' in doubt ? doubt.side : ''}`}>{formatDoubt(doubt, rate, unit)}</li>
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

/** Inverts the comparison where the company writes a price: more units for 1 € are fewer euros. */
export function formatDoubt(doubt: FixingDoubt, rate: number, unit: QuoteUnit): string {
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
  const deviation = quotedDeviation(amount, doubt.kind === 'change' ? doubt.last : rate, unit);
  if (Math.abs(deviation) >= ABSURD) {
    const from = doubt.kind === 'change' ? `votre dernier taux (${write(doubt.last)})` : `le ${mid}`;
    return `${written}\u00a0: sans rapport avec ${from}.`;
  }
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
