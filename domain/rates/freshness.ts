/** Milliseconds since 1970, FRESH_HOURS and STALE_DAYS ago (contract 2). `ahead`: a later fixing was dated by a wrong clock. */
export type Since = { readonly fresh: number; readonly compared: number; readonly ahead: number };

export type Freshness = 'fresh' | 'to_confirm' | 'stale';

/** Fresh rates are compared first, rates to confirm after all fresh ones, and stale ones not at all. */
export function freshnessOf(updatedAt: number, since: Since): Freshness {
  if (updatedAt > since.ahead) return 'to_confirm';
  if (updatedAt > since.fresh) return 'fresh';
  return updatedAt >= since.compared ? 'to_confirm' : 'stale';
}

export type FreshnessLimits = { readonly freshHours: number; readonly staleDays: number };

export function sinceOf({ freshHours, staleDays }: FreshnessLimits, now: Date): Since {
  const at = now.getTime();
  return { fresh: at - freshHours * HOUR, compared: at - staleDays * 24 * HOUR, ahead: at + MOST_AHEAD };
}

/** A changed row is dated after its former date, because it must not look unchanged, but never by a wrong clock's. */
export function nextDate(at: Date, before: Date | undefined): Date {
  const ahead = before ? before.getTime() - at.getTime() : -1;
  return ahead >= 0 && ahead <= MOST_AHEAD ? new Date(at.getTime() + ahead + 1) : at;
}

const HOUR = 3_600_000;
// clocks of two machines that the network keeps right differ by less
export const MOST_AHEAD = 60_000;
