const DAY_MS = 86_400_000;
const OLD_DAYS = 3;

/** Whether a mid rate is of more than 3 days ago: nothing that is shown may then pass for today's. */
export function isOldMidRate(at: string, now: Date): boolean {
  return Math.floor(now.getTime() / DAY_MS) - Math.floor(Date.parse(at) / DAY_MS) > OLD_DAYS;
}
