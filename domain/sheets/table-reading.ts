import { type Decimal, decimalNumber, decimalText, parseDecimal } from '../money/decimal.ts';
import { fixingAmount } from '../rates/amount.ts';
import type { FixingSide } from '../rates/draft.ts';
import { storedRateOfQuantity } from '../rates/quote-unit.ts';

// Reading of a line's figures as rates: a price is the base for so many units. `power` of ten by which the figures are
// too large, negative where too small.
export type Reading = {
  isPrice: boolean;
  quantity: number;
  power: number;
  isSwapped: boolean;
};

export type Figures = Readonly<Record<FixingSide, Decimal | null>>;
type Amounts = Readonly<Record<FixingSide, number | null>>;

// Cause of figures that do not fit the mid rate, with the reading that does.
export type Cause = { reading: Reading; sentence: string };

export const SIDES = ['purchase', 'sale'] as const;
// Distances from the mid rate, as natural logarithms: of a line that fits, of one beyond the mid rate on its wrong side,
// and of one that no reading explains.
const NEAR = Math.log(1.15);
const PLAIN = Math.log(1.1);
const WRONG_SIDE = 0.02;
const FAR = Math.log(2);
const POWERS = [0, -1, 1, -2, 2, -3, 3];
const STORED_DECIMALS = 8;

// Exact rates of figures, rounded to 8 decimals at most. null: not an amount that may be fixed.
export function rateOf(
  figure: Decimal,
  { isPrice, quantity, power }: Reading,
): { rate: Decimal; isRounded: boolean } | null {
  const scaled = parseDecimal(`${decimalText(figure)}e${-power}`);
  if (!scaled) return null;
  if (isPrice) {
    const rate = storedRateOfQuantity(scaled, BigInt(quantity));
    return rate && { rate, isRounded: false };
  }
  const stored = roundedToStored(scaled);
  const rate = stored && fixingAmount(decimalNumber(stored));
  return rate && { rate, isRounded: stored !== scaled };
}

function roundedToStored(decimal: Decimal): Decimal | null {
  const [whole = '', fraction = ''] = decimalText(decimal).split('.');
  if (fraction.length <= STORED_DECIMALS) return decimal;
  const kept = BigInt(whole + fraction.slice(0, STORED_DECIMALS));
  const isUp = fraction.charAt(STORED_DECIMALS) >= '5';
  return parseDecimal(`${kept + (isUp ? 1n : 0n)}e-${STORED_DECIMALS}`);
}

// Distance of a line's figures from the mid rate, by their logarithms. Infinity: the reading does not fit.
export function distanceFrom(mid: number, amounts: Amounts, reading: Reading): number {
  const { purchase, sale } = distancesOf(mid, amounts, reading);
  if (purchase === null && sale === null) return Number.POSITIVE_INFINITY;
  if (purchase !== null && sale !== null && purchase < sale) return Number.POSITIVE_INFINITY;
  if ((purchase ?? 0) < -WRONG_SIDE || (sale ?? 0) > WRONG_SIDE) return Number.POSITIVE_INFINITY;
  const distance = Math.max(Math.abs(purchase ?? 0), Math.abs(sale ?? 0));
  return distance <= NEAR ? distance : Number.POSITIVE_INFINITY;
}

function distancesOf(mid: number, { purchase, sale }: Amounts, reading: Reading): Amounts {
  const of = (figure: number | null) => (figure === null ? null : logRate(figure, reading) - Math.log(mid));
  return reading.isSwapped
    ? { purchase: of(sale), sale: of(purchase) }
    : { purchase: of(purchase), sale: of(sale) };
}

function logRate(figure: number, { isPrice, quantity, power }: Reading): number {
  const scaled = Math.log(figure) - power * Math.LN10;
  return isPrice ? Math.log(quantity) - scaled : scaled;
}

export type Judged = 'plain' | 'far' | Cause;

// Verdict on a line's figures against the mid rate: plain, a cause that explains them, or too far for any.
export function judge(mid: number, amounts: Amounts, reading: Reading, code: string, base: string): Judged {
  const found = distancesOf(mid, amounts, reading);
  const farthest = Math.max(Math.abs(found.purchase ?? 0), Math.abs(found.sale ?? 0));
  const isOrdered = found.purchase === null || found.sale === null || found.purchase >= found.sale;
  if (isOrdered && farthest <= PLAIN) return 'plain';
  const other = explain(mid, amounts, reading, { isOrdered, farthest });
  if (other) return { reading: other, sentence: describeCause(reading, other, code, base) };
  return farthest > FAR ? 'far' : 'plain';
}

function explain(
  mid: number,
  amounts: Amounts,
  reading: Reading,
  { isOrdered, farthest }: { isOrdered: boolean; farthest: number },
): Reading | null {
  const others = otherReadings(reading)
    .map((other) => ({ other, distance: distanceFrom(mid, amounts, other) }))
    .filter(({ distance }) => distance < (isOrdered ? farthest / 2 : Number.POSITIVE_INFINITY))
    .map(({ other, distance }) => ({ other, rank: changesOf(reading, other) + distance }));
  const [best] = others.sort((a, b) => a.rank - b.rank);
  if (best) return best.other;
  // both may lie on one side of a mid rate of yesterday
  return !isOrdered && farthest <= NEAR ? { ...reading, isSwapped: !reading.isSwapped } : null;
}

function otherReadings(reading: Reading): Reading[] {
  const inverted = { ...reading, isPrice: !reading.isPrice };
  const prices = [1, 10, 100, 1000].map((quantity) => ({ ...inverted, quantity }));
  const turned = reading.isPrice ? [inverted] : reading.quantity > 1 ? [inverted, ...prices] : prices;
  const scaled = POWERS.map((power) => ({ ...reading, power }));
  return [...scaled, ...turned].flatMap((one) => [one, { ...one, isSwapped: !one.isSwapped }]);
}

function changesOf(from: Reading, to: Reading): number {
  return [from.isPrice !== to.isPrice, from.power !== to.power, from.isSwapped !== to.isSwapped].filter(
    Boolean,
  ).length;
}

const TIMES: Readonly<Record<number, string>> = { 1: 'Dix', 2: 'Cent', 3: 'Mille' };

function describeCause(from: Reading, to: Reading, code: string, base: string): string {
  const direction =
    from.isPrice === to.isPrice
      ? []
      : to.isPrice
        ? [`Écrit en ${base} pour ${String(to.quantity).replace('1000', '1\u00a0000')} ${code}`]
        : [`Écrit en ${code} pour 1 ${base}`];
  const size =
    from.power === to.power
      ? []
      : [`${TIMES[Math.abs(to.power)]} fois trop ${to.power > 0 ? 'grand' : 'petit'}`];
  const order = from.isSwapped === to.isSwapped ? [] : ['achat et vente semblent inversés'];
  const text = [...direction, ...size, ...order].join(', ');
  return `${text.charAt(0).toLocaleUpperCase('fr')}${text.slice(1)}.`;
}

// Exact rates of both sides in this reading, each null where its figure is.
export function ratesOf(figures: Figures, reading: Reading): Record<FixingSide, ReturnType<typeof rateOf>> {
  const [purchase, sale] = SIDES.map((side) => {
    const figure = figures[reading.isSwapped ? otherSide(side) : side];
    return figure && rateOf(figure, reading);
  });
  return { purchase: purchase ?? null, sale: sale ?? null };
}

export function otherSide(side: FixingSide): FixingSide {
  return side === 'purchase' ? 'sale' : 'purchase';
}

export function numberOf(figure: Decimal | null): number | null {
  const value = figure && decimalNumber(figure);
  return value === null || value > 0 ? value : null;
}
