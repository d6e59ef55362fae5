const DAY_MS = 86_400_000;
const OLD_DAYS = 3;

/** Older than 3 days, and not to be shown as today's. */
export function isOldMidRate(at: string, now: Date): boolean {
  return Math.floor(now.getTime() / DAY_MS) - Math.floor(Date.parse(at) / DAY_MS) > OLD_DAYS;
}
