import type { FixingSide } from '#domain/fixings/draft.ts';
import { centsOf } from '#domain/money/cents.ts';
import { decimalOf } from '#domain/money/decimal.ts';
import { formatAmount, formatExactRate, formatShortAmount } from '#domain/money/format.ts';
import { type PickupMode, pickupModes } from '#domain/reservations/terms.ts';

export function amount(currency: string, value: number): string {
  return formatAmount(currency, centsOf(value) ?? 0);
}

export function shortAmount(currency: string, value: number): string {
  return formatShortAmount(currency, centsOf(value) ?? 0);
}

/** “1 EUR = 1,1050 USD”, whichever way one exchanges: as a bureau posts it. */
export function sayRate(base: string, currency: string, rate: number): string {
  return `1\u00a0${base} = ${formatExactRate(decimalOf(rate))}\u00a0${currency}`;
}

/** Of the two currencies, what one gives and what one gets. */
export function sidesOf(side: FixingSide | string, base: string, currency: string) {
  return side === 'sale' ? { given: base, got: currency } : { given: currency, got: base };
}

export function sayMode(mode: string): string {
  return pickupModes[mode as PickupMode] ?? mode;
}

/** “samedi 21 novembre”, by the calendar there. */
export function sayDay(instant: number, zone: string): string {
  return new Intl.DateTimeFormat('fr', {
    ...{ weekday: 'long', day: 'numeric', month: 'long', timeZone: zone },
  }).format(instant);
}

/** “10 h 30”, by the clock there. */
export function sayTime(instant: number, zone: string): string {
  const text = new Intl.DateTimeFormat('fr', {
    ...{ hour: 'numeric', minute: '2-digit', hourCycle: 'h23', timeZone: zone },
  }).format(instant);
  const [hour = '', minute = ''] = text.split(/\D+/);
  return minute === '00' ? `${Number(hour)}\u00a0h` : `${Number(hour)}\u00a0h\u00a0${minute}`;
}

/** “samedi 21 novembre à 10 h 30”. */
export function sayMoment(instant: string, zone: string): string {
  const at = Date.parse(instant);
  return `${sayDay(at, zone)} à ${sayTime(at, zone)}`;
}
