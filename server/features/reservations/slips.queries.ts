import { sql } from 'kysely';
import type { UndoReason } from '#domain/reservations/states.ts';
import type { Db } from '../../db/open.ts';

// columns of `branches`, and of `boards` for a company without branches
export const PAPER_ADDRESS = sql<string>`CASE WHEN branches.id IS NULL THEN coalesce(boards.address, '')
  ELSE concat_ws(', ', nullif(branches.address, ''), nullif(concat_ws(' ', nullif(postcode, ''), nullif(city, '')), ''))
END`;

/** Exchange at the better rate of the day, SQL numerics. */
export type BetterExchange = { rate: string; offered: string; received: string };

/**
 * Issues the company's next bordereau number and records the parties, in the transaction of the hand-over.
 * Concurrent ones wait, so no number is skipped.
 */
export async function issueSlip(
  trx: Db,
  reservationId: number,
  at: Date,
  better: BetterExchange | null = null,
): Promise<void> {
  await sql`
    WITH given AS (
      INSERT INTO slip_numbers (company_id, last)
      SELECT company_id, 1 FROM reservations WHERE id = ${reservationId}
      ON CONFLICT (company_id) DO UPDATE SET last = slip_numbers.last + 1
      RETURNING company_id, last
    )
    INSERT INTO slips (company_id, number, reservation_id, at, name, address, authorisation, rate, offered, received)
    SELECT given.company_id, given.last, ${reservationId}, ${at}, companies.name,
      ${PAPER_ADDRESS},
      authorisation, ${better?.rate ?? null}::numeric, ${better?.offered ?? null}::numeric, ${better?.received ?? null}::numeric
    FROM given
    JOIN companies ON companies.id = given.company_id
    JOIN reservations ON reservations.id = ${reservationId}
    LEFT JOIN branches ON branches.id = reservations.branch
    LEFT JOIN boards ON boards.company_id = companies.id`.execute(trx);
}

export async function strikeSlip(
  trx: Db,
  reservationId: number,
  at: Date,
  reason: UndoReason,
): Promise<void> {
  await sql`
    INSERT INTO struck_slips (company_id, number, at, reason)
    SELECT company_id, number, ${at}, ${reason} FROM valid_slips WHERE reservation_id = ${reservationId}`.execute(
    trx,
  );
}
