/** Milliseconds since 1970, FRESH_HOURS and STALE_DAYS ago (contract 2). */
export type Since = { readonly fresh: number; readonly compared: number };

export type Freshness = 'fresh' | 'to_confirm' | 'stale';

/** Fresh rates are compared first, rates to confirm after all fresh ones, and stale ones not at all. */
export function freshnessOf(updatedAt: number, since: Since): Freshness {
  if (updatedAt > since.fresh) return 'fresh';
  return updatedAt >= since.compared ? 'to_confirm' : 'stale';
}

export type FreshnessLimits = { readonly freshHours: number; readonly staleDays: number };

export function sinceOf({ freshHours, staleDays }: FreshnessLimits, now: Date): Since {
  return { fresh: now.getTime() - freshHours * HOUR, compared: now.getTime() - staleDays * 24 * HOUR };
}

const HOUR = 3_600_000;
