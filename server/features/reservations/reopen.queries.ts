import { sql } from 'kysely';
import type { OpenState } from '#domain/reservations/states.ts';
import type { Db } from '../../db/open.ts';

// the last event is the clock's own end, and not its reopening
const ENDED_BY_CLOCK = sql<boolean>`reservations.ended_at IS NOT NULL AND EXISTS (
  SELECT FROM reservation_events AS last WHERE last.reservation_id = reservations.id
    AND last.actor = 'clock' AND last.kind = reservations.state
    AND last.id = (SELECT max(id) FROM reservation_events WHERE reservation_id = reservations.id))`;

export async function listEndedByClock(
  db: Db,
  { since, until }: { since: Date; until: Date },
): Promise<{ id: number }[]> {
  return db
    .selectFrom('reservations')
    .where('ended_at', '>=', since)
    .where('ended_at', '<=', until)
    .where(ENDED_BY_CLOCK)
    .select('id')
    .orderBy('id')
    .execute();
}

export async function findEndByClock(
  trx: Db,
  id: number,
): Promise<{ number: string; company: string; branch: number | null; to: OpenState } | null> {
  const row = await trx
    .selectFrom('reservations')
    .innerJoin('companies', 'companies.id', 'company_id')
    .where('reservations.id', '=', id)
    .where(ENDED_BY_CLOCK)
    .select(['companies.name as company', 'branch'])
    .select(sql<string>`concat(reservations.year, '-', reservations.number)`.as('number'))
    .select(
      sql<OpenState>`(SELECT kind FROM reservation_events
        WHERE reservation_id = reservations.id AND kind IN ('requested', 'accepted', 'ready')
        ORDER BY reservation_events.id DESC LIMIT 1)`.as('to'),
    )
    .executeTakeFirst();
  return row ?? null;
}
