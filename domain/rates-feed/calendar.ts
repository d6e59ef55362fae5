const DAY_MS = 24 * 60 * 60_000;
/** Milliseconds after midnight UTC of a day by which its rates are out everywhere, the next morning at 8. */
const KNOWN_AFTER_MS = DAY_MS + 8 * 60 * 60_000;

/** Fixed TARGET closing days, MM-DD. */
const CLOSED = new Set(['01-01', '05-01', '12-25', '12-26']);
/** Good Friday and Easter Monday, in days from Easter. */
const CLOSED_FROM_EASTER = [-2, 1];

/**
 * Newest day (YYYY-MM-DD) whose mid rates must be known now, by the days on which TARGET is open. Older rates mean that
 * the feed stands still or that all of it is refused.
 */
export function newestDayDue(now: Date): string {
  let day = Math.floor((now.getTime() - KNOWN_AFTER_MS) / DAY_MS) * DAY_MS;
  while (!isPublicationDay(new Date(day))) day -= DAY_MS;
  return new Date(day).toISOString().slice(0, 10);
}

/** TARGET opening day at midnight UTC (https://www.ecb.europa.eu). */
function isPublicationDay(day: Date): boolean {
  const weekday = day.getUTCDay();
  if (weekday === 0 || weekday === 6) return false;
  if (CLOSED.has(day.toISOString().slice(5, 10))) return false;
  const daysFromEaster = (day.getTime() - easterOf(day.getUTCFullYear())) / DAY_MS;
  return !CLOSED_FROM_EASTER.includes(daysFromEaster);
}

/** Butcher's computus, midnight UTC. */
function easterOf(year: number): number {
  const century = Math.floor(year / 100);
  const golden = year % 19;
  const leapCenturies = Math.floor(century / 4);
  const lunarCorrection = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - leapCenturies - lunarCorrection + 15) % 30;
  const leapYears = Math.floor((year % 100) / 4);
  const weekday = (32 + 2 * (century % 4) + 2 * leapYears - epact - (year % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  const fromMarch = epact + weekday - 7 * late + 114;
  return Date.UTC(year, Math.floor(fromMarch / 31) - 1, (fromMarch % 31) + 1);
}
