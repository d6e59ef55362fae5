/** Since when a fixing counts, in milliseconds since 1970 (contract 2: FRESH_HOURS and STALE_DAYS ago). */
export type Since = { readonly fresh: number; readonly compared: number };

/** What a fixing is worth by the time that it was last set or confirmed. */
export type Freshness = 'fresh' | 'to_confirm' | 'stale';

/** Fresh is compared first; to be confirmed, after all that are fresh; stale, not at all. */
export function freshnessOf(updatedAt: number, since: Since): Freshness {
  if (updatedAt > since.fresh) return 'fresh';
  return updatedAt >= since.compared ? 'to_confirm' : 'stale';
}

export type FreshnessLimits = { readonly freshHours: number; readonly staleDays: number };

export function sinceOf({ freshHours, staleDays }: FreshnessLimits, now: Date): Since {
  return { fresh: now.getTime() - freshHours * HOUR, compared: now.getTime() - staleDays * 24 * HOUR };
}

const HOUR = 3_600_000;
