import { type Insertable, sql } from 'kysely';
import type { Actor, Reason, ReservationState } from '#domain/reservations/states.ts';
import type { Db } from '../../db/open.ts';
import type { ReservationTable } from '../../db/schema.ts';
import { holdTraveller } from './request.queries.ts';

export type NewReservation = Omit<Insertable<ReservationTable>, 'code'>;

/** Its id; null: another reservation of the bureau has this code. */
export async function insertReservation(
  trx: Db,
  reservation: NewReservation,
  code: string,
): Promise<number | null> {
  const row = await trx
    .insertInto('reservations')
    .values({ ...reservation, code })
    .onConflict((conflict) => conflict.columns(['company_id', 'code']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

export type Event = {
  at: Date;
  kind: ReservationState | 'moved';
  actor: Actor;
  userId?: number | null;
  reason?: Reason | null;
  pickupWas?: Date | null;
  /** the reserved rate, and the better one of the day */
  rates?: { was: string; applied: string } | null;
};

/** Gives the id of the line. */
export async function insertEvent(trx: Db, reservationId: number, event: Event): Promise<number> {
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
      rate_was: event.rates?.was ?? null,
      rate: event.rates?.applied ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** How far somebody reaches: a traveller's own, a bureau's, or anybody's; the clock's: one that is due. */
type Reach = { travellerId: number } | { companyId: number } | { anybody: true } | { dueNow: true };

export type HeldReservation = {
  id: number;
  state: ReservationState;
  companyId: number;
  travellerId: number | null;
  stockId: number;
  network: Buffer | null;
  handedOver: string;
  pickupAt: Date;
  heldUntil: Date;
  dueAt: Date;
  /** by the clock of the database */
  now: Date;
};

/**
 * A reservation, held until the transaction ends; null: nobody has one of this id, or somebody else has. Its traveller's is
 * held after the traveller, so that no request of theirs counts what they hold of a stock while they move it.
 */
export async function holdReservation(trx: Db, id: number, reach: Reach): Promise<HeldReservation | null> {
  if ('travellerId' in reach && !(await holdTraveller(trx, reach.travellerId))) return null;
  const row = await trx
    .selectFrom('reservations')
    .where('id', '=', id)
    .$if('travellerId' in reach, (qb) =>
      qb.where('traveller_id', '=', 'travellerId' in reach ? reach.travellerId : 0),
    )
    .$if('companyId' in reach, (qb) =>
      qb.where('company_id', '=', 'companyId' in reach ? reach.companyId : 0),
    )
    .select(['id', 'state', 'company_id as companyId', 'traveller_id as travellerId'])
    // of what is open it is there: a constraint of the table
    .select(sql<number>`stock_id`.as('stockId'))
    .select(['network', 'handed_over as handedOver', 'pickup_at as pickupAt', 'held_until as heldUntil'])
    .$if('dueNow' in reach, (qb) => qb.where('ended_at', 'is', null).where('due_at', '<=', sql<Date>`now()`))
    .select(['due_at as dueAt', sql<Date>`now()::timestamptz(3)`.as('now')])
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Writes the state that it is in from now on; `dueAt` left out: the clock does not touch it any more. */
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
      ...(dueAt ? { due_at: dueAt } : { ended_at: at, network: null }),
    })
    .where('id', '=', id)
    .execute();
}

/** What was agreed on, of a reservation that is held. */
export async function findAgreed(trx: Db, id: number) {
  return trx
    .selectFrom('reservations')
    .where('id', '=', id)
    .select(['branch', 'side', 'currency_code as code', 'rate', 'offered', 'received', 'fee', 'promise'])
    .executeTakeFirstOrThrow();
}

/** What a move looks at of a reservation that is held: the currency is that of its stock. */
export async function findMoved(
  trx: Db,
  id: number,
): Promise<{ branch: number | null; updatedAt: Date; code: string }> {
  return trx
    .selectFrom('reservations')
    .innerJoin('stocks', 'stocks.id', 'stock_id')
    .where('reservations.id', '=', id)
    .select(['reservations.branch', 'updated_at as updatedAt', 'stocks.currency_code as code'])
    .executeTakeFirstOrThrow();
}

export async function updatePickup(
  trx: Db,
  id: number,
  { pickupAt, stockId, dueAt, at }: { pickupAt: Date; stockId: number; dueAt: Date; at: Date },
): Promise<void> {
  await trx
    .updateTable('reservations')
    .set({
      pickup_at: pickupAt,
      stock_id: stockId,
      due_at: dueAt,
      updated_at: sql`greatest(${at}::timestamptz, updated_at + interval '1 millisecond')`,
    })
    .where('id', '=', id)
    .execute();
}

/** Those whose time has come, oldest first, but these. */
export async function listDue(db: Db, limit: number, but: readonly number[]): Promise<{ id: number }[]> {
  return db
    .selectFrom('reservations')
    .where('ended_at', 'is', null)
    .where('due_at', '<=', sql<Date>`now()`)
    .where(sql<boolean>`id <> all(${but}::bigint[])`)
    .select('id')
    .orderBy('due_at')
    .limit(limit)
    .execute();
}

/** In how many milliseconds the next one but these is due; null: none is. */
export async function findNextDue(db: Db, but: readonly number[]): Promise<number | null> {
  const { wait } = await db
    .selectFrom('reservations')
    .where('ended_at', 'is', null)
    .where(sql<boolean>`id <> all(${but}::bigint[])`)
    .select(sql<number | null>`ceil(extract(epoch FROM min(due_at) - now()) * 1000)::float8`.as('wait'))
    .executeTakeFirstOrThrow();
  return wait;
}
