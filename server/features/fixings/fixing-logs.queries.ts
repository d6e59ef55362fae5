import type { Db } from '../../db/open.ts';

/** Newest first, older than `before`; `companyId` null: of all companies. */
export async function listFixingLogs(
  db: Db,
  { companyId, limit, before }: { companyId: number | null; limit: number; before: number | undefined },
) {
  return db
    .selectFrom('fixing_logs')
    .leftJoin('users', 'users.id', 'fixing_logs.user_id')
    .$if(companyId !== null, (qb) => qb.where('fixing_logs.company_id', '=', companyId))
    .$if(before !== undefined, (qb) => qb.where('fixing_logs.id', '<', before ?? 0))
    .select(['fixing_logs.id', 'at', 'base', 'currency_code', 'rate', 'purchase', 'sale'])
    .select([
      'name',
      'surname',
      'is_confirmation as isConfirmation',
      'is_held as isHeld',
      'is_refusal as isRefusal',
    ])
    .orderBy('fixing_logs.id', 'desc')
    .limit(limit)
    .execute();
}
