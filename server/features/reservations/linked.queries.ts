import { sql } from 'kysely';
import { LINKED_STATES, type LinkedExchange, MOST_LINKED_DAYS } from '#domain/reservations/identity.ts';
import type { Db } from '../../db/open.ts';
import { accountsOf } from './request.queries.ts';

const exchangedAt = (table: string) =>
  sql`CASE WHEN ${sql.ref(`${table}.state`)} = 'collected' THEN ${sql.ref(`${table}.ended_at`)} ELSE ${sql.ref(`${table}.pickup_at`)} END`;
const linkedJson = sql`coalesce(json_agg(json_build_object(
  'number', concat(other.year, '-', other.number),
  'at', to_char(${exchangedAt('other')} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'amount', CASE WHEN other.side = 'sale' THEN coalesce(slip.offered, other.offered)
    ELSE coalesce(slip.received, other.received) END
) ORDER BY other.id), '[]')`;
const isCounted = sql`other.state = any(${[...LINKED_STATES]}::text[])`;

/** Other open or collected reservations of the same person at the same company, around the time of each. */
export function linkedExchanges() {
  return sql<LinkedExchange[]>`(
    SELECT ${linkedJson} FROM reservations AS other LEFT JOIN valid_slips AS slip ON slip.reservation_id = other.id
    WHERE other.company_id = reservations.company_id AND other.base = reservations.base
      AND other.id <> reservations.id AND ${isCounted}
      AND other.traveller_id IN ${accountsOf(sql.ref('reservations.traveller_id'))}
      AND ${exchangedAt('other')} BETWEEN ${exchangedAt('reservations')} - ${`${MOST_LINKED_DAYS} days`}::interval
        AND ${exchangedAt('reservations')} + ${`${MOST_LINKED_DAYS} days`}::interval)`;
}

/** Open or collected reservations of a traveller's mailbox at a company, which its mailed code has proved to be its own. */
export async function listOfMailbox(
  db: Db,
  { companyId, travellerId, since }: { companyId: number; travellerId: number; since: Date },
): Promise<LinkedExchange[]> {
  const { rows } = await sql<{ linked: LinkedExchange[] }>`
    SELECT ${linkedJson} AS linked FROM reservations AS other LEFT JOIN valid_slips AS slip ON slip.reservation_id = other.id
    WHERE other.company_id = ${companyId} AND ${isCounted} AND ${exchangedAt('other')} > ${since}
      AND other.traveller_id IN (SELECT same.id FROM travellers AS one JOIN travellers AS same USING (mailbox)
        WHERE one.id = ${travellerId})`.execute(db);
  return rows[0]?.linked ?? [];
}
