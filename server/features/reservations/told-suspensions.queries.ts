import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import type { Expected } from './describe-expected.ts';
import { selectExpected } from './expected.queries.ts';

// a reservation that somebody holds is left to the next run, since its holder may wait for the company
export async function noteSuspensions(
  trx: Db,
  companyId: number | null,
): Promise<{ id: number; recipient: string | null }[]> {
  const { rows } = await sql<{ id: number; recipient: string | null }>`
    WITH untold AS (
      SELECT reservations.id, traveller_id, suspended_at
      FROM reservations JOIN companies ON companies.id = company_id
      WHERE ended_at IS NULL AND suspended_at IS NOT NULL
        AND suspension_told_for IS DISTINCT FROM suspended_at
        AND (${companyId}::int IS NULL OR company_id = ${companyId}::int)
      ORDER BY reservations.id FOR NO KEY UPDATE OF reservations SKIP LOCKED
    ), told AS (
      UPDATE reservations SET suspension_told_for = suspended_at
      FROM untold WHERE reservations.id = untold.id
    )
    SELECT untold.id::int, email AS recipient
    FROM untold LEFT JOIN travellers ON travellers.id = traveller_id ORDER BY untold.id`.execute(trx);
  return rows;
}

export function listOpen(trx: Db, companyId: number): Promise<Expected[]> {
  return selectExpected(trx, companyId).execute();
}
