import { sql } from 'kysely';
import { PAGE_SIZE } from '#domain/lists/page.ts';
import type { Db } from '../../db/open.ts';
import { PAPER_ADDRESS } from './slips.queries.ts';

type NewRedemption = {
  reservationId: number;
  companyId: number;
  slip: number;
  at: Date;
  userId: number;
  rate: string;
  percentOff: number;
  amount: string;
  paid: string;
};

// concurrent ones of a company wait for its number, so that none is skipped
export async function insertRedemption(trx: Db, redemption: NewRedemption): Promise<void> {
  const { reservationId, companyId, slip, at, userId, rate, percentOff, amount, paid } = redemption;
  await sql`
    WITH given AS (
      INSERT INTO redemption_numbers (company_id, last) VALUES (${companyId}, 1)
      ON CONFLICT (company_id) DO UPDATE SET last = redemption_numbers.last + 1
      RETURNING company_id, last
    )
    INSERT INTO redemptions (company_id, number, reservation_id, slip, at, user_id, name, address, authorisation, branch,
      rate, percent_off, amount, paid)
    SELECT given.company_id, given.last, ${reservationId}, ${slip}, ${at}, ${userId}, companies.name,
      ${PAPER_ADDRESS},
      authorisation, coalesce(branches.name, ''),
      ${rate}::numeric, ${percentOff}::numeric, ${amount}::numeric, ${paid}::numeric
    FROM given
    JOIN companies ON companies.id = given.company_id
    JOIN reservations ON reservations.id = ${reservationId}
    LEFT JOIN branches ON branches.id = reservations.branch
    LEFT JOIN boards ON boards.company_id = companies.id`.execute(trx);
  await trx
    .updateTable('reservations')
    .set({ updated_at: sql`greatest(${at}::timestamptz, updated_at + interval '1 millisecond')` })
    .where('id', '=', reservationId)
    .where('company_id', '=', companyId)
    .execute();
}

type RedemptionJson = { number: number; at: string; amount: number; paid: number };

export function redemptionsOfReservation() {
  return sql<RedemptionJson[]>`(
    SELECT coalesce(json_agg(json_build_object('number', number,
      'at', to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'amount', amount, 'paid', paid)
      ORDER BY number), '[]')
    FROM redemptions WHERE redemptions.reservation_id = reservations.id AND redemptions.company_id = reservations.company_id)`;
}

export async function isRedeemed(
  trx: Db,
  { id, companyId }: { id: number; companyId: number },
): Promise<boolean> {
  const row = await trx
    .selectFrom('redemptions')
    .where('reservation_id', '=', id)
    .where('company_id', '=', companyId)
    .select('number')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export type RedemptionRow = Awaited<ReturnType<typeof listRedemptions>>['rows'][number];

// companyId null: every company
export async function listRedemptions(
  db: Db,
  companyId: number | null,
  { id, page = 1 }: { id?: string; page?: number },
) {
  const filtered = db
    .selectFrom('redemptions')
    .innerJoin('reservations', 'reservations.id', 'redemptions.reservation_id')
    .$if(companyId !== null, (qb) => qb.where('redemptions.company_id', '=', companyId ?? 0))
    .$if(id !== undefined, (qb) => qb.where('reservations.reference', '=', id ?? ''));
  const [rows, { total }] = await Promise.all([
    filtered
      .innerJoin('companies', 'companies.id', 'redemptions.company_id')
      .innerJoin('users', 'users.id', 'redemptions.user_id')
      .leftJoin('branches', 'branches.id', 'reservations.branch')
      .select(['redemptions.number', 'redemptions.at', 'companies.name as company', 'redemptions.name'])
      .select(['redemptions.address', 'redemptions.authorisation', 'redemptions.branch', 'time_zone'])
      .select(['users.name as by', 'slip', 'reference', 'base', 'currency_code as currency'])
      .select(sql<string>`concat(reservations.year, '-', reservations.number)`.as('reservation'))
      .select(['redemptions.rate', 'percent_off', 'amount', 'paid'])
      .orderBy('redemptions.at', 'desc')
      .orderBy('redemptions.number', 'desc')
      .orderBy('redemptions.company_id')
      .limit(PAGE_SIZE)
      .offset((page - 1) * PAGE_SIZE)
      .execute(),
    filtered.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { rows, total };
}
