import { decimalOf } from '../money/decimal.ts';
import { formatExactRate } from '../money/format-exact.ts';
import { writeFirstOfMonth } from '../text/first-of-month.ts';

/** Time zone of a company without branches. */
export const COUNTER_ZONE = 'Europe/Paris';

type Instant = string | number;

const NBSP = '\u00a0';
const DAY_MS = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Cached, because creating a formatter costs hundreds of uses. */
function format(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${timeZone} ${JSON.stringify(options)}`;
  const known = formats.get(key) ?? new Intl.DateTimeFormat('fr', { ...options, timeZone });
  formats.set(key, known);
  return known;
}

function writeDay(at: Instant, timeZone: string, options: Intl.DateTimeFormatOptions): string {
  return writeFirstOfMonth(format(timeZone, { day: 'numeric', ...options }).format(new Date(at)));
}

/** “14 h 30”, “9 h” in the branch's time zone. */
export function formatClock(at: Instant, timeZone: string): string {
  const [hour = '', minute = ''] = format(timeZone, { hour: '2-digit', minute: '2-digit' })
    .format(new Date(at))
    .split(':');
  return `${Number(hour)}${NBSP}h${minute === '00' ? '' : `${NBSP}${minute}`}`;
}

/** “samedi 21 novembre” in the branch's time zone. */
export function formatLocalDay(at: Instant, timeZone: string): string {
  return writeDay(at, timeZone, { weekday: 'long', month: 'long' });
}

export function formatDayOf(day: string): string {
  return formatLocalDay(`${day}T12:00:00Z`, 'UTC');
}

export function formatDateOf(day: string): string {
  return writeDay(`${day}T12:00:00Z`, 'UTC', { weekday: 'long', month: 'long', year: 'numeric' });
}

export function formatLocalShortDay(day: string): string {
  return writeDay(`${day}T12:00:00Z`, 'UTC', { weekday: 'short', month: 'short' });
}

/** “samedi 21 novembre à 14 h 30”. */
export function formatComingMoment(at: Instant, timeZone: string): string {
  return `${formatLocalDay(at, timeZone)} à${NBSP}${formatClock(at, timeZone)}`;
}

// “mercredi 13 h 44” or “mer. 13 h 44” within six days, else “mercredi 25 novembre à 13 h 44”.
export function formatNearMoment(
  at: number,
  timeZone: string,
  { now, weekday = 'long' }: { now: number; weekday?: 'long' | 'short' },
): string {
  if (at - now >= 6 * DAY_MS) return formatComingMoment(at, timeZone);
  return `${format(timeZone, { weekday }).format(at)} ${formatClock(at, timeZone)}`;
}

// “mercredi 25”.
export function formatWeekday(at: Instant, timeZone: string): string {
  return writeDay(at, timeZone, { weekday: 'long' });
}

// “du 23 au 29 novembre”, with both months where they differ.
export function formatWeek(first: string, last: string): string {
  const isOneMonth = first.slice(0, 7) === last.slice(0, 7);
  const of = (day: string, options: Intl.DateTimeFormatOptions) =>
    writeDay(`${day}T12:00:00Z`, 'UTC', options);
  return `du ${of(first, isOneMonth ? {} : { month: 'long' })} au ${of(last, { month: 'long' })}`;
}

export function formatLocalMoment(at: Instant, timeZone: string): string {
  const day = writeDay(at, timeZone, { weekday: 'long', month: 'long', year: 'numeric' });
  return `${day} à${NBSP}${formatClock(at, timeZone)}`;
}

/** “1 EUR = 1,1050 USD” in both directions, as a board shows it. */
export function formatPairRate({
  base,
  currency,
  rate,
}: {
  base: string;
  currency: string;
  rate: number;
}): string {
  return `1${NBSP}${base} = ${formatExactRate(decimalOf(rate))}${NBSP}${currency}`;
}
