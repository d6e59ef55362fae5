import { sql } from 'kysely';
import { COUNTER_ZONE } from '#domain/reservations/format-moment.ts';
import { MOST_REGISTER_LINES } from '#domain/reservations/register.ts';
import type { Db } from '../../db/open.ts';

export type RegisterRow = {
  kind: 'handed_over' | 'struck' | 'redeemed';
  number: number;
  at: Date;
  time_zone: string | null;
  company: string;
  branch: string | null;
  reference: string;
  reservation: string;
  payment: string;
  side: 'purchase' | 'sale';
  base: string;
  currency: string;
  offered: string;
  received: string;
  fee: string;
  // notes that came back in a redemption, and the base paid for them
  amount: string | null;
  paid: string | null;
};

// Papers of a day in the zone of their branch, one more than are listed. companyId null: every company.
export async function selectRegister(db: Db, companyId: number | null, day: string): Promise<RegisterRow[]> {
  // no zone is further from UTC
  const isNear = sql`at >= ${day}::date - interval '15 hours' AND at < ${day}::date + interval '39 hours'
    AND (${companyId}::int IS NULL OR company_id = ${companyId})`;
  const { rows } = await sql<RegisterRow>`
    WITH papers AS (
      SELECT 'handed_over' AS kind, company_id, number, at, reservation_id, offered, received,
        NULL::numeric AS amount, NULL::numeric AS paid
      FROM slips WHERE ${isNear}
      UNION ALL
      SELECT 'struck', struck.company_id, struck.number, struck.at, reservation_id, offered, received, NULL, NULL
      FROM (SELECT * FROM struck_slips WHERE ${isNear}) AS struck
      JOIN slips ON (slips.company_id, slips.number) = (struck.company_id, struck.number)
      UNION ALL
      SELECT 'redeemed', company_id, number, at, reservation_id, NULL, NULL, amount, paid
      FROM redemptions WHERE ${isNear}
    )
    SELECT papers.kind, papers.number, papers.at, time_zone, companies.name AS company, branches.name AS branch, reference,
      concat(reservations.year, '-', reservations.number) AS reservation, payment, side, base,
      currency_code AS currency, coalesce(papers.offered, reservations.offered) AS offered,
      coalesce(papers.received, reservations.received) AS received, fee, amount, paid
    FROM papers
    JOIN reservations ON reservations.id = papers.reservation_id AND reservations.company_id = papers.company_id
    JOIN companies ON companies.id = papers.company_id
    LEFT JOIN branches ON branches.id = reservations.branch
    WHERE (papers.at AT TIME ZONE coalesce(time_zone, ${COUNTER_ZONE}))::date = ${day}::date
    ORDER BY papers.at, papers.company_id, papers.kind, papers.number
    LIMIT ${MOST_REGISTER_LINES + 1}`.execute(db);
  return rows;
}
