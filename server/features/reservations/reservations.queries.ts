import { type Insertable, sql } from 'kysely';
import type { Actor, Reason, ReservationState } from '#domain/reservations/states.ts';
import type { Db } from '../../db/open.ts';
import type { ReservationTable } from '../../db/schema.ts';

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
};

export async function insertEvent(trx: Db, reservationId: number, event: Event): Promise<void> {
  await trx
    .insertInto('reservation_events')
    .values({
      reservation_id: reservationId,
      at: event.at,
      kind: event.kind,
      actor: event.actor,
      user_id: event.userId ?? null,
      reason: event.reason ?? null,
      pickup_was: event.pickupWas ?? null,
    })
    .execute();
}

/** Whose reservation somebody may touch: a traveller's own, or a bureau's; nobody's: the clock's. */
export type Whose = { travellerId: number } | { companyId: number } | { anybody: true };

export type HeldReservation = {
  id: number;
  state: ReservationState;
  companyId: number;
  travellerId: number | null;
  stockId: number;
  handedOver: string;
  pickupAt: Date;
  heldUntil: Date;
  dueAt: Date;
};

/** A reservation, held until the transaction ends; null: nobody has one of this id, or somebody else has. */
export async function holdReservation(trx: Db, id: number, whose: Whose): Promise<HeldReservation | null> {
  const row = await trx
    .selectFrom('reservations')
    .where('id', '=', id)
    .$if('travellerId' in whose, (qb) =>
      qb.where('traveller_id', '=', 'travellerId' in whose ? whose.travellerId : 0),
    )
    .$if('companyId' in whose, (qb) =>
      qb.where('company_id', '=', 'companyId' in whose ? whose.companyId : 0),
    )
    .select(['id', 'state', 'company_id as companyId', 'traveller_id as travellerId', 'stock_id as stockId'])
    .select(['handed_over as handedOver', 'pickup_at as pickupAt', 'held_until as heldUntil'])
    .select('due_at as dueAt')
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
      ...(dueAt ? { due_at: dueAt } : { ended_at: at }),
    })
    .where('id', '=', id)
    .execute();
}
