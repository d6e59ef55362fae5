import { type Cents, centsOf } from '#domain/money/cents.ts';
import { formatAmount, formatShortAmount } from '#domain/money/format.ts';
import type { FixingSide } from '#domain/rates/draft.ts';
import { isOpen, type ReservationState } from '#domain/reservations/states.ts';
import { type PickupMode, pickupModes } from '#domain/terms/terms.ts';

export function formatInNotes(base: string, currency: string, cents: Cents): string {
  return currency === base ? formatAmount(currency, cents) : formatShortAmount(currency, cents);
}

export function shortAmount(currency: string, value: number): string {
  return formatShortAmount(currency, centsOf(value) ?? 0);
}

export function sidesOf(side: FixingSide | string, base: string, currency: string) {
  return side === 'sale'
    ? { broughtCurrency: base, receivedCurrency: currency }
    : { broughtCurrency: currency, receivedCurrency: base };
}

export function formatMode(mode: string): string {
  return pickupModes[mode as PickupMode] ?? mode;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

// Tone of a state's badge. A request that waits for its answer does not look accepted.
export function toneOf(state: string): 'warning' | 'success' | 'neutral' {
  if (state === 'requested') return 'warning';
  return isOpen(state as ReservationState) || state === 'collected' ? 'success' : 'neutral';
}
