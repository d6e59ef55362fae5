import { expect } from '@playwright/test';
import type { Pool } from 'pg';

/**
 * The figures of an offer computed a second time, from the rows of the database and with whole numbers only:
 * amounts in hundredths, rates in hundred-millionths. It shares nothing with domain/.
 */
const ONE = 10n ** 8n;

export type Expected = {
  name: string;
  isPartner: boolean;
  isFresh: boolean;
  received: bigint;
  midValue: bigint;
  cost: bigint;
};

/** SQL: the side of fixing `f` of company `c` is compared, being fixed, neither suspended nor held, and of this week. */
export function isCompared(side: 'purchase' | 'sale'): string {
  return `f.${side} IS NOT NULL AND NOT f.is_${side}_suspended AND f.held_at IS NULL
    AND c.suspended_at IS NULL AND f.updated_at >= now() - interval '7 days'`;
}

/** Every bureau that serves the pair, the fresh rates and then the others, each best first, for an amount of the base or of the currency. */
export async function expectedOffers(
  db: Pool,
  { currency, offerIsBase, cents }: { currency: string; offerIsBase: boolean; cents: bigint },
): Promise<Expected[]> {
  const rate = await midRate(db, currency);
  const column = offerIsBase ? 'sale' : 'purchase';
  const { rows } = await db.query<{ name: string; is_partner: boolean; is_fresh: boolean; price: string }>(
    `SELECT c.name, c.is_partner, f.${column}::text AS price,
       f.updated_at > now() - interval '24 hours' AS is_fresh
     FROM fixings f JOIN companies c ON c.id = f.company_id
     WHERE f.currency_code = $1 AND ${isCompared(column)}`,
    [currency],
  );
  const midValue = offerIsBase ? nearest(cents * rate, ONE) : nearest(cents * ONE, rate);
  return rows
    .map(({ name, is_partner, is_fresh, price }) => {
      const applied = scaled(price);
      const received = offerIsBase ? (cents * applied) / ONE : (cents * ONE) / applied;
      // contract 2: the cost is always in the base currency
      const cost = offerIsBase ? nearest(cents * rate - received * ONE, rate) : midValue - received;
      return { name, isPartner: is_partner, isFresh: is_fresh, received, midValue, cost };
    })
    .sort(
      (a, b) =>
        Number(b.isFresh) - Number(a.isFresh) ||
        (a.received === b.received ? a.name.localeCompare(b.name, 'fr') : b.received > a.received ? 1 : -1),
    );
}

/**
 * Tries again what compares a page with the database. Bureaux of other tests are compared as long as these run: one that comes or goes
 * between the two, or that the server has not heard of yet, is no difference.
 */
export async function untilAgreed<T>(attempt: () => Promise<T>): Promise<T> {
  const agreed: T[] = [];
  await expect(async () => {
    agreed[0] = await attempt();
  }).toPass({ intervals: [100, 500] });
  return agreed[0] as T;
}

/** How long an attempt waits for what must be there. */
export const SOON = { timeout: 3_000 };

/** The newest mid rate, in hundred-millionths of the currency for 1 base. */
export async function midRate(db: Pool, currency: string): Promise<bigint> {
  const { rows } = await db.query<{ rate: string }>(
    'SELECT rate::text AS rate FROM mid_rates WHERE currency_code = $1 ORDER BY at DESC LIMIT 1',
    [currency],
  );
  if (!rows[0]) throw new Error(`no mid rate of ${currency}`);
  return scaled(rows[0].rate);
}

/** '1 EUR = 1,1391 USD' holds this: a quotient with 4 decimals. */
export function fourDecimals(numerator: bigint, denominator: bigint): string {
  return french(nearest(numerator * 10_000n, denominator), 4);
}

export const RATE_UNIT = ONE;

/** '1 234,56': thousands apart, a comma before the decimals; spaces as Playwright compares them. */
export function french(units: bigint, decimals = 2): string {
  const digits = String(units).padStart(decimals + 1, '0');
  const whole = digits.slice(0, -decimals);
  const groups = [...whole].map((digit, i) => (i > 0 && (whole.length - i) % 3 === 0 ? ` ${digit}` : digit));
  return `${groups.join('')},${digits.slice(-decimals)}`;
}

/** Rounded half away from zero. */
export function nearest(numerator: bigint, denominator: bigint): bigint {
  const size = numerator < 0n ? -numerator : numerator;
  const rounded = (2n * size + denominator) / (2n * denominator);
  return numerator < 0n ? -rounded : rounded;
}

function scaled(numeric: string): bigint {
  const [whole = '0', fraction = ''] = numeric.split('.');
  return BigInt(whole + fraction.padEnd(8, '0'));
}
