import { sql } from 'kysely';
import type { LogsFilter } from '#domain/rates/fixing.ts';
import type { Db } from '../../db/open.ts';

type Filter = Omit<LogsFilter, 'company'> & { companyId: number | null };

/** Newest first, older than `before`, each with the previous line of its company and currency. */
export async function listFixingLogs(
  db: Db,
  { companyId, branch, currency, user, day, origin }: Filter,
  { limit, before }: { limit: number; before: number | undefined },
) {
  return db
    .selectFrom('fixing_logs')
    .innerJoin('companies', 'companies.id', 'fixing_logs.company_id')
    .leftJoin('users', 'users.id', 'fixing_logs.user_id')
    .leftJoin('branches', 'branches.id', 'fixing_logs.branch')
    .leftJoin('batches', 'batches.id', 'fixing_logs.batch_id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('fixing_logs as earlier')
          .whereRef('earlier.company_id', '=', 'fixing_logs.company_id')
          .whereRef('earlier.currency_code', '=', 'fixing_logs.currency_code')
          .whereRef('earlier.branch', 'is not distinct from', 'fixing_logs.branch')
          .whereRef('earlier.id', '<', 'fixing_logs.id')
          .select([
            'earlier.id as formerId',
            'earlier.purchase as formerPurchase',
            'earlier.sale as formerSale',
          ])
          .orderBy('earlier.id', 'desc')
          .limit(1)
          .as('former'),
      (join) => join.onTrue(),
    )
    .$if(companyId !== null, (qb) => qb.where('fixing_logs.company_id', '=', companyId))
    .$if(branch !== undefined, (qb) => qb.where('fixing_logs.branch', '=', branch ?? 0))
    .$if(before !== undefined, (qb) => qb.where('fixing_logs.id', '<', before ?? 0))
    .$if(currency !== undefined, (qb) => qb.where('fixing_logs.currency_code', '=', currency ?? ''))
    .$if(user !== undefined, (qb) => qb.where('fixing_logs.user_id', '=', user ?? 0))
    .$if(origin !== undefined, (qb) => qb.where('fixing_logs.origin', '=', (origin ?? '') as 'hand'))
    .$if(day !== undefined, (qb) =>
      qb
        .where('fixing_logs.at', '>=', sql<Date>`${day}::date::timestamp at time zone 'Europe/Paris'`)
        .where('fixing_logs.at', '<', sql<Date>`(${day}::date + 1)::timestamp at time zone 'Europe/Paris'`),
    )
    .select([
      'fixing_logs.id',
      'fixing_logs.at',
      'fixing_logs.base',
      'fixing_logs.currency_code',
      'fixing_logs.rate',
    ])
    .select([
      'fixing_logs.purchase',
      'fixing_logs.sale',
      'fixing_logs.origin',
      'fixing_logs.user_id as userId',
    ])
    .select(['users.name', 'users.surname', 'companies.id as companyId', 'companies.name as companyName'])
    .select(['branches.id as branchId', 'branches.name as branchName'])
    .select([
      'is_confirmation as isConfirmation',
      'is_held as isHeld',
      'is_refusal as isRefusal',
      'rule',
      'formerId',
      'formerPurchase',
      'formerSale',
    ])
    .select((eb) =>
      eb('batches.taken_back_at', '=', eb.ref('fixing_logs.at')).$castTo<boolean | null>().as('isTakenBack'),
    )
    .orderBy('fixing_logs.id', 'desc')
    .limit(limit)
    .execute();
}

/** Authors of a company's log by name, found by skipping from one to the next, however long the log. */
export async function listAuthors(
  db: Db,
  companyId: number,
): Promise<{ id: number; name: string; surname: string }[]> {
  const { rows } = await sql<{ id: number; name: string; surname: string }>`
    WITH RECURSIVE authors AS (
      SELECT min(user_id) AS id FROM fixing_logs WHERE company_id = ${companyId}
      UNION ALL
      SELECT (SELECT min(user_id) FROM fixing_logs WHERE company_id = ${companyId} AND user_id > authors.id)
      FROM authors WHERE authors.id IS NOT NULL
    )
    SELECT id, name, surname FROM authors JOIN users USING (id)
    ORDER BY name, surname, id LIMIT 500`.execute(db);
  return rows;
}
