import type { Body } from '#domain/api.ts';
import { dayAt } from '#domain/branches/open-state.ts';
import { amountOf, type Cents, centsOf } from '#domain/money/cents.ts';
import { decimalOf } from '#domain/money/decimal.ts';
import type { FixingSide } from '#domain/rates/draft.ts';
import type { Booking, BookingCounter, Left } from '#domain/reservations/booking.ts';
import { firstMove, firstPickup, heldUntil, type Opening } from '#domain/reservations/deadlines.ts';
import { type Price, priceOf, worth } from '#domain/reservations/price.ts';
import type { Notes, Payment, Reservation } from '#domain/reservations/reservation.ts';
import { type SlotDay, slotsOf } from '#domain/reservations/slots.ts';
import type { ReservationState } from '#domain/reservations/states.ts';
import { needsOf, type PickupMode, type PreparationMinutes } from '#domain/terms/terms.ts';

/** Exchange named by the address, as an amount given or received on the company's side. */
export type RequestedExchange = {
  readonly site: string;
  readonly side: FixingSide;
  readonly currency: string;
  readonly target: 'offer' | 'wish';
  readonly cents: Cents;
  readonly branch: number | null;
};

/** Answers of a traveller so far, stored because the mail with the code is read elsewhere. */
export type Draft = {
  readonly cents: Cents;
  /** null: the company as a whole; undefined: not chosen yet */
  readonly branch: number | null | undefined;
  /** milliseconds since 1970 */
  readonly pickupAt: number | null;
  readonly notes: Notes;
  readonly denominations: readonly number[];
  readonly payment: Payment;
  readonly email: string;
  readonly firstName: string;
  readonly phone: string;
  readonly keepsAccount: boolean;
  /** idempotency key, and the request it belongs to */
  readonly key: { readonly value: string; readonly body: string } | null;
};

const KEY_PREFIX = 'reservation:';

export function startDraft(exchange: RequestedExchange): Draft {
  const fresh: Draft = {
    cents: exchange.cents,
    branch: undefined,
    pickupAt: null,
    notes: '',
    payment: 'cash',
    key: null,
    denominations: [],
    email: '',
    firstName: '',
    phone: '',
    keepsAccount: false,
  };
  try {
    const stored = sessionStorage.getItem(KEY_PREFIX + exchangeKey(exchange));
    // draft in the shape of storeDraft
    return stored ? { ...fresh, ...(JSON.parse(stored) as Draft) } : fresh;
  } catch {
    return fresh;
  }
}

export function storeDraft(exchange: RequestedExchange, draft: Draft): void {
  try {
    sessionStorage.setItem(KEY_PREFIX + exchangeKey(exchange), JSON.stringify(draft));
  } catch {
    // storage refused by the browser; the page still has the draft
  }
}

/** Removes every draft of this tab, so that the next person there reads none. */
export function removeDrafts(): void {
  try {
    const names = Object.keys(sessionStorage).filter((name) => name.startsWith(KEY_PREFIX));
    for (const name of names) sessionStorage.removeItem(name);
  } catch {
    // storage refused by the browser
  }
}

export function exchangeKey({ site, side, currency, target, cents, branch }: RequestedExchange): string {
  return [site, side, currency, target, cents, branch ?? ''].join(' ');
}

/** Query of a reservation's address, such as “vente=USD&offre=500”. */
export function readExchange(site: string, query: URLSearchParams): RequestedExchange | null {
  const sold = query.get('vente');
  const currency = sold ?? query.get('achat') ?? '';
  const wish = query.get('cible');
  const cents = centsOf(Number(wish ?? query.get('offre') ?? ''));
  if (!/^[A-Z]{3}$/.test(currency) || cents === null || cents <= 0) return null;
  const side = sold === null ? 'purchase' : 'sale';
  const branch = Number(query.get('agence')) || null;
  return { site, side, currency, target: wish === null ? 'offer' : 'wish', cents, branch };
}

export function findBranch({ counters }: Booking, { branch }: Pick<Draft, 'branch'>): BookingCounter | null {
  return counters.find((one) => one.branch === branch) ?? null;
}

/**
 * Branches by rank: the offer's own, then those with enough notes, then the rest; without a rate, last.
 * Ties stay in order of distance to the offer's branch, or without one go by rate.
 */
export function rankBranches({ counters }: Booking, { side, branch }: RequestedExchange): BookingCounter[] {
  const scoreOf = (one: BookingCounter) => {
    if (one.rate === null) return 4;
    if (branch !== null && one.branch === branch) return 0;
    return one.stock.some(({ left }) => left === 'enough') ? 1 : 2;
  };
  const paysMore = (a: BookingCounter, b: BookingCounter) =>
    ((b.rate ?? 0) - (a.rate ?? 0)) * (side === 'sale' ? 1 : -1);
  return counters.toSorted((a, b) => scoreOf(a) - scoreOf(b) || (branch === null ? paysMore(a, b) : 0));
}

export function modeTermsOf({ terms }: Booking, { mode }: BookingCounter) {
  return terms.modes[mode as PickupMode];
}

/** Milliseconds for the remaining steps, so that an offered hour is still valid when sent. */
const REMAINING_STEPS_MS = 10 * 60_000;

export function preparationNeeds(
  booking: Booking,
  counter: BookingCounter,
  exchange: RequestedExchange,
  draft: Draft,
): PreparationMinutes {
  const price = priceAt(booking, counter, exchange, draft);
  // mode among three, as written by the server
  const mode = counter.mode as PickupMode;
  return needsOf(booking.terms, mode, price ? worth(exchange.side, price) : Number.POSITIVE_INFINITY);
}

export function pickupDays(
  booking: Booking,
  counter: BookingCounter,
  needs: PreparationMinutes,
  now: number,
): SlotDay[] {
  const last = heldUntil(now, booking.terms);
  const first = firstPickup(now + REMAINING_STEPS_MS, needs, openingOf(counter, last));
  return slotsOf({ opens: counter.opens, zone: counter.time_zone, first, last });
}

export function firstHour(counter: BookingCounter, days: readonly SlotDay[]): number | null {
  const firsts = days.flatMap(({ instants }) => instants.slice(0, 1));
  return firsts.find((instant) => stockLevelAt(counter, instant) !== 'none') ?? firsts[0] ?? null;
}

export function hasHour(days: readonly SlotDay[], instant: number | null): boolean {
  return instant !== null && days.some(({ instants }) => instants.includes(instant));
}

type AgreedPickup = Pick<Reservation, 'state' | 'held_until' | 'time_zone' | 'pickup_at' | 'due_at'>;

/** Hours to move a reservation to. Prepared notes wait already; others take their delay again. */
export function rescheduleDays(
  booking: Booking,
  counter: BookingCounter,
  { state, held_until, time_zone: zone, pickup_at, due_at }: AgreedPickup,
  now: number,
): SlotDay[] {
  const agreed = {
    state: state as ReservationState,
    pickupAt: Date.parse(pickup_at),
    dueAt: Date.parse(due_at),
    delay: modeTermsOf(booking, counter).delay_minutes,
  };
  const last = Date.parse(held_until);
  const first = firstMove(now + REMAINING_STEPS_MS, agreed, openingOf(counter, last));
  return slotsOf({ opens: counter.opens, zone, first, last });
}

function openingOf({ opens }: BookingCounter, until: number): Opening {
  return opens && { spans: opens.map(({ from, to }) => [Date.parse(from), Date.parse(to)] as const), until };
}

export function stockLevelAt({ stock, time_zone }: BookingCounter, instant: number): Left {
  return stock.find(({ day }) => day === dayAt(instant, time_zone))?.left ?? 'none';
}

/** Price to the hundredth at the published rate; null: no rate to reserve, or nothing left after fees. */
export function priceAt(
  booking: Booking,
  counter: BookingCounter,
  { side, target }: RequestedExchange,
  { cents }: Pick<Draft, 'cents'>,
): Price | null {
  if (counter.rate === null) return null;
  const fee = centsOf(modeTermsOf(booking, counter).fee) ?? 0;
  return priceOf({ side, target, amount: cents, rate: decimalOf(counter.rate), fee });
}

export function requestedNotes({ notes, denominations }: Pick<Draft, 'notes' | 'denominations'>) {
  return { notes, denominations: notes === 'choice' ? denominations.toSorted((a, b) => a - b) : [] };
}

/** Body of the request; null: incomplete. */
export function reservationBody(
  counter: BookingCounter,
  { site, side, currency, target }: RequestedExchange,
  draft: Draft,
): Body<'POST /api/traveller/reservations'> | null {
  const { branch, rate, updated_at } = counter;
  const { cents, pickupAt, payment } = draft;
  const { notes, denominations } = requestedNotes(draft);
  if (rate === null || updated_at === null || pickupAt === null) return null;
  return {
    company: site,
    branch,
    side,
    currency: { code: currency },
    target,
    amount: amountOf(cents),
    rate,
    updated_at,
    pickup_at: new Date(pickupAt).toISOString(),
    payment,
    notes,
    ...(denominations.length > 0 && { denominations }),
  };
}

export function idempotencyKeyFor(body: object, { key }: Pick<Draft, 'key'>): NonNullable<Draft['key']> {
  const text = JSON.stringify(body);
  return key?.body === text ? key : { value: crypto.randomUUID(), body: text };
}
