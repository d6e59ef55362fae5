import type { Db } from '../../db/open.ts';
import { insertFixingLog, lockCompanyFixings, saveFixing } from './fixings.queries.ts';
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
    await lockCompanyFixings(trx, companyId);
    const current = await findFixing(trx, companyId, code);
    const { seenAt, user, base } = fixing;
    if (seenAt !== undefined && seenAt?.getTime() !== current?.updatedAt.getTime()) {
      return { isDone: false, current };
    }
    const saved = await saveFixing(trx, {
      companyId,
      code,
      purchase: fixing.purchase ?? current?.purchase ?? null,
      sale: fixing.sale ?? current?.sale ?? null,
      updatedAt: later(fixing.at, current?.updatedAt),
    });
    await insertFixingLog(trx, { companyId, userId: user.id, base, code, ...saved });
    return { isDone: true, current: { ...saved, byName: user.name, bySurname: user.surname } };
  });
}

/** Never the time that was there: a row that changed must not look unchanged to who has seen it. */
function later(at: Date, before: Date | undefined): Date {
  return before && before >= at ? new Date(before.getTime() + 1) : at;
}
