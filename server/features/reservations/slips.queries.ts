import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';

/** At the better rate of the day: what is exchanged for what, as the database writes it. */
export type BetterExchange = { rate: string; offered: string; received: string };

/**
 * Gives a reservation that is handed over the next number of its bureau, and writes down who it was that exchanged: to be
 * called in the transaction that hands over. Who comes at the same time waits, so that no number is left out.
 */
export async function giveSlip(
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
      CASE WHEN branches.id IS NULL THEN coalesce(boards.address, '')
        ELSE concat_ws(', ', nullif(branches.address, ''), nullif(concat_ws(' ', nullif(postcode, ''), nullif(city, '')), ''))
      END,
      authorisation, ${better?.rate ?? null}::numeric, ${better?.offered ?? null}::numeric, ${better?.received ?? null}::numeric
    FROM given
    JOIN companies ON companies.id = given.company_id
    JOIN reservations ON reservations.id = ${reservationId}
    LEFT JOIN branches ON branches.id = reservations.branch
    LEFT JOIN boards ON boards.company_id = companies.id`.execute(trx);
}
