import type { FixingOrigin } from '#domain/fixings/fixing.ts';
import type { PlausibilityLimits } from '#domain/fixings/plausibility.ts';
import type { Db } from '../../db/open.ts';
import type { Act } from '../../http/actor.ts';
import type { Counter } from './counters.queries.ts';
import { insertFixingLogs, type NewState, saveFixings } from './fixings.queries.ts';
import { type FixingState, findMidRates, type Held, listFixingStates } from './held-fixings.queries.ts';
import { type Amounts, comparedBefore, isSame, judge } from './judge-fixing.ts';
import { ownCounter } from './own-counter.ts';
import type { FixingAmounts } from './rates.queries.ts';
import { stopByHand } from './stop-margins.ts';
import { tellHeld } from './tell-held.ts';

/** What is to be fixed of one currency. */
export type NewAmounts = {
  code: string;
  /** null keeps the value */
  purchase: string | null;
  sale: string | null;
  /** the row's time as last seen; null: never fixed; undefined: whatever it is */
  seenAt: Date | null | undefined;
  /** its amounts then: a row that still has them was only confirmed since; null: nobody says */
  seen: Amounts | null;
};

export type Setting = Counter & {
  /** null: by the command line */
  user: { id: number; name: string; surname: string } | null;
  base: string;
  act: Act;
  origin: FixingOrigin;
  fixings: readonly NewAmounts[];
  /** for how long the rules of what is fixed rest; left out: nobody said, and what rests goes on resting as it does */
  byHandUntil?: 'midnight' | 'given_back' | undefined;
};

type Change = NewState & { code: string; before: FixingState | null };

/** By code: the rows that moved meanwhile, then nothing is done; else what was changed, as it is now. */
export type SetFixings = { moved: readonly string[]; set: ReadonlyMap<string, FixingAmounts> };

/**
 * Fixes currencies and writes a log line for each, all or none: none where a row is another one than was seen. Amounts
 * that are there already are done without a line, and are not renewed: confirming is a call of its own. To be called by
 * who holds the lock of the company's fixings; `batchOf` gives the batch that they belong to, by what is changed.
 */
export async function setFixings(
  trx: Db,
  setting: Setting,
  limits: PlausibilityLimits,
  batchOf: (changed: readonly Change[]) => Promise<number | null> = async () => null,
): Promise<SetFixings> {
  const { companyId, branch, user, base, act, origin, fixings, byHandUntil } = setting;
  // it may have been closed while the lock was waited for
  const counter = await ownCounter(trx, companyId, branch ?? undefined);
  const codes = fixings.map(({ code }) => code);
  const states = new Map((await listFixingStates(trx, counter, codes)).map((state) => [state.code, state]));
  const moved = fixings.filter((fixing) => isMoved(fixing, states.get(fixing.code)));
  if (moved.length > 0) return { moved: moved.map(({ code }) => code), set: new Map() };
  const mids = await findMidRates(trx, codes);
  const changed = fixings.flatMap((fixing): Change[] => {
    const { code } = fixing;
    const before = states.get(code) ?? null;
    const amounts = {
      purchase: fixing.purchase ?? before?.purchase ?? null,
      sale: fixing.sale ?? before?.sale ?? null,
    };
    if (before && isSame(amounts, before)) return [];
    const isHeld = judge(amounts, { mid: mids.get(code), before, at: act.at }, limits);
    const state = isHeld ? holdOver(before, amounts, setting) : COMPARED;
    return [{ code, before, ...amounts, updatedAt: later(act.at, before?.updatedAt), ...state }];
  });
  if (changed.length === 0) return { moved: [], set: new Map() };
  const batchId = await batchOf(changed);
  const saved = await saveFixings(trx, counter, changed);
  await insertFixingLogs(trx, { ...counter, userId: user?.id ?? null, base, origin, batchId }, changed);
  const fixedCodes = changed.map(({ code }) => code);
  const until = byHandUntil ?? 'midnight';
  // rules are the company's own
  if (branch === null) {
    const isAsked = byHandUntil !== undefined;
    await stopByHand(trx, { companyId, codes: fixedCodes, until, isAsked, at: act.at });
  }
  const held = changed.filter(({ heldAt }) => heldAt);
  if (held.length > 0) {
    const told = held.map((one) => ({ code: one.code, amounts: one, before: one.before }));
    await tellHeld(trx, act, { ...counter, fixings: told });
  }
  const by = { byName: user?.name ?? null, bySurname: user?.surname ?? null };
  return { moved: [], set: new Map(saved.map(({ code, ...row }) => [code, { ...row, ...by }])) };
}

/** True for a row that is another one than was seen. What was held meanwhile is, though its amounts are the same. */
function isMoved({ seenAt, seen }: NewAmounts, now: FixingState | undefined): boolean {
  if (seenAt === undefined || seenAt?.getTime() === now?.updatedAt.getTime()) return false;
  return !(now && seenAt && seen && !now.heldAt && isSame(seen, now));
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
function holdOver(before: FixingState | null, next: Amounts, { user, act }: Setting): Held {
  const former = comparedBefore(before);
  // who fixed a side that stays had a hand in it, whether it was sent again or left out
  const stays = (side: keyof Amounts) => isSame(only(side, next), only(side, before ?? NONE));
  const others = before && (stays('purchase') || stays('sale')) ? before.heldBy : [];
  return {
    heldAt: act.at,
    heldBy: [...new Set([...others, ...(user ? [user.id] : [])])],
    formerPurchase: former.purchase,
    formerSale: former.sale,
  };
}
