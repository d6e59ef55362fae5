import type { Static } from 'typebox';
import * as Type from 'typebox';
import { CurrencyCode } from '../currencies/currency.ts';
import { type Decimal, decimalNumber, decimalOf } from '../money/decimal.ts';
import { groupDigits } from '../money/format.ts';
import type { FixingSide } from '../rates/draft.ts';
import type { RateRow } from '../rates/fixing.ts';
import type { FreshnessLimits } from '../rates/freshness.ts';
import { quoteOf } from '../rates/quote-unit.ts';
import { MAX_BATCH } from '../sheets/batch.ts';
import type { QuoteUnit } from '../sheets/sheet.ts';
import { draftOf } from '../validation/draft.ts';
import { line } from '../validation/texts.ts';

const OptionalText = Type.Union([Type.String(), Type.Null()]);

/** Posted prices of one currency in euros, from the company's side, as French text. */
export const BoardRow = Type.Object({
  code: CurrencyCode,
  label: Type.String(),
  units: Type.Union([Type.Literal(1), Type.Literal(100), Type.Literal(1000)]),
  /** null: not bought now, or the rate is held for review. */
  purchase: OptionalText,
  sale: OptionalText,
  /** Time from which the prices are to be confirmed: now, if the rate is held for review. */
  confirm_at: Type.String(),
  end_at: Type.String(),
});
export type BoardRow = Static<typeof BoardRow>;

export const Board = Type.Object({
  company: Type.String(),
  // Name of the company's picture. null: unknown to the instance that draws the board.
  logo: OptionalText,
  address: Type.String(),
  fees: Type.String(),
  // Branches that a closure shuts now, as French text.
  closed: Type.Optional(Type.String()),
  at: Type.String(),
  published_at: OptionalText,
  rows: Type.Array(BoardRow),
});
export type Board = Static<typeof Board>;

export const EditableBoard = Type.Object({
  board: Board,
  left_out: Type.Array(CurrencyCode),
  /** null: no screen address exists. */
  screen_made_at: OptionalText,
});
export type EditableBoard = Static<typeof EditableBoard>;

export const BoardDraft = Type.Object({
  address: Type.String({ maxLength: 200 }),
  left_out: Type.Array(Type.String({ maxLength: 3 }), { maxItems: MAX_BATCH }),
});
export type BoardDraft = Static<typeof BoardDraft>;

export const boardDraft = draftOf(BoardDraft, { address: line('Adresse') });

export const ScreenRequest = Type.Object({ is_open: Type.Boolean() });

/** `address` is shown once and cannot be read again. null: revoked. */
export const ScreenAnswer = Type.Object({ address: OptionalText });

export const BOARD_PATH = '/tableau/';

export function toBoardRow(row: RateRow, unit: QuoteUnit, limits: FreshnessLimits): BoardRow | null {
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
    code,
    label,
    units,
    ...posted,
    confirm_at: hours(row.held ? 0 : limits.freshHours),
    end_at: hours(limits.staleDays * 24),
  };
}

/** Units that the company quotes its rates for; otherwise the fewest units that cost more than some cents. */
function unitsOf(unit: QuoteUnit, midRate: number): BoardRow['units'] {
  if (unit === 'base_per_1') return 1;
  if (unit === 'base_per_100') return 100;
  if (unit === 'base_per_1000') return 1000;
  if (midRate < 10) return 1;
  return midRate < 1000 ? 100 : 1000;
}

type Sides<T> = { purchase: T | null; sale: T | null };

function pricesOf({ purchase, sale }: Sides<number>, units: BoardRow['units']): Sides<string> {
  const bought = purchase === null ? null : priceOf(decimalOf(purchase), units, 'purchase');
  const sold = sale === null ? null : priceOf(decimalOf(sale), units, 'sale');
  const decimals = Math.max(bought?.decimals ?? 0, sold?.decimals ?? 0);
  const write = (price: Price | null) => price && formatPrice(price, decimals);
  return { purchase: write(bought), sale: write(sold) };
}

type Price = { amount: bigint; decimals: number };
const QUOTES = { 1: 'base_per_1', 100: 'base_per_100', 1000: 'base_per_1000' } as const;
const DIGITS = 5;
const MAX_DECIMALS = 10;

/**
 * Price of so many units at a rate in units for 1 euro: the exact price if one of at most six digits gives the rate,
 * otherwise five digits and at least cents. Purchase prices are rounded down and sale prices up, so that no customer
 * gets less than is posted.
 */
export function priceOf(rate: Decimal, units: BoardRow['units'], side: FixingSide): Price {
  const [n, d] = [BigInt(units) * 10n ** BigInt(rate.scale), BigInt(rate.units)];
  const decimals = decimalsOf(n, d);
  const { quote, isExact } = quoteOf(rate, QUOTES[units]);
  // a smaller rate has few digits in its 8 decimals, and quotes far apart are stored as the same rate
  if (isExact && decimalNumber(rate) >= 0.01) {
    const padded = Math.max(quote.scale, decimals);
    return { amount: BigInt(quote.units) * 10n ** BigInt(padded - quote.scale), decimals: padded };
  }
  const scaled = n * 10n ** BigInt(decimals);
  return { amount: side === 'purchase' ? scaled / d : (scaled + d - 1n) / d, decimals };
}

function decimalsOf(n: bigint, d: bigint): number {
  for (let decimals = 2; decimals < MAX_DECIMALS; decimals += 1) {
    if (String((n * 10n ** BigInt(decimals)) / d).length >= DIGITS) return decimals;
  }
  return MAX_DECIMALS;
}

function formatPrice({ amount, decimals: own }: Price, decimals: number): string {
  const digits = String(amount * 10n ** BigInt(decimals - own)).padStart(decimals + 1, '0');
  return `${groupDigits(digits.slice(0, -decimals))},${digits.slice(-decimals)}`;
}
