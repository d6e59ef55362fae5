/** `HH:MM`, of a day of the machine's own time. */
export const TIME_OF_DAY = /^([01]\d|2[0-3]):([0-5]\d)$/;

/** The first moment after `now` at this time of the day. A time that a change of clocks leaves out is the next one. */
export function nextAt(time: string, now: Date): Date {
  const [hours, minutes] = time.split(':').map(Number);
  const at = new Date(now);
  at.setHours(hours ?? 0, minutes ?? 0, 0, 0);
  if (at <= now) {
    at.setDate(at.getDate() + 1);
    at.setHours(hours ?? 0, minutes ?? 0, 0, 0);
  }
  return at;
}
