import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { isOwnedBy, type RateOwner } from './rate-owners.queries.ts';

type Span = { code: string; from: Date; most: number };

export async function listSteps(db: Db, { code, from, most, ...owner }: Span & RateOwner) {
  const { rows } = await sql<{ at: Date; purchase: string | null; sale: string | null }>`
    SELECT at, purchase, sale FROM (
      (SELECT id, at, purchase, sale FROM fixing_logs
       WHERE ${isOwnedBy(owner)} AND currency_code = ${code} AND at >= ${from}
       ORDER BY id DESC LIMIT ${most})
      UNION ALL
      (SELECT id, at, purchase, sale FROM fixing_logs
       WHERE ${isOwnedBy(owner)} AND currency_code = ${code} AND at < ${from}
       ORDER BY id DESC LIMIT 1)
    ) AS step ORDER BY id`.execute(db);
  return rows;
}

export async function listMids(db: Db, { code, from, most }: Span) {
  const { rows } = await sql<{ at: Date; rate: string }>`
    SELECT at, rate FROM (
      (SELECT at, rate FROM mid_rates WHERE currency_code = ${code} AND at >= ${from} ORDER BY at DESC LIMIT ${most})
      UNION ALL
      (SELECT at, rate FROM mid_rates WHERE currency_code = ${code} AND at < ${from} ORDER BY at DESC LIMIT 1)
    ) AS mid ORDER BY at`.execute(db);
  return rows;
}

export async function findCompanyName(db: Db, id: number): Promise<string | undefined> {
  const row = await db.selectFrom('companies').where('id', '=', id).select('name').executeTakeFirst();
  return row?.name;
}

export async function listCompaniesWithOldRates(db: Db, { since, limit }: { since: Date; limit: number }) {
  const { rows } = await sql<{
    id: number;
    name: string;
    old: number;
    of: number;
    newest: Date;
    total: number;
  }>`
    SELECT companies.id, companies.name, counts.old, counts.of, counts.newest, count(*) OVER ()::int AS total
    FROM (
      SELECT company_id, count(*)::int AS of, count(*) FILTER (WHERE updated_at < ${since})::int AS old,
        max(updated_at) AS newest
      FROM fixings WHERE purchase IS NOT NULL OR sale IS NOT NULL
      GROUP BY company_id
    ) AS counts
    JOIN companies ON companies.id = counts.company_id
    WHERE counts.old > 0 AND companies.suspended_at IS NULL
    ORDER BY counts.newest, companies.id
    LIMIT ${limit}`.execute(db);
  return rows;
}
