import type { PlausibilityLimits } from '#domain/rates/plausibility.ts';
import type { Db } from '../../db/open.ts';
import { lockCompanyFixings } from './fixings.queries.ts';
import { type FixingAmounts, findFixing } from './rates.queries.ts';
import { type NewAmounts, type Setting, setFixings } from './set-fixings.ts';

export type FixingResult = { isDone: boolean; current: FixingAmounts | null };

export async function updateFixing(
  db: Db,
  { code, purchase, sale, seenAt, seen, ...by }: NewAmounts & Omit<Setting, 'fixings' | 'origin'>,
  limits: PlausibilityLimits,
): Promise<FixingResult> {
  return db.transaction().execute(async (trx) => {
    await lockCompanyFixings(trx, by.companyId);
    const fixings = [{ code, purchase, sale, seenAt, seen }];
    const { moved, set } = await setFixings(trx, { ...by, origin: 'hand', fixings }, limits);
    const current = set.get(code) ?? (await findFixing(trx, by, code));
    return { isDone: moved.length === 0, current };
  });
}
