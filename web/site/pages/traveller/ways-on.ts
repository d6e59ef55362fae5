import { amountOf, type Cents } from '#domain/money/cents.ts';
import { decimalOf } from '#domain/money/decimal.ts';
import type { Offer } from '#domain/offers/offer.ts';
import type { Place } from '#domain/places/place.ts';
import type { Booking, BookingBranch } from '#domain/reservations/booking.ts';
import { formatComingMoment } from '#domain/reservations/format-moment.ts';
import { amountInNotes, priceOfNotes } from '#domain/reservations/note-amounts.ts';
import { handedOver, type Price } from '#domain/reservations/price.ts';
import { call } from '#web/shared/api/client.ts';
import { amountsOf, formatExchange, largestPrice } from './amounts.ts';
import { viewBranch } from './branch-view.ts';
import type { Draft, RequestedExchange } from './draft.ts';
import { capital, formatMode, sidesOf } from './format.ts';
import { mostOn } from './pickup.ts';

export type WayOn = { readonly label: string; readonly change: Partial<Draft> };

/** Refused place, hour and amount, which are not offered again. */
export type Refused = {
  readonly booking: Booking;
  readonly exchange: RequestedExchange;
  readonly draft: Draft;
  readonly branch: BookingBranch;
  readonly price: Price;
  readonly isBarred: boolean;
};

export function findWaysOn(refused: Refused, now: number): WayOn[] {
  if (refused.isBarred) return [];
  return [...findOtherHour(refused, now), ...findOtherBranch(refused, now), ...findLargest(refused, now)];
}

function findOtherHour({ booking, exchange, draft, branch }: Refused, now: number): WayOn[] {
  if (!booking.counters.includes(branch)) return [];
  const { open, obstacle } = viewBranch(booking, branch, exchange, draft, now);
  if (obstacle !== null) return [];
  const isRefused = (day: (typeof open)[number]) => day.instants.includes(draft.pickupAt ?? 0);
  const [at] = [...open.filter((day) => !isRefused(day)), ...open].flatMap(({ instants }) =>
    instants.filter((instant) => instant !== draft.pickupAt).slice(0, 1),
  );
  if (at === undefined) return [];
  return [{ label: capital(sayInstant(at, branch)), change: { pickupAt: at } }];
}

function findOtherBranch({ booking, exchange, draft, branch, price }: Refused, now: number): WayOn[] {
  for (const other of booking.counters) {
    if (other.branch === branch.branch) continue;
    const { open, obstacle, prices } = viewBranch(booking, other, exchange, draft, now);
    const hours = open.flatMap(({ instants }) => instants);
    const at = hours.find((instant) => instant === draft.pickupAt) ?? hours[0];
    if (obstacle !== null || at === undefined) continue;
    const own = prices.find((one) => isSame(exchange, one, price)) ?? prices[0];
    if (!own) continue;
    const name = other.name || formatMode(other.mode);
    const payment = other.payments.includes(draft.payment) ? draft.payment : 'cash';
    const change = {
      branch: other.branch,
      pickupAt: at,
      payment,
      amount: amountInNotes(exchange.side, own),
    } as const;
    return [{ label: `${name}, ${sayInstant(at, other)}`, change }];
  }
  return [];
}

function findLargest({ booking, exchange, draft, branch, price }: Refused, now: number): WayOn[] {
  const at = draft.pickupAt;
  if (at === null || !booking.counters.includes(branch)) return [];
  const { days } = viewBranch(booking, branch, exchange, draft, now);
  const day = days.find(({ instants }) => instants.includes(at));
  const largest = day && largestPrice(booking, branch, exchange, mostOn(branch, day.day));
  if (!largest || handedOver(exchange.side, largest) >= handedOver(exchange.side, price)) return [];
  const change = { ...amountsOf(exchange, largest), notes: '', denominations: [] } as const;
  const { obstacle } = viewBranch(booking, branch, exchange, { ...draft, ...change }, now);
  return obstacle === null ? [{ label: formatExchange(booking.base, exchange, largest), change }] : [];
}

function isSame({ side }: RequestedExchange, one: Price, other: Price): boolean {
  return amountInNotes(side, one) === amountInNotes(side, other);
}

function sayInstant(at: number, { time_zone }: BookingBranch): string {
  return formatComingMoment(new Date(at).toISOString(), time_zone);
}

/** Link to the best offer of another bureau near there at that hour, with the same amount. null: none. */
export type Elsewhere = { readonly label: string; readonly to: string };

export async function findElsewhere(
  { booking, exchange, draft, branch, price }: Refused,
  signal: AbortSignal,
): Promise<Elsewhere | null> {
  const { side, currency, site } = exchange;
  const { broughtCurrency, receivedCurrency } = sidesOf(side, booking.base, currency);
  const cents = amountInNotes(side, price);
  const amount = amountOf(cents);
  const place = await findPlace(branch, signal);
  const body = {
    offer: { currency: broughtCurrency, ...(side === 'purchase' && { amount }) },
    wish: { currency: receivedCurrency, ...(side === 'sale' && { amount }) },
    target: side === 'sale' ? ('wish' as const) : ('offer' as const),
    ...(place && { near: { lat: place.lat, lon: place.lon } }),
    ...(draft.pickupAt !== null && { open_at: new Date(draft.pickupAt).toISOString() }),
  };
  const { offers } = await call('POST /api/public/offers', { body, signal });
  const best = offers.find((offer) => offer.takes_reservations && offer.company.site !== site);
  return best ? toElsewhere(best, booking.base, exchange, cents) : null;
}

async function findPlace({ postcode, city }: BookingBranch, signal: AbortSignal): Promise<Place | null> {
  const q = postcode || city;
  if (q === '') return null;
  const places = await call('GET /api/public/places', { query: { q }, signal });
  return places.find(({ label }) => label.startsWith(city)) ?? places[0] ?? null;
}

function toElsewhere(
  { company, branch, rate }: Offer,
  base: string,
  exchange: RequestedExchange,
  amount: Cents,
): Elsewhere {
  const { side, currency } = exchange;
  const asked = String(amountOf(amount));
  const query = new URLSearchParams(
    side === 'sale' ? { vente: currency, cible: asked } : { achat: currency, offre: asked },
  );
  if (branch) query.set('agence', String(branch.id));
  // comparisons count no fee
  const price = priceOfNotes({ side, rate: decimalOf(rate), fee: 0 }, amount);
  return {
    label: [company.name, branch?.city, price && formatExchange(base, exchange, price)]
      .filter(Boolean)
      .join(', '),
    to: `/reserver/${encodeURIComponent(company.site)}?${query}`,
  };
}
