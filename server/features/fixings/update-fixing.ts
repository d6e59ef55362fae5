import type { PlausibilityLimits } from '#domain/fixings/plausibility.ts';
import type { Act } from '../../act.ts';
import type { Db } from '../../db/open.ts';
import { insertFixingLog, lockCompanyFixings, saveFixing } from './fixings.queries.ts';
import { type FixingState, findMidRates, type Held, listFixingStates } from './held-fixings.queries.ts';
import { type Amounts, comparedBefore, isSame, judge } from './judge-fixing.ts';
import { type FixingAmounts, findFixing } from './rates.queries.ts';
import { tellHeld } from './tell-held.ts';

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
  act: Act;
};

export type FixingResult = { isDone: boolean; current: FixingAmounts | null };

/**
 * Fixes a currency and writes its log line, both or neither; or does nothing when the row is another one. Amounts that
 * are there already are done without a line, and are not renewed: confirming is a call of its own.
 */
export async function updateFixing(
  db: Db,
  fixing: NewFixing,
  limits: PlausibilityLimits,
): Promise<FixingResult> {
  const { companyId, code, act } = fixing;
  return db.transaction().execute(async (trx) => {
    await lockCompanyFixings(trx, companyId);
    const [before = null] = await listFixingStates(trx, companyId, [code]);
    const { seenAt, user, base } = fixing;
    if (seenAt !== undefined && seenAt?.getTime() !== before?.updatedAt.getTime()) {
      return { isDone: false, current: await findFixing(trx, companyId, code) };
    }
    const amounts = {
      purchase: fixing.purchase ?? before?.purchase ?? null,
      sale: fixing.sale ?? before?.sale ?? null,
    };
    if (before && isSame(amounts, before)) {
      return { isDone: true, current: await findFixing(trx, companyId, code) };
    }
    const mid = (await findMidRates(trx, [code])).get(code);
    const isHeld = judge(amounts, { mid, before, at: act.at }, limits);
    const saved = await saveFixing(trx, {
      companyId,
      code,
      ...amounts,
      updatedAt: later(act.at, before?.updatedAt),
      ...(isHeld ? holdOver(before, amounts, fixing) : COMPARED),
    });
    await insertFixingLog(trx, { companyId, userId: user.id, base, code, ...saved, isHeld });
    if (isHeld) await tellHeld(trx, act, { companyId, fixings: [{ code, amounts: saved, before }] });
    return { isDone: true, current: { ...saved, isHeld, byName: user.name, bySurname: user.surname } };
  });
}

/** Never the time that was there: a row that changed must not look unchanged to who has seen it. */
export function later(at: Date, before: Date | undefined): Date {
  return before && before >= at ? new Date(before.getTime() + 1) : at;
}

const NONE: Amounts = { purchase: null, sale: null };

function only(side: keyof Amounts, amounts: Amounts): Amounts {
  return { ...NONE, [side]: amounts[side] };
}

/** What is compared is held by nobody. */
export const COMPARED: Held = { heldAt: null, heldBy: [], formerPurchase: null, formerSale: null };

/** Over what was held already, it is still what was compared before that comes back. */
function holdOver(before: FixingState | null, next: Amounts, { user, act }: NewFixing): Held {
  const former = comparedBefore(before);
  // who fixed a side that stays had a hand in it, whether it was sent again or left out
  const stays = (side: keyof Amounts) => isSame(only(side, next), only(side, before ?? NONE));
  const others = before && (stays('purchase') || stays('sale')) ? before.heldBy : [];
  return {
    heldAt: act.at,
    heldBy: [...new Set([...others, user.id])],
    formerPurchase: former.purchase,
    formerSale: former.sale,
  };
}
