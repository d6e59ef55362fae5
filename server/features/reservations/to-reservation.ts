import { type Decimal, decimalNumber } from '#domain/money/decimal.ts';
import type { FixingSide } from '#domain/rates/draft.ts';
import { exchangedAt } from '#domain/reservations/applied.ts';
import { COUNTER_ZONE } from '#domain/reservations/format-moment.ts';
import { decisiveAmount, linkedWithin, sumLinked } from '#domain/reservations/identity.ts';
import { notesAt } from '#domain/reservations/note-amounts.ts';
import type { Price } from '#domain/reservations/price.ts';
import { formatPromised } from '#domain/reservations/promise.ts';
import { redeemableOf } from '#domain/reservations/redeem.ts';
import type { Redeemable } from '#domain/reservations/redemption.ts';
import type { AppliedRate, BureauReservation, Reservation } from '#domain/reservations/reservation.ts';
import { isOpen } from '#domain/reservations/states.ts';
import { readCents, readDecimal } from '../../db/numeric.ts';
import { loadPlaces } from '../places/load-places.ts';
import type { findOfCompany, ReservationRow } from './list-reservations.queries.ts';
import type { PickupCodes } from './pickup-codes.ts';

export function toReservation(row: ReservationRow, codes: PickupCodes): Reservation {
  return {
    id: row.reference,
    number: row.number,
    code: codes.read(row),
    state: row.state,
    side: row.side,
    base: row.base,
    mode: row.mode,
    payment: row.payment,
    notes: row.notes,
    denominations: row.denominations,
    promise: row.promise ? formatPromised(row.promise, row.side, notesOf(row)) : [],
    takes_better_rate: row.promise?.takes_better_rate ?? false,
    linked_amount: decisiveAmount(momentOf(row), worthOf(row), sumLinked(linkedTo(row))),
    applied: appliedOf(row),
    redemptions: row.redemptions,
    events: row.events,
    currency: row.currency_code,
    company: { name: row.company, logo: row.logo, site: row.site },
    branch:
      row.branch_id === null
        ? null
        : {
            id: row.branch_id,
            name: row.branch ?? '',
            address: row.address ?? '',
            postcode: row.postcode ?? '',
            city: row.city ?? '',
            commune: communeOf(row),
            phone: row.branch_phone ?? '',
            access_note: row.access_note ?? '',
          },
    time_zone: row.time_zone ?? COUNTER_ZONE,
    rate: numberOf(row.rate),
    mid_rate: row.promise?.mid_rate ?? null,
    offered: numberOf(row.offered),
    received: numberOf(row.received),
    fee: numberOf(row.fee),
    handed_over: numberOf(row.handed_over),
    pickup_at: row.pickup_at.toISOString(),
    closed_then: row.closed_then,
    company_suspended: row.company_suspended,
    rate_suspended: row.rate_suspended,
    held_until: row.held_until.toISOString(),
    due_at: row.due_at.toISOString(),
    requested_at: row.requested_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
  };
}

export function toCompanyReservation(
  row: NonNullable<Awaited<ReturnType<typeof findOfCompany>>>,
  codes: PickupCodes,
): BureauReservation {
  const { email, first_name, traveller_phone } = row;
  const traveller =
    email === null ? null : { email, first_name: first_name ?? '', phone: traveller_phone ?? '' };
  // the code proves that notes reach the person who reserved them
  const code = isOpen(row.state) ? null : codes.read(row);
  const { slip: number, slip_at, slip_name: name, slip_address: address } = row;
  const slip =
    number === null
      ? null
      : {
          number,
          at: (slip_at ?? row.updated_at).toISOString(),
          name: name ?? '',
          address: address ?? '',
          authorisation: row.slip_authorisation ?? '',
        };
  const available_notes = [
    ...notesAt({ denominations: row.own_notes ?? [] }, row.side === 'sale' ? row.currency_code : row.base),
  ];
  const linked = [...linkedTo(row)];
  const linked_amount = sumLinked(linked);
  const struck = row.struck.map(({ rate, offered, received, ...one }) => ({
    ...one,
    applied: appliedOf({ ...row, applied_rate: rate, applied_offered: offered, applied_received: received }),
  }));
  const redeemable = redeemableIn(row);
  const shown = { linked, linked_amount, available_notes, redeemable, code, slip, struck, traveller };
  return { ...toReservation(row, codes), ...shown };
}

export function redeemableIn(row: ReservationRow): Redeemable | null {
  const redeemed = row.redemptions.reduce((sum, { amount }) => sum + readCents(amount), 0);
  return redeemableOf(row.promise, { side: row.side, ...notesOf(row), redeemed });
}

type AppliedColumn = 'applied_rate' | 'applied_offered' | 'applied_received';

function momentOf({ state, ended_at, pickup_at, time_zone }: ReservationRow) {
  const at = (state === 'collected' && ended_at) || pickup_at;
  return { pickup_at: at.toISOString(), time_zone: time_zone ?? COUNTER_ZONE };
}

function worthOf({ side, ...row }: ReservationRow): number {
  return side === 'sale'
    ? numberOf(row.applied_offered ?? row.offered)
    : numberOf(row.applied_received ?? row.received);
}

function linkedTo(row: ReservationRow) {
  return linkedWithin(momentOf(row), row.linked);
}

// INSEE code of the branch, or of the commune around it. '': neither is known
function communeOf({ commune, lat, lon }: ReservationRow): string {
  if (commune) return commune;
  return lat === null || lon === null ? '' : (loadPlaces().nearestCommune({ lat, lon })?.code ?? '');
}

function notesOf({ state, ended_at, ...row }: ReservationRow) {
  return {
    currency: row.currency_code,
    amount: readCents(row.handed_over),
    at: state === 'collected' && ended_at ? ended_at.toISOString() : null,
    timeZone: row.time_zone ?? COUNTER_ZONE,
    base: row.base,
    rate: readDecimal(row.applied_rate ?? row.rate),
    fee: readCents(row.fee),
  };
}

function appliedOf({
  side,
  fee,
  ...row
}: Pick<ReservationRow, AppliedColumn | 'side' | 'fee'>): Reservation['applied'] {
  const { applied_rate: rate, applied_offered: offered, applied_received: received } = row;
  if (rate === null || offered === null || received === null) return null;
  return toAppliedRate(side, readDecimal(rate), {
    offered: readCents(offered),
    received: readCents(received),
    fee: readCents(fee),
  });
}

export function toAppliedRate(side: FixingSide, rate: Decimal, price: Price): AppliedRate {
  return { rate: decimalNumber(rate), ...exchangedAt(side, price) };
}

function numberOf(text: string): number {
  return decimalNumber(readDecimal(text));
}
