import type { Body } from '#domain/api.ts';
import { readWhereQuery } from '#domain/comparator/where.ts';
import { amountOf, type Cents, centsOf } from '#domain/money/cents.ts';
import type { FixingSide } from '#domain/rates/draft.ts';
import type { Booking, BookingBranch } from '#domain/reservations/booking.ts';
import { amountInNotes } from '#domain/reservations/note-amounts.ts';
import type { Price } from '#domain/reservations/price.ts';
import type { Notes, Payment } from '#domain/reservations/reservation.ts';

/** Exchange named by the address, as an amount given or received on the company's side. */
export type RequestedExchange = {
  readonly site: string;
  readonly side: FixingSide;
  readonly currency: string;
  readonly target: 'offer' | 'wish';
  readonly cents: Cents;
  readonly branch: number | null;
  // code of the place that was searched
  readonly place?: string;
};

/** Answers of a traveller so far, stored because the mail with the code is read elsewhere. */
export type Draft = {
  /** typed amount, of the exchange's target */
  readonly cents: Cents;
  /** chosen amount of the foreign currency, in notes; null: the first that is proposed */
  readonly amount: Cents | null;
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

/** Query of a reservation's address, such as “vente=USD&offre=500”. */
export function readExchange(site: string, query: URLSearchParams): RequestedExchange | null {
  const sold = query.get('vente');
  const currency = sold ?? query.get('achat') ?? '';
  const wish = query.get('cible');
  const cents = centsOf(Number(wish ?? query.get('offre') ?? ''));
  if (!/^[A-Z]{3}$/.test(currency) || cents === null || cents <= 0) return null;
  const side = sold === null ? 'purchase' : 'sale';
  const branch = Number(query.get('agence')) || null;
  const place = readWhereQuery(query)?.code;
  const target = wish === null ? 'offer' : 'wish';
  return { site, side, currency, target, cents, branch, ...(place && { place }) };
}

export function findBranch({ counters }: Booking, { branch }: Pick<Draft, 'branch'>): BookingBranch | null {
  return counters.find((one) => one.branch === branch) ?? null;
}

export function requestedNotes({ notes, denominations }: Pick<Draft, 'notes' | 'denominations'>) {
  return { notes, denominations: notes === 'choice' ? denominations.toSorted((a, b) => a - b) : [] };
}

/** Body of the request, for an amount in notes; null: incomplete. */
export function reservationBody(
  bookingBranch: BookingBranch,
  { site, side, currency }: RequestedExchange,
  draft: Draft,
  price: Price,
): Body<'POST /api/traveller/reservations'> | null {
  const { branch, rate, updated_at } = bookingBranch;
  const { pickupAt, payment } = draft;
  const { notes, denominations } = requestedNotes(draft);
  if (rate === null || updated_at === null || pickupAt === null) return null;
  return {
    company: site,
    branch,
    side,
    currency: { code: currency },
    target: side === 'sale' ? 'wish' : 'offer',
    amount: amountOf(amountInNotes(side, price)),
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
