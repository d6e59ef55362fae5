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
import { type Needs, needsOf, type PickupMode } from '#domain/terms/terms.ts';

/** What is to be exchanged, as the address says it: of the bureau's side, so much given or received. */
export type Wanted = {
  readonly site: string;
  readonly side: FixingSide;
  /** the one that is not the base */
  readonly currency: string;
  readonly target: 'offer' | 'wish';
  readonly cents: Cents;
  /** the branch that the offer named; null: none */
  readonly branch: number | null;
};

/** What a traveller has said so far; it outlives the page, for the mail with the code is read elsewhere. */
export type Draft = {
  readonly cents: Cents;
  /** null: the bureau as a whole; undefined: not chosen yet */
  readonly branch: number | null | undefined;
  /** milliseconds since 1970 */
  readonly pickupAt: number | null;
  readonly notes: Notes;
  /** of one's choice */
  readonly denominations: readonly number[];
  readonly payment: Payment;
  readonly email: string;
  readonly firstName: string;
  readonly phone: string;
  readonly keepsAccount: boolean;
  /** under which the request is sent, as often as it takes, and for what */
  readonly key: { readonly value: string; readonly body: string } | null;
};

const KEPT = 'reservation:';

export function startDraft(wanted: Wanted): Draft {
  const fresh: Draft = {
    ...{ cents: wanted.cents, branch: undefined, pickupAt: null, notes: '', payment: 'cash', key: null },
    denominations: [],
    ...{ email: '', firstName: '', phone: '', keepsAccount: false },
  };
  try {
    const kept = sessionStorage.getItem(KEPT + nameOf(wanted));
    // written by keepDraft
    return kept ? { ...fresh, ...(JSON.parse(kept) as Draft) } : fresh;
  } catch {
    return fresh;
  }
}

/** In this tab alone, until something is reserved or who it was signs out. */
export function keepDraft(wanted: Wanted, draft: Draft): void {
  try {
    sessionStorage.setItem(KEPT + nameOf(wanted), JSON.stringify(draft));
  } catch {
    // a browser that keeps nothing: the page itself still does
  }
}

/** Whatever was said in this tab, of any bureau: nobody who sits there next reads it. */
export function forgetDrafts(): void {
  try {
    const names = Object.keys(sessionStorage).filter((name) => name.startsWith(KEPT));
    for (const name of names) sessionStorage.removeItem(name);
  } catch {
    // a browser that keeps nothing
  }
}

/** What is wanted, as one text. */
export function nameOf({ site, side, currency, target, cents, branch }: Wanted): string {
  return [site, side, currency, target, cents, branch ?? ''].join(' ');
}

/** The query of an address that asks for a reservation: “vente=USD&offre=500”. */
export function readWanted(site: string, query: URLSearchParams): Wanted | null {
  const sold = query.get('vente');
  const currency = sold ?? query.get('achat') ?? '';
  const wish = query.get('cible');
  const cents = centsOf(Number(wish ?? query.get('offre') ?? ''));
  if (!/^[A-Z]{3}$/.test(currency) || cents === null || cents <= 0) return null;
  const side = sold === null ? 'purchase' : 'sale';
  const branch = Number(query.get('agence')) || null;
  return { site, side, currency, target: wish === null ? 'offer' : 'wish', cents, branch };
}

/** The counter that is chosen. */
export function counterOf({ counters }: Booking, { branch }: Pick<Draft, 'branch'>): BookingCounter | null {
  return counters.find((one) => one.branch === branch) ?? null;
}

/**
 * In their order: the one that the offer named, else what may be frozen, then what has enough, then the nearest to the one that was
 * named, as they come; where none was, who pays the most.
 */
export function countersOf({ counters }: Booking, { side, branch }: Wanted): BookingCounter[] {
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

/** What the rest of the way may take: an hour that is offered is there still when it is asked for. */
const LINGER = 10 * 60_000;

/** What the bureau needs before these notes are there; of an amount that is not known yet, the most. */
export function needsAt(booking: Booking, counter: BookingCounter, wanted: Wanted, draft: Draft): Needs {
  const price = priceAt(booking, counter, wanted, draft);
  // one of the three, as the server wrote it
  const mode = counter.mode as PickupMode;
  return needsOf(booking.terms, mode, price ? worth(wanted.side, price) : Number.POSITIVE_INFINITY);
}

/** When one may come there, by what is known now. */
export function daysOf(booking: Booking, counter: BookingCounter, needs: Needs, now: number): SlotDay[] {
  const last = heldUntil(now, booking.terms);
  const first = firstPickup(now + LINGER, needs, openingOf(counter, last));
  return slotsOf({ opens: counter.opens, zone: counter.time_zone, first, last });
}

/** The first hour of a day that has notes left; else the first of all. */
export function firstHour(counter: BookingCounter, days: readonly SlotDay[]): number | null {
  const firsts = days.flatMap(({ instants }) => instants.slice(0, 1));
  return firsts.find((instant) => leftAt(counter, instant) !== 'none') ?? firsts[0] ?? null;
}

export function hasHour(days: readonly SlotDay[], instant: number | null): boolean {
  return instant !== null && days.some(({ instants }) => instants.includes(instant));
}

type Agreed = Pick<Reservation, 'state' | 'held_until' | 'time_zone' | 'pickup_at' | 'due_at'>;

/** When one may come there instead: what is ready waits already, the rest takes its delay once more. */
export function otherDaysOf(
  booking: Booking,
  counter: BookingCounter,
  { state, held_until, time_zone: zone, pickup_at, due_at }: Agreed,
  now: number,
): SlotDay[] {
  const agreed = {
    ...{ state: state as ReservationState, pickupAt: Date.parse(pickup_at), dueAt: Date.parse(due_at) },
    delay: modeTermsOf(booking, counter).delay_minutes,
  };
  const last = Date.parse(held_until);
  const first = firstMove(now + LINGER, agreed, openingOf(counter, last));
  return slotsOf({ opens: counter.opens, zone, first, last });
}

/** Nobody may come later than that anyhow. */
function openingOf({ opens }: BookingCounter, until: number): Opening {
  return opens && { spans: opens.map(({ from, to }) => [Date.parse(from), Date.parse(to)] as const), until };
}

/** What is left there on the day of an instant. */
export function leftAt({ stock, time_zone }: BookingCounter, instant: number): Left {
  return stock.find(({ day }) => day === dayAt(instant, time_zone))?.left ?? 'none';
}

/** To the hundredth, at the rate that is shown; null: nothing would be left, or no rate may be frozen. */
export function priceAt(
  booking: Booking,
  counter: BookingCounter,
  { side, target }: Wanted,
  { cents }: Pick<Draft, 'cents'>,
): Price | null {
  if (counter.rate === null) return null;
  const fee = centsOf(modeTermsOf(booking, counter).fee) ?? 0;
  return priceOf({ side, target, amount: cents, rate: decimalOf(counter.rate), fee });
}

/** Which notes are wished: of one's choice those that were ticked, smallest first. */
export function wishedOf({ notes, denominations }: Pick<Draft, 'notes' | 'denominations'>) {
  return { notes, denominations: notes === 'choice' ? denominations.toSorted((a, b) => a - b) : [] };
}

/** What is sent; null while something of it is not said. */
export function bodyOf(
  counter: BookingCounter,
  { site, side, currency, target }: Wanted,
  draft: Draft,
): Body<'POST /api/traveller/reservations'> | null {
  const { branch, rate, updated_at } = counter;
  const { cents, pickupAt, payment } = draft;
  const { notes, denominations } = wishedOf(draft);
  if (rate === null || updated_at === null || pickupAt === null) return null;
  return {
    ...{ company: site, branch, side, currency: { code: currency }, target, amount: amountOf(cents) },
    ...{ rate, updated_at, pickup_at: new Date(pickupAt).toISOString(), payment, notes },
    ...(denominations.length > 0 && { denominations }),
  };
}

/** The same key for as long as the same is asked for. */
export function keyFor(body: object, { key }: Pick<Draft, 'key'>): NonNullable<Draft['key']> {
  const text = JSON.stringify(body);
  return key?.body === text ? key : { value: crypto.randomUUID(), body: text };
}
