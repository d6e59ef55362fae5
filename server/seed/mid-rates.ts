import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { DEMONSTRATION_SOURCE } from '#domain/rates-feed/demonstration.ts';
import type { Db } from '../db/open.ts';

export const BASE = 'EUR';
const COUNTERPART = 'USD';
const DAY = 24 * 60 * 60_000;

export interface RateDay {
  at: Date;
  // Day of the source.
  publishedOn: string;
  /** Units for 1 euro. */
  rates: Map<string, number>;
}

export function readMidRates(): Promise<RateDay[]> {
  return readRateDays('mid-rates.json');
}

// Days before those of readMidRates, some of them weeks apart.
export function readPastRates(): Promise<RateDay[]> {
  return readRateDays('mid-rates-history.json');
}

async function readRateDays(file: string): Promise<RateDay[]> {
  const text = await readFile(join(import.meta.dirname, 'data', file), 'utf8');
  const { days }: { days: { date: string; rates: Record<string, number> }[] } = JSON.parse(text);
  return days
    .map(({ date, rates }) => ({
      at: new Date(`${date}T00:00:00Z`),
      publishedOn: date,
      rates: new Map(Object.entries(rates)),
    }))
    .sort((a, b) => a.at.getTime() - b.at.getTime());
}

/** Shifts the days so that the newest is today, because a demonstration shows rates of its day. */
export function shiftToToday(days: readonly RateDay[], now: Date): RateDay[] {
  return days.map((day, i) => ({ ...day, at: new Date((dayNumber(now) - (days.length - 1 - i)) * DAY) }));
}

// Shifts days as far as `shifted`, another day, was.
export function shiftAlike(
  days: readonly RateDay[],
  shifted: Pick<RateDay, 'at' | 'publishedOn'>,
): RateDay[] {
  const by = shifted.at.getTime() - Date.parse(shifted.publishedOn);
  return days.map((day) => ({ ...day, at: new Date(day.at.getTime() + by) }));
}

/** Whole days since 1970, UTC. */
export function dayNumber(at: Date): number {
  return Math.floor(at.getTime() / DAY);
}

export function midRateAt(days: readonly RateDay[], code: string, at: Date): number {
  const known = days.filter((day) => day.rates.has(code));
  const day = known.findLast((midRate) => midRate.at <= at) ?? known[0];
  const rate = day?.rates.get(code);
  if (rate === undefined) throw new Error(`no mid rate of ${code}`);
  return rate;
}

export function listCodes(days: readonly RateDay[]): string[] {
  return [...new Set(days.flatMap((day) => [...day.rates.keys()]))].sort();
}

export function listCurrencies(codes: readonly string[]) {
  const labels = new Intl.DisplayNames(['fr'], { type: 'currency', fallback: 'none' });
  const positions = new Map([
    [BASE, 1],
    [COUNTERPART, 2],
  ]);
  return [BASE, ...codes].map((code) => {
    const label = labels.of(code);
    if (!label) throw new Error(`no French name for the currency ${code}`);
    return { code, label, position: positions.get(code) ?? null };
  });
}

// First and last of the demonstration's days in readMidRates, of which `oldest` is the first.
export async function selectDemoDays(
  db: Db,
  oldest: RateDay | undefined,
): Promise<{ first: Date | null; last: Date | null }> {
  const { rows } = await sql<{ first: Date | null; last: Date | null }>`
    SELECT min(at) AS first, max(at) AS last FROM mid_rates
    WHERE source = ${DEMONSTRATION_SOURCE}
      AND coalesce(published_on >= ${oldest?.publishedOn ?? null}::date, true)`.execute(db);
  return rows[0] ?? { first: null, last: null };
}

export async function seedMidRates(db: Db, days: readonly RateDay[]): Promise<void> {
  const rows = days.flatMap(({ at, publishedOn, rates }) =>
    // the file's decimals have at most 15 digits, so a binary float returns them unchanged
    [...rates].map(([code, rate]) => ({ code, at, publishedOn, rate: String(rate) })),
  );
  // a statement for ten thousand rows, in a third of the time of several
  await sql`
    INSERT INTO mid_rates (currency_code, at, rate, source, published_on)
    SELECT code, at, rate, ${DEMONSTRATION_SOURCE}, published_on FROM unnest(
      ${rows.map(({ code }) => code)}::text[], ${rows.map(({ at }) => at.toISOString())}::timestamptz[],
      ${rows.map(({ rate }) => rate)}::numeric[], ${rows.map(({ publishedOn }) => publishedOn)}::date[]
    ) AS made (code, at, rate, published_on)
    WHERE EXISTS (SELECT FROM currencies WHERE currencies.code = made.code)
    ON CONFLICT DO NOTHING`.execute(db);
}
