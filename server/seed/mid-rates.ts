import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DEMONSTRATION_SOURCE } from '#domain/rates-feed/demonstration.ts';
import type { Db } from '../db/open.ts';
import { insertAll } from './insert-all.ts';

export const BASE = 'EUR';
const COUNTERPART = 'USD';
const DAY = 24 * 60 * 60_000;

export interface RateDay {
  at: Date;
  /** Units for 1 euro. */
  rates: Map<string, number>;
}

export async function readMidRates(): Promise<RateDay[]> {
  const text = await readFile(join(import.meta.dirname, 'data/mid-rates.json'), 'utf8');
  const { days }: { days: { date: string; rates: Record<string, number> }[] } = JSON.parse(text);
  return days
    .map((day) => ({ at: new Date(`${day.date}T00:00:00Z`), rates: new Map(Object.entries(day.rates)) }))
    .sort((a, b) => a.at.getTime() - b.at.getTime());
}

/** Shifts the days so that the newest is today, because a demonstration shows rates of its day. */
export function shiftToToday(days: readonly RateDay[], now: Date): RateDay[] {
  return days.map(({ rates }, i) => ({
    at: new Date((dayNumber(now) - (days.length - 1 - i)) * DAY),
    rates,
  }));
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

export async function seedMidRates(db: Db, days: readonly RateDay[]): Promise<void> {
  const rows = days.flatMap(({ at, rates }) =>
    // the file's decimals have at most 15 digits, so a binary float returns them unchanged
    [...rates].map(([currency_code, rate]) => ({
      currency_code,
      at,
      rate: String(rate),
      source: DEMONSTRATION_SOURCE,
    })),
  );
  await insertAll(db, 'mid_rates', rows);
}
