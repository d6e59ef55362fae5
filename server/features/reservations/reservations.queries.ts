import { type Insertable, sql } from 'kysely';
import type { FixingSide } from '#domain/rates/draft.ts';
import { COUNTER_ZONE } from '#domain/reservations/format-moment.ts';
import type { Actor, Reason, ReservationState, UndoReason } from '#domain/reservations/states.ts';
import type { PickupMode } from '#domain/terms/terms.ts';
import { isClosedAtPickup } from '../../db/closed-at-pickup.ts';
import type { Db } from '../../db/open.ts';
import type { ReservationTable } from '../../db/schema.ts';
import { HAS_OLDER_READERS } from './pickup-codes.queries.ts';
import type { SealedCode } from './pickup-codes.ts';
import { lockTraveller } from './request.queries.ts';

export type NewReservation = Omit<Insertable<ReservationTable>, keyof CodeColumns | keyof SealedCode>;
type CodeColumns = { code: string; reference?: string; sealed?: SealedCode };

export async function insertReservation(
  trx: Db,
  reservation: NewReservation,
  { code, reference, sealed }: CodeColumns,
): Promise<{ id: number; reference: string } | null> {
  const row = await trx
    .insertInto('reservations')
    .values({
      ...reservation,
      ...(reference !== undefined && { reference }),
      ...sealed,
      code: sealed ? sql<string>`CASE WHEN ${HAS_OLDER_READERS} THEN ${code} END` : code,
    })
    .onConflict((conflict) => conflict.columns(['company_id', sealed ? 'code_hash' : 'code']).doNothing())
    .returning(['id', 'reference'])
    .executeTakeFirst();
  return row ?? null;
}

export type Event = {
  at: Date;
  kind: ReservationState | 'moved';
  actor: Actor;
  userId?: number | null;
  reason?: Reason | UndoReason | null;
  pickupWas?: Date | null;
  branchWas?: number | null;
  rates?: { was: string; applied: string } | null;
};

type WrittenEvent = Omit<Event, 'kind'> & { kind: Event['kind'] | 'redeemed' };

export async function insertEvent(trx: Db, reservationId: number, event: WrittenEvent): Promise<number> {
  const { id } = await trx
    .insertInto('reservation_events')
    .values({
      reservation_id: reservationId,
      at: event.at,
      kind: event.kind,
      actor: event.actor,
      user_id: event.userId ?? null,
      reason: event.reason ?? null,
      pickup_was: event.pickupWas ?? null,
      branch_was: event.branchWas ?? null,
      rate_was: event.rates?.was ?? null,
      rate: event.rates?.applied ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Reservations within reach: a traveller's, a company's, any, or for the clock the due ones. */
type ReservationScope = { travellerId: number } | { companyId: number } | { anybody: true } | { dueBy: Date };

export type LockedReservation = {
  id: number;
  state: ReservationState;
  companyId: number;
  travellerId: number | null;
  stockId: number;
  handedOver: string;
  pickupAt: Date;
  heldUntil: Date;
  dueAt: Date;
  endedAt: Date | null;
  timeZone: string;
  now: Date;
};

/**
 * Locks a reservation, by id or reference, within a scope. A traveller's scope locks the traveller first, so that a
 * concurrent request of the same traveller waits until the stock has moved. null: unknown, or out of scope.
 */
export async function lockReservation(
  trx: Db,
  one: number | string,
  reach: ReservationScope,
): Promise<LockedReservation | null> {
  if ('travellerId' in reach && !(await lockTraveller(trx, reach.travellerId))) return null;
  const row = await trx
    .selectFrom('reservations')
    .where(typeof one === 'number' ? 'id' : 'reference', '=', one)
    .$if('travellerId' in reach, (qb) =>
      qb.where('traveller_id', '=', 'travellerId' in reach ? reach.travellerId : 0),
    )
    .$if('companyId' in reach, (qb) =>
      qb.where('company_id', '=', 'companyId' in reach ? reach.companyId : 0),
    )
    .select(['id', 'state', 'company_id as companyId', 'traveller_id as travellerId'])
    // open reservations have a stock by a constraint
    .select(sql<number>`stock_id`.as('stockId'))
    .select(['handed_over as handedOver', 'pickup_at as pickupAt', 'held_until as heldUntil'])
    .$if('dueBy' in reach, (qb) =>
      qb.where('ended_at', 'is', null).where('due_at', '<=', 'dueBy' in reach ? reach.dueBy : new Date(0)),
    )
    .select(['due_at as dueAt', 'ended_at as endedAt', sql<Date>`now()::timestamptz(3)`.as('now')])
    .select(
      sql<string>`coalesce((SELECT time_zone FROM branches WHERE branches.id = branch), ${COUNTER_ZONE})`.as(
        'timeZone',
      ),
    )
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** `dueAt` left out: no deadline any more. */
export async function updateState(
  trx: Db,
  id: number,
  { state, at, dueAt }: { state: ReservationState; at: Date; dueAt?: Date },
): Promise<void> {
  await trx
    .updateTable('reservations')
    .set({
      state,
      updated_at: sql`greatest(${at}::timestamptz, updated_at + interval '1 millisecond')`,
      ...(dueAt ? { due_at: dueAt, ended_at: null } : { ended_at: at, network: null }),
    })
    .where('id', '=', id)
    .execute();
}

export async function findAgreed(trx: Db, id: number) {
  return trx
    .selectFrom('reservations')
    .where('id', '=', id)
    .select(['branch', 'side', 'currency_code as code', 'rate', 'offered', 'received', 'fee', 'promise'])
    .executeTakeFirstOrThrow();
}

export type MovedReservation = {
  branch: number | null;
  updatedAt: Date;
  code: string;
  side: FixingSide;
  rate: string;
  base: string;
  offered: string;
  received: string;
  fee: string;
  payment: string;
  closedThen: boolean;
};

export async function findMoved(trx: Db, id: number): Promise<MovedReservation> {
  return trx
    .selectFrom('reservations')
    .innerJoin('stocks', 'stocks.id', 'stock_id')
    .where('reservations.id', '=', id)
    .select([
      'reservations.branch',
      'side',
      'rate',
      'updated_at as updatedAt',
      'stocks.currency_code as code',
      'base',
      'reservations.offered',
      'reservations.received',
      'fee',
      'payment',
    ])
    .select(isClosedAtPickup().as('closedThen'))
    .executeTakeFirstOrThrow();
}

export async function countMoves(trx: Db, id: number, actor: Actor): Promise<number> {
  const { moves } = await trx
    .selectFrom('reservation_events')
    .where('reservation_id', '=', id)
    .where('kind', '=', 'moved')
    .where('actor', '=', actor)
    .select((eb) => eb.fn.countAll<string>().as('moves'))
    .executeTakeFirstOrThrow();
  return Number(moves);
}

export async function updatePickup(
  trx: Db,
  id: number,
  {
    pickupAt,
    stockId,
    dueAt,
    at,
    another,
  }: {
    pickupAt: Date;
    stockId: number;
    dueAt: Date;
    at: Date;
    another?: { branch: number; mode: PickupMode } | undefined;
  },
): Promise<void> {
  await trx
    .updateTable('reservations')
    .set({
      pickup_at: pickupAt,
      stock_id: stockId,
      ...(another && { ...another, closure_told_for: null }),
      due_at: dueAt,
      updated_at: sql`greatest(${at}::timestamptz, updated_at + interval '1 millisecond')`,
    })
    .where('id', '=', id)
    .execute();
}

/** Due reservations, oldest first, except `but`. */
export async function listDue(
  db: Db,
  at: Date,
  limit: number,
  but: readonly number[],
): Promise<{ id: number }[]> {
  return db
    .selectFrom('reservations')
    .where('ended_at', 'is', null)
    .where('due_at', '<=', at)
    .where(sql<boolean>`id <> all(${but}::bigint[])`)
    .select('id')
    .orderBy('due_at')
    .limit(limit)
    .execute();
}

/** Milliseconds from an instant until the next due reservation except `but`. null: none. */
export async function findNextDue(db: Db, at: Date, but: readonly number[]): Promise<number | null> {
  const { wait } = await db
    .selectFrom('reservations')
    .where('ended_at', 'is', null)
    .where(sql<boolean>`id <> all(${but}::bigint[])`)
    .select(
      sql<number | null>`ceil(extract(epoch FROM min(due_at) - ${at}::timestamptz) * 1000)::float8`.as(
        'wait',
      ),
    )
    .executeTakeFirstOrThrow();
  return wait;
}
