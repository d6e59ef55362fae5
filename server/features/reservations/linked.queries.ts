import { type RawBuilder, sql } from 'kysely';
import { LINKED_STATES, type LinkedExchange, MOST_LINKED_DAYS } from '#domain/reservations/identity.ts';
import type { Db } from '../../db/open.ts';
import { accountsOf } from './request.queries.ts';

const exchangedAt = (table: string) =>
  sql`CASE WHEN ${sql.ref(`${table}.state`)} = 'collected' THEN ${sql.ref(`${table}.ended_at`)} ELSE ${sql.ref(`${table}.pickup_at`)} END`;
const linkedJson = sql`coalesce(json_agg(json_build_object('number', number,
  'at', to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'amount', amount) ORDER BY id, redemption NULLS FIRST), '[]')`;
const isCounted = sql`other.state = any(${[...LINKED_STATES]}::text[])`;
const reserved = sql`SELECT other.id, NULL::int AS redemption, concat(other.year, '-', other.number) AS number, ${exchangedAt('other')} AS at,
    CASE WHEN other.side = 'sale' THEN coalesce(slip.offered, other.offered) ELSE coalesce(slip.received, other.received) END AS amount
  FROM reservations AS other LEFT JOIN valid_slips AS slip ON slip.reservation_id = other.id`;
// notes that came back are an exchange of their own
const redeemed = sql`SELECT other.id, redemptions.number, concat(other.year, '-', other.number, ', reprise n°\u00a0', redemptions.number),
    redemptions.at, redemptions.paid
  FROM redemptions JOIN reservations AS other ON other.id = redemptions.reservation_id`;

/** Other open or collected reservations of the same person at the same company, around the time of each, and its redemptions. */
export function linkedExchanges() {
  const isOfPerson = sql`other.company_id = reservations.company_id AND other.base = reservations.base
    AND other.traveller_id IN ${accountsOf(sql.ref('reservations.traveller_id'))}`;
  const isAround = (at: RawBuilder<unknown>) =>
    sql`${at} BETWEEN ${exchangedAt('reservations')} - ${`${MOST_LINKED_DAYS} days`}::interval
      AND ${exchangedAt('reservations')} + ${`${MOST_LINKED_DAYS} days`}::interval`;
  return sql<LinkedExchange[]>`(
    SELECT ${linkedJson} FROM (
      ${reserved} WHERE ${isOfPerson} AND other.id <> reservations.id AND ${isCounted} AND ${isAround(exchangedAt('other'))}
      UNION ALL
      ${redeemed} WHERE ${isOfPerson} AND ${isAround(sql`redemptions.at`)}
    ) AS linked)`;
}

/** Open or collected reservations of a traveller's mailbox at a company, which its mailed code has proved to be its own, and their redemptions. */
export async function listOfMailbox(
  db: Db,
  { companyId, travellerId, since }: { companyId: number; travellerId: number; since: Date },
): Promise<LinkedExchange[]> {
  const isOfMailbox = sql`other.company_id = ${companyId} AND other.traveller_id IN (
    SELECT same.id FROM travellers AS one JOIN travellers AS same USING (mailbox) WHERE one.id = ${travellerId})`;
  const { rows } = await sql<{ linked: LinkedExchange[] }>`
    SELECT ${linkedJson} AS linked FROM (
      ${reserved} WHERE ${isOfMailbox} AND ${isCounted} AND ${exchangedAt('other')} > ${since}
      UNION ALL
      ${redeemed} WHERE ${isOfMailbox} AND redemptions.at > ${since}
    ) AS linked`.execute(db);
  return rows[0]?.linked ?? [];
}
