import type { Db } from '../../db/open.ts';
import { type FixingAmounts, findFixing } from './rates.queries.ts';

export type NewFixing = {
  companyId: number;
  user: { id: number; name: string; surname: string };
  base: string;
  code: string;
  /** null keeps the value */
  purchase: string | null;
  sale: string | null;
  /** the row's time as last seen; null: never fixed; undefined: whatever it is */
  seenAt: Date | null | undefined;
  at: Date;
};

export type FixingResult = { isDone: boolean; current: FixingAmounts | null };

/** Fixes a currency and writes its log line, both or neither; or does nothing when the row is another one. */
export async function updateFixing(db: Db, fixing: NewFixing): Promise<FixingResult> {
  const { companyId, code } = fixing;
  return db.transaction().execute(async (trx) => {
    // the company's row is there even before its first fixing, so that two first ones wait for each other
    await trx.selectFrom('companies').select('id').where('id', '=', companyId).forNoKeyUpdate().execute();
    const current = await findFixing(trx, companyId, code);
    const { seenAt } = fixing;
    if (seenAt !== undefined && seenAt?.getTime() !== current?.updatedAt.getTime()) {
      return { isDone: false, current };
    }
    const next = {
      purchase: fixing.purchase ?? current?.purchase ?? null,
      sale: fixing.sale ?? current?.sale ?? null,
      updated_at: later(fixing.at, current?.updatedAt),
    };
    const saved = await trx
      .insertInto('fixings')
      .values({ company_id: companyId, currency_code: code, ...next })
      .onConflict((conflict) => conflict.columns(['company_id', 'currency_code']).doUpdateSet(next))
      .returning(['purchase', 'sale', 'updated_at as updatedAt'])
      .executeTakeFirstOrThrow();
    await trx
      .insertInto('fixing_logs')
      .values((eb) => ({
        at: next.updated_at,
        company_id: companyId,
        user_id: fixing.user.id,
        base: fixing.base,
        currency_code: code,
        rate: eb
          .selectFrom('mid_rates')
          .where('currency_code', '=', code)
          .select('rate')
          .orderBy('at', 'desc')
          .limit(1),
        purchase: saved.purchase,
        sale: saved.sale,
      }))
      .execute();
    const { name: byName, surname: bySurname } = fixing.user;
    return { isDone: true, current: { ...saved, byName, bySurname } };
  });
}

/** Never the time that was there: a row that changed must not look unchanged to who has seen it. */
function later(at: Date, before: Date | undefined): Date {
  return before && before >= at ? new Date(before.getTime() + 1) : at;
}
