import type { Static } from 'typebox';
import * as Type from 'typebox';
import { CurrencyCode } from '../currencies/currency.ts';
import { type Decimal, decimalNumber, decimalOf } from '../money/decimal.ts';
import { groupDigits } from '../money/format.ts';
import type { FixingSide } from '../rates/draft.ts';
import type { RateRow } from '../rates/fixing.ts';
import type { FreshnessLimits } from '../rates/freshness.ts';
import { quoteOf } from '../rates/quote-unit.ts';
import { MOST_AT_ONCE } from '../sheets/batch.ts';
import type { QuoteUnit } from '../sheets/sheet.ts';
import { draftOf } from '../validation/draft.ts';
import { line } from '../validation/texts.ts';

const OptionalText = Type.Union([Type.String(), Type.Null()]);

/** One currency as it is posted, the bureau's sides, in euros and written in French. */
export const BoardRow = Type.Object({
  code: CurrencyCode,
  label: Type.String(),
  /** how many units the prices are for */
  units: Type.Union([Type.Literal(1), Type.Literal(100), Type.Literal(1000)]),
  /** what the bureau pays for them; null: it buys none now, or the rate waits for a second person */
  purchase: OptionalText,
  /** what it asks for them */
  sale: OptionalText,
  /** from when on they are to be confirmed: at once where a second person has to */
  confirm_at: Type.String(),
  /** from when on they are shown no more */
  end_at: Type.String(),
});
export type BoardRow = Static<typeof BoardRow>;

/** What a bureau posts: the same on paper and on a screen. */
export const Board = Type.Object({
  company: Type.String(),
  address: Type.String(),
  /** how its fees are computed, as it is posted */
  fees: Type.String(),
  /** when this was so */
  at: Type.String(),
  /** the newest of the fixings that are on it; null: none is */
  published_at: OptionalText,
  rows: Type.Array(BoardRow),
});
export type Board = Static<typeof Board>;

/** A board as its bureau sets it up: every currency that it could post, and those that it leaves out. */
export const OwnBoard = Type.Object({
  board: Board,
  left_out: Type.Array(CurrencyCode),
  /** since when there is an address for a screen; null: there is none */
  screen_made_at: OptionalText,
});
export type OwnBoard = Static<typeof OwnBoard>;

export const BoardDraft = Type.Object({
  /** of the counter, as paper and screens say it */
  address: Type.String({ maxLength: 200 }),
  left_out: Type.Array(Type.String({ maxLength: 3 }), { maxItems: MOST_AT_ONCE }),
});
export type BoardDraft = Static<typeof BoardDraft>;

export const boardDraft = draftOf(BoardDraft, { address: line('Adresse') });

/** Makes an address for a screen in place of the one there was, or takes it back. */
export const ScreenRequest = Type.Object({ is_open: Type.Boolean() });

/** `address` is told once, and nobody can read it afterwards; null: there is none any more. */
export const ScreenAnswer = Type.Object({ address: OptionalText });

/** Where a screen is, on the public host; its secret stands behind it. */
export const BOARD_PATH = '/tableau/';

/** A row as it is posted; null: nothing of it is. */
export function postedRow(row: RateRow, unit: QuoteUnit, limits: FreshnessLimits): BoardRow | null {
  if (row.updated_at === null) return null;
  const at = Date.parse(row.updated_at);
  const purchase = row.suspended?.purchase ? null : row.purchase;
  const sale = row.suspended?.sale ? null : row.sale;
  if (purchase === null && sale === null) return null;
  const units = unitsOf(unit, row.rate);
  const posted = row.held ? { purchase: null, sale: null } : pricesOf({ purchase, sale }, units);
  const { code, label } = row;
  const hours = (count: number) => new Date(at + count * 3_600_000).toISOString();
  return {
    ...{ code, label, units, ...posted },
    confirm_at: hours(row.held ? 0 : limits.freshHours),
    end_at: hours(limits.staleDays * 24),
  };
}

/** As many units as the bureau types its rates for; else the fewest that cost more than some cents. */
function unitsOf(unit: QuoteUnit, midRate: number): BoardRow['units'] {
  if (unit === 'base_per_1') return 1;
  if (unit === 'base_per_100') return 100;
  if (unit === 'base_per_1000') return 1000;
  if (midRate < 10) return 1;
  return midRate < 1000 ? 100 : 1000;
}

type Sides<T> = { purchase: T | null; sale: T | null };

/** Both sides of a row, written with equally many decimals. */
function pricesOf({ purchase, sale }: Sides<number>, units: BoardRow['units']): Sides<string> {
  const bought = purchase === null ? null : priceOf(decimalOf(purchase), units, 'purchase');
  const sold = sale === null ? null : priceOf(decimalOf(sale), units, 'sale');
  const decimals = Math.max(bought?.decimals ?? 0, sold?.decimals ?? 0);
  const write = (price: Price | null) => price && written(price, decimals);
  return { purchase: write(bought), sale: write(sold) };
}

type Price = { amount: bigint; decimals: number };
const QUOTES = { 1: 'base_per_1', 100: 'base_per_100', 1000: 'base_per_1000' } as const;
const DIGITS = 5;
/** Below these, a price of a few digits would need more decimals than anybody reads. */
const MOST_DECIMALS = 10;

/**
 * What so many units cost at a rate kept in units for 1 euro: the very price where one of at most six digits stands for
 * the rate, else of five digits, in cents at least, against the bureau: what it pays rounded down, what it asks rounded up.
 * Nobody is given less at the counter than is posted.
 */
export function priceOf(rate: Decimal, units: BoardRow['units'], side: FixingSide): Price {
  const [n, d] = [BigInt(units) * 10n ** BigInt(rate.scale), BigInt(rate.units)];
  const decimals = decimalsOf(n, d);
  const { quote, isExact } = quoteOf(rate, QUOTES[units]);
  // 8 decimals of a smaller rate are few digits: quotes far apart are kept as it
  if (isExact && decimalNumber(rate) >= 0.01) {
    const padded = Math.max(quote.scale, decimals);
    return { amount: BigInt(quote.units) * 10n ** BigInt(padded - quote.scale), decimals: padded };
  }
  const scaled = n * 10n ** BigInt(decimals);
  return { amount: side === 'purchase' ? scaled / d : (scaled + d - 1n) / d, decimals };
}

/** The decimals by which a price has five digits: 2 at least. */
function decimalsOf(n: bigint, d: bigint): number {
  for (let decimals = 2; decimals < MOST_DECIMALS; decimals += 1) {
    if (String((n * 10n ** BigInt(decimals)) / d).length >= DIGITS) return decimals;
  }
  return MOST_DECIMALS;
}

function written({ amount, decimals: own }: Price, decimals: number): string {
  const digits = String(amount * 10n ** BigInt(decimals - own)).padStart(decimals + 1, '0');
  return `${groupDigits(digits.slice(0, -decimals))},${digits.slice(-decimals)}`;
}
