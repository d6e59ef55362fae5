import { sql } from 'kysely';
import { isClosedAtPickup, isShutOut } from '../../db/closed-at-pickup.ts';
import type { Db } from '../../db/open.ts';
import type { Expected } from './describe-expected.ts';
import { selectExpected } from './expected.queries.ts';

export type TurnedAway = { id: number; recipient: string | null; isClosed: boolean };

/** Open reservation at a closed hour, or late at a branch that closed. Travellers are not told of another past one. */
function isTurnedAway(at: Date) {
  return sql<boolean>`(${isClosedAtPickup()} AND reservations.pickup_at > ${at} OR ${isShutOut(at)})`;
}

/**
 * Notes whose branch closed or reopened at the agreed hour. A reservation that somebody holds is left to the next run, since its
 * holder may wait for the branch.
 */
export async function noteClosures(trx: Db, at: Date, companyId: number | null): Promise<TurnedAway[]> {
  const { rows } = await sql<TurnedAway>`
    WITH changed AS (
      SELECT id, traveller_id, ${isTurnedAway(at)} AS is_closed FROM reservations
      WHERE ended_at IS NULL AND (${companyId}::int IS NULL OR company_id = ${companyId}::int)
        AND closure_told_for IS DISTINCT FROM CASE WHEN ${isTurnedAway(at)} THEN pickup_at END
      ORDER BY id FOR UPDATE SKIP LOCKED
    ), told AS (
      UPDATE reservations SET closure_told_for = CASE WHEN is_closed THEN pickup_at END
      FROM changed WHERE reservations.id = changed.id
    )
    SELECT changed.id::int, is_closed AS "isClosed", email AS recipient
    FROM changed LEFT JOIN travellers ON travellers.id = traveller_id ORDER BY changed.id`.execute(trx);
  return rows;
}

export function listUntold(
  trx: Db,
  { companyId, branch, at }: { companyId: number; branch?: number | undefined; at: Date },
): Promise<(Expected & { isLate: boolean })[]> {
  return selectExpected(trx, companyId)
    .$if(branch !== undefined, (qb) => qb.where('reservations.branch', '=', branch ?? 0))
    .select(isShutOut(at).as('isLate'))
    .where(isTurnedAway(at))
    .where('closure_told_for', 'is distinct from', (eb) => eb.ref('pickup_at'))
    .execute();
}

export async function isStillShutOut(db: Db, id: number, at: Date): Promise<boolean> {
  const row = await db
    .selectFrom('reservations')
    .where('id', '=', id)
    .where(isShutOut(at))
    .select('id')
    .executeTakeFirst();
  return row !== undefined;
}
