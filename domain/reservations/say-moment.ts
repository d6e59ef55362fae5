import { decimalOf } from '../money/decimal.ts';
import { formatExactRate } from '../money/format.ts';

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
export function sayClock(iso: string, timeZone: string): string {
  const [hour = '', minute = ''] = format(timeZone, { hour: '2-digit', minute: '2-digit' })
    .format(new Date(iso))
    .split(':');
  return `${Number(hour)}${NBSP}h${minute === '00' ? '' : `${NBSP}${minute}`}`;
}

/** “samedi 21 novembre 2026 à 14 h 30”, by the calendar and the clock at the counter. */
export function sayMoment(iso: string, timeZone: string): string {
  const day = format(timeZone, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
  return `${day.format(new Date(iso))} à${NBSP}${sayClock(iso, timeZone)}`;
}

/** “1 EUR = 1,1050 USD”: a rate is of two currencies. */
export function sayRate({ base, currency, rate }: { base: string; currency: string; rate: number }): string {
  return `1${NBSP}${base} = ${formatExactRate(decimalOf(rate))}${NBSP}${currency}`;
}
