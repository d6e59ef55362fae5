import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { notifyCompany } from '../reservations/notify-company.ts';

/**
 * Erases locked travellers and their mails. Past reservations stay as anonymous amounts; open ones are cancelled first,
 * which restores the stock and notifies the company.
 */
export async function eraseTravellers(trx: Db, ids: readonly number[], at: Date): Promise<void> {
  if (ids.length === 0) return;
  await lockOpenReservations(trx, ids);
  const { rows } = await sql<{ eventId: number; companyId: number }>`
    with gone as (
      update reservations set state = 'cancelled', ended_at = ${at}, network = null, updated_at = greatest(${at}, updated_at)
      where traveller_id = any(${ids}::int[]) and ended_at is null
      returning id, company_id, stock_id, handed_over
    ), given as (
      update stocks set promised = promised - back.amount
      from (select stock_id, sum(handed_over) as amount from gone group by stock_id) as back
      where stocks.id = back.stock_id
    ), told as (
      insert into reservation_events (reservation_id, at, kind, actor)
      select id, greatest(${at}::timestamptz, (select max(at) from reservation_events where reservation_id = gone.id)),
        'cancelled', 'traveller' from gone order by id
      returning id, reservation_id
    )
    select told.id as "eventId", company_id as "companyId" from told join gone on gone.id = reservation_id`.execute(
    trx,
  );
  for (const cancelled of rows) await notifyCompany(trx, { ...cancelled, isCancelled: true, at });
  // the browser chose the key, with any text; nobody can repeat that request any more
  await sql`update reservations set traveller_id = null, request_key = 'erased-' || id where traveller_id = any(${ids}::int[])`.execute(
    trx,
  );
  await sql`
    delete from mails using travellers where travellers.id = any(${ids}::int[]) and recipient = travellers.email
      and kind in ('traveller_code', 'traveller_merged', 'reservation', 'reservation_closed',
        'reservation_suspended', 'reservation_rate_suspended')`.execute(trx);
  await sql`delete from traveller_codes where email in (select email from travellers where id = any(${ids}::int[]))`.execute(
    trx,
  );
  await sql`delete from travellers where id = any(${ids}::int[])`.execute(trx);
}

/** Locks open reservations and their stocks in the order of a move, to prevent deadlocks. */
async function lockOpenReservations(trx: Db, ids: readonly number[]): Promise<void> {
  await sql`
    select from reservations where traveller_id = any(${ids}::int[]) and ended_at is null
    order by id for no key update`.execute(trx);
  await sql`
    select from stocks where id in (
      select stock_id from reservations where traveller_id = any(${ids}::int[]) and ended_at is null
    ) order by id for no key update`.execute(trx);
}
