import { sql } from 'kysely';
import { isAllowed } from '#domain/iam/scopes.ts';
import type { Actor, Reason, ReservationState, UndoReason } from '#domain/reservations/states.ts';
import type { Db } from '../../db/open.ts';
import { scopesOfUser } from '../../db/user-scopes.ts';

export type NotifiedEvent = {
  reference: string;
  companyId: number;
  kind: ReservationState | 'moved';
  actor: Actor;
  reason: Reason | UndoReason | null;
  pickupWas: Date | null;
  branchWas: string | null;
  isMovedOn: boolean;
  isAcceptedAtOnce: boolean;
};

export async function findNotifiedEvent(db: Db, id: number): Promise<NotifiedEvent | null> {
  const row = await db
    .selectFrom('reservation_events as told')
    .innerJoin('reservations', 'reservations.id', 'told.reservation_id')
    .where('told.id', '=', id)
    .select(['reference', 'company_id as companyId', 'actor', 'reason'])
    // a redemption is told to nobody
    .select(sql<NotifiedEvent['kind']>`kind`.as('kind'))
    .select('pickup_was as pickupWas')
    .select(sql<string | null>`(select name from branches where branches.id = branch_was)`.as('branchWas'))
    .select(
      sql<boolean>`exists (select from reservation_events as later where later.reservation_id = reservations.id
        and later.kind = 'moved' and later.id > told.id)`.as('isMovedOn'),
    )
    .select(
      sql<boolean>`exists (select from reservation_events as later where later.reservation_id = reservations.id
        and later.kind = 'accepted' and later.actor = 'bureau' and later.user_id is null)`.as(
        'isAcceptedAtOnce',
      ),
    )
    .executeTakeFirst();
  return row ?? null;
}

export async function findReference(db: Db, reservationId: number): Promise<string | null> {
  const row = await db
    .selectFrom('reservations')
    .where('id', '=', reservationId)
    .select('reference')
    .executeTakeFirst();
  return row?.reference ?? null;
}

export async function findTravellerMail(db: Db, reservationId: number): Promise<string | null> {
  const row = await db
    .selectFrom('reservations')
    .innerJoin('travellers', 'travellers.id', 'traveller_id')
    .where('reservations.id', '=', reservationId)
    .select('email')
    .executeTakeFirst();
  return row?.email ?? null;
}

/**
 * Withdraws a request's letters that nobody has begun to send, and returns their recipients. A concurrent
 * claim waits for this transaction or the reverse.
 */
export async function withdrawRequest(trx: Db, eventId: number): Promise<string[]> {
  const { rows } = await sql<{ recipient: string }>`
    delete from mails
    where finished_at is null and attempts = 0 and kind = 'reservation' and params ? 'company'
      and (params->>'event')::bigint in (
        select asked.id from reservation_events as asked join reservation_events as told using (reservation_id)
        where told.id = ${eventId} and asked.kind = 'requested'
      )
    returning recipient`.execute(trx);
  return rows.map(({ recipient }) => recipient);
}

export async function listCompanyMails(db: Db, companyId: number): Promise<string[]> {
  const company = await db
    .selectFrom('companies')
    .where('id', '=', companyId)
    .select('email')
    .executeTakeFirst();
  const users = await db
    .selectFrom('users')
    .where('company_id', '=', companyId)
    .where('status', '!=', 'awaiting_password')
    .where('suspended_at', 'is', null)
    .where('erased_at', 'is', null)
    .select(['mail', scopesOfUser()])
    .orderBy('id')
    .execute();
  const may = users.filter(({ scopes }) => isAllowed('orders.edit.me', scopes.join(',')));
  const mails = [company?.email ?? '', ...may.map(({ mail }) => mail)].map((mail) => mail.toLowerCase());
  return [...new Set(mails.filter((mail) => mail !== ''))];
}

export async function findMoves(
  trx: Db,
  reservationId: number,
  { actor, since }: { actor: Actor; since: Date },
): Promise<{ companyId: number; hasMoved: boolean; lastAt: Date | null }> {
  return trx
    .selectFrom('reservations')
    .where('id', '=', reservationId)
    .select('company_id as companyId')
    .select(
      sql<boolean>`exists (select from reservation_events where reservation_id = reservations.id
        and kind = 'moved' and actor = ${actor} and at > ${since})`.as('hasMoved'),
    )
    .select(
      sql<Date | null>`(select max(at) from reservation_events where reservation_id = reservations.id)`.as(
        'lastAt',
      ),
    )
    .executeTakeFirstOrThrow();
}
