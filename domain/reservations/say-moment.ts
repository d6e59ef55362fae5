import { decimalOf } from '../money/decimal.ts';
import { formatExactRate } from '../money/format.ts';

/** By whose clock a counter is that is no branch. */
export const COUNTER_ZONE = 'Europe/Paris';

/** As the wire writes it, or milliseconds since 1970. */
type Instant = string | number;

const NBSP = '\u00a0';
const formats = new Map<string, Intl.DateTimeFormat>();

/** Making one takes as long as using it hundreds of times. */
function format(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${timeZone} ${JSON.stringify(options)}`;
  const known = formats.get(key) ?? new Intl.DateTimeFormat('fr', { ...options, timeZone });
  formats.set(key, known);
  return known;
}

/** “14 h 30”, “9 h”, by the clock at the counter. */
export function sayClock(at: Instant, timeZone: string): string {
  const [hour = '', minute = ''] = format(timeZone, { hour: '2-digit', minute: '2-digit' })
    .format(new Date(at))
    .split(':');
  return `${Number(hour)}${NBSP}h${minute === '00' ? '' : `${NBSP}${minute}`}`;
}

/** “samedi 21 novembre”, by the calendar at the counter. */
export function sayDay(at: Instant, timeZone: string): string {
  return format(timeZone, { weekday: 'long', day: 'numeric', month: 'long' }).format(new Date(at));
}

/** “samedi 21 novembre” of a day 'YYYY-MM-DD'. */
export function sayDayOf(day: string): string {
  return sayDay(`${day}T12:00:00Z`, 'UTC');
}

/** “samedi 21 novembre 2026” of a day 'YYYY-MM-DD' that may be a year away. */
export function sayDateOf(day: string): string {
  return format('UTC', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }).format(
    new Date(`${day}T12:00:00Z`),
  );
}

/** “sam. 21 nov.” of a day 'YYYY-MM-DD'. */
export function sayShortDay(day: string): string {
  return format('UTC', { weekday: 'short', day: 'numeric', month: 'short' }).format(
    new Date(`${day}T12:00:00Z`),
  );
}

/** “samedi 21 novembre à 14 h 30”, of a moment within weeks. */
export function sayComing(at: Instant, timeZone: string): string {
  return `${sayDay(at, timeZone)} à${NBSP}${sayClock(at, timeZone)}`;
}

/** “samedi 21 novembre 2026 à 14 h 30”, of what is kept for years. */
export function sayMoment(at: Instant, timeZone: string): string {
  const day = format(timeZone, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
  return `${day.format(new Date(at))} à${NBSP}${sayClock(at, timeZone)}`;
}

/** “1 EUR = 1,1050 USD”: a rate is of two currencies, whichever way one exchanges, as a bureau posts it. */
export function sayRate({ base, currency, rate }: { base: string; currency: string; rate: number }): string {
  return `1${NBSP}${base} = ${formatExactRate(decimalOf(rate))}${NBSP}${currency}`;
}
