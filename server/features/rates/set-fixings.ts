import type { FixingOrigin } from '#domain/rates/fixing.ts';
import { nextDate } from '#domain/rates/freshness.ts';
import type { PlausibilityLimits } from '#domain/rates/plausibility.ts';
import type { Db } from '../../db/open.ts';
import type { Act } from '../../http/actor.ts';
import { findRateOwner } from './find-rate-owner.ts';
import { insertFixingLogs, type NewState, saveFixings } from './fixings.queries.ts';
import { type FixingState, findMidRates, listFixingStates, type ReviewHold } from './held-fixings.queries.ts';
import { notifyHeld } from './notify-held.ts';
import { type Amounts, areEqual, lastCompared, requiresReview } from './plausibility.ts';
import type { RateOwner } from './rate-owners.queries.ts';
import type { FixingAmounts } from './rates.queries.ts';
import { pauseRulesByHand } from './stop-margins.ts';

export type NewAmounts = {
  code: string;
  purchase: string | null;
  sale: string | null;
  /** Time of the row as last seen. null: never fixed; undefined: any. */
  seenAt: Date | null | undefined;
  /** Amounts as last seen, so that a mere confirmation is no conflict. null: unknown. */
  seen: Amounts | null;
};

export type Setting = RateOwner & {
  user: { id: number; name: string; surname: string } | null;
  base: string;
  act: Act;
  origin: FixingOrigin;
  fixings: readonly NewAmounts[];
  /** Pause of the margin rules of these currencies. Left out: paused rules stay paused, others run on. */
  byHandUntil?: 'midnight' | 'given_back' | undefined;
};

type Change = NewState & { code: string; before: FixingState | null };

/** Conflicting codes and then no change, or the changed rows. */
export type SetFixings = { moved: readonly string[]; set: ReadonlyMap<string, FixingAmounts> };

/**
 * Fixes currencies with a log line each, all or none when a row is not as seen. Unchanged amounts get no
 * line and are not renewed, because confirming is a separate call; the caller holds the lock of the
 * company's fixings.
 */
export async function setFixings(
  trx: Db,
  setting: Setting,
  limits: PlausibilityLimits,
  batchOf: (changed: readonly Change[]) => Promise<number | null> = async () => null,
): Promise<SetFixings> {
  const { companyId, branch, user, base, act, origin, fixings, byHandUntil } = setting;
  // the branch may have closed while the lock was awaited
  const owner = await findRateOwner(trx, companyId, branch ?? undefined);
  const codes = fixings.map(({ code }) => code);
  const states = new Map((await listFixingStates(trx, owner, codes)).map((state) => [state.code, state]));
  const moved = fixings.filter((fixing) => isConflict(fixing, states.get(fixing.code)));
  if (moved.length > 0) return { moved: moved.map(({ code }) => code), set: new Map() };
  const mids = await findMidRates(trx, codes);
  const changed = fixings.flatMap((fixing): Change[] => {
    const { code } = fixing;
    const before = states.get(code) ?? null;
    const amounts = {
      purchase: fixing.purchase ?? before?.purchase ?? null,
      sale: fixing.sale ?? before?.sale ?? null,
    };
    if (before && areEqual(amounts, before)) return [];
    const isHeld = requiresReview(amounts, { mid: mids.get(code), before, at: act.at }, limits);
    const state = isHeld ? mergeHold(before, amounts, setting) : COMPARED;
    return [{ code, before, ...amounts, updatedAt: nextDate(act.at, before?.updatedAt), ...state }];
  });
  if (changed.length === 0) return { moved: [], set: new Map() };
  const batchId = await batchOf(changed);
  const saved = await saveFixings(trx, owner, changed);
  await insertFixingLogs(trx, { ...owner, userId: user?.id ?? null, base, origin, batchId }, changed);
  const fixedCodes = changed.map(({ code }) => code);
  const until = byHandUntil ?? 'midnight';
  // margin rules belong to the company alone
  if (branch === null) {
    const isAsked = byHandUntil !== undefined;
    await pauseRulesByHand(trx, { companyId, codes: fixedCodes, until, isAsked, at: act.at });
  }
  const held = changed.filter(({ heldAt }) => heldAt);
  if (held.length > 0) {
    const notices = held.map((fixing) => ({ code: fixing.code, amounts: fixing, before: fixing.before }));
    await notifyHeld(trx, act, { ...owner, fixings: notices });
  }
  const by = { byName: user?.name ?? null, bySurname: user?.surname ?? null };
  return { moved: [], set: new Map(saved.map(({ code, ...row }) => [code, { ...row, ...by }])) };
}

/** true: the row is not as seen. A row held meanwhile counts, though its amounts are the same. */
function isConflict({ seenAt, seen }: NewAmounts, now: FixingState | undefined): boolean {
  if (seenAt === undefined || seenAt?.getTime() === now?.updatedAt.getTime()) return false;
  return !(now && seenAt && seen && !now.heldAt && areEqual(seen, now));
}

const NONE: Amounts = { purchase: null, sale: null };

function only(side: keyof Amounts, amounts: Amounts): Amounts {
  return { ...NONE, [side]: amounts[side] };
}

export const COMPARED: ReviewHold = { heldAt: null, heldBy: [], formerPurchase: null, formerSale: null };

/** Hold that keeps the amounts compared before the first of several held fixings. */
function mergeHold(before: FixingState | null, next: Amounts, { user, act }: Setting): ReviewHold {
  const former = lastCompared(before);
  // the author of an unchanged side stays among those who set the fixing
  const stays = (side: keyof Amounts) => areEqual(only(side, next), only(side, before ?? NONE));
  const others = before && (stays('purchase') || stays('sale')) ? before.heldBy : [];
  return {
    heldAt: act.at,
    heldBy: [...new Set([...others, ...(user ? [user.id] : [])])],
    formerPurchase: former.purchase,
    formerSale: former.sale,
  };
}
