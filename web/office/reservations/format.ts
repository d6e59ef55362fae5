import type { Answer } from '#domain/api.ts';
import { dayAfter, dayAt } from '#domain/branches/open-state.ts';
import { centsOf } from '#domain/money/cents.ts';
import { formatAmount, groupDigits } from '#domain/money/format.ts';
import { asHandedOver } from '#domain/reservations/applied.ts';
import type { Bundle } from '#domain/reservations/bundle.ts';
import { COUNTER_ZONE, formatClock, formatLocalShortDay } from '#domain/reservations/format-moment.ts';
import { type ReservationState, reservationStates } from '#domain/reservations/states.ts';
import { paymentWords } from '#domain/reservations/words.ts';

export type Row = Answer<'GET /api/reservations'>[number];

/** Falls back to the key itself, which a newer server may have added. */
const labelOrKey = (words: Readonly<Record<string, string>>, key: string) => words[key] ?? key;

export const formatState = (state: string) => labelOrKey(reservationStates, state);
export const formatPayment = (payment: string) => labelOrKey(paymentWords, payment);

const TONES: Readonly<Partial<Record<ReservationState, 'success' | 'warning' | 'failure' | 'neutral'>>> = {
  requested: 'warning',
  ready: 'success',
};

export function toneOf(state: string): 'success' | 'warning' | 'failure' | 'neutral' {
  return TONES[state as ReservationState] ?? 'neutral';
}

/** Amounts on the wire have at most two decimals. */
const formatWireAmount = (currency: string, amount: number) => formatAmount(currency, centsOf(amount) ?? 0);

type Exchanged = Pick<Row, 'side' | 'base' | 'currency' | 'offered' | 'fee' | 'handed_over'> &
  Partial<Pick<Row, 'applied'>>;

export function formatHandedOver(exchange: Exchanged): string {
  const { side, base, currency, handed_over } = asHandedOver({ applied: null, ...exchange });
  return formatWireAmount(side === 'sale' ? currency : base, handed_over);
}

export function formatBrought(exchange: Exchanged): string {
  const { side, base, currency, offered, fee } = asHandedOver({ applied: null, ...exchange });
  if (side !== 'sale') return formatWireAmount(currency, offered);
  return formatAmount(base, (centsOf(offered) ?? 0) + (centsOf(fee) ?? 0));
}

export const formatCount = (count: number, noun: string) => `${count} ${noun}${count < 2 ? '' : 's'}`;

export const formatToMove = (count: number) =>
  count < 2
    ? `${count} réservation est prévue à une heure où le guichet sera fermé`
    : `${count} réservations sont prévues à des heures où le guichet sera fermé`;

export function formatClient({ traveller }: Row): string {
  if (!traveller) return 'Client effacé';
  return traveller.first_name || traveller.email;
}

const NBSP = '\u00a0';

export function formatPickup(
  { pickup_at, time_zone }: Pick<Row, 'pickup_at' | 'time_zone'>,
  now: Date,
): string {
  return `${formatNearDay(pickup_at, time_zone, now)} à${NBSP}${formatClock(pickup_at, time_zone)}`;
}

function formatNearDay(iso: string, zone: string, now: Date): string {
  return formatDayNear(dayAt(Date.parse(iso), zone), now, zone);
}

export function formatDayNear(day: string, now: Date, zone = COUNTER_ZONE): string {
  const today = dayAt(now.getTime(), zone);
  if (day === today) return 'aujourd’hui';
  return day === dayAfter(today) ? 'demain' : formatLocalShortDay(day);
}

export function formatLinkedTotal(row: Row): string {
  const { side, base, offered, received, linked_amount } = asHandedOver(row);
  const own = side === 'sale' ? offered : received;
  return formatAmount(base, (centsOf(own) ?? 0) + (centsOf(linked_amount) ?? 0));
}

export function formatBundle(currency: string, bundle: Bundle | null): string | null {
  if (!bundle || bundle.notes.length === 0) return null;
  const notes = bundle.notes.map(({ value, count }) => `${count}\u00a0×\u00a0${groupDigits(String(value))}`);
  const rest = bundle.rest > 0 ? [`reste ${formatAmount(currency, bundle.rest)}`] : [];
  return [...notes, ...rest].join(', ');
}
