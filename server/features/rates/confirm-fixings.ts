import type { PlausibilityLimits } from '#domain/fixings/plausibility.ts';
import type { Db } from '../../db/open.ts';
import type { Act } from '../../http/actor.ts';
import { lockCompanyFixings, type Renewal, renewFixings } from './fixings.queries.ts';
import { addHand, findMidRates, holdFixings, listFixingStates } from './held-fixings.queries.ts';
import { judge } from './judge-fixing.ts';
import { tellHeld } from './tell-held.ts';

type Confirmation = Renewal & {
  act: Act;
  /** by code, the rows' ages as last seen, of those that were */
  seenAt: ReadonlyMap<string, Date>;
};

/**
 * Renews these fixings as they are, and writes their log lines: all or none. Gives the currencies that the bureau has
 * not fixed, and those that changed since they were seen; when there is one, nothing is done. What is held stays so, and
 * what the mid rate has moved away from is held from now on, unless a second person has accepted it as it is.
 */
export async function confirmFixings(
  db: Db,
  { act, seenAt, ...renewal }: Confirmation,
  limits: PlausibilityLimits,
): Promise<{ missing: readonly string[]; moved: readonly string[] }> {
  const { companyId, branch, codes, userId, at } = renewal;
  const counter = { companyId, branch };
  return db.transaction().execute(async (trx) => {
    await lockCompanyFixings(trx, companyId);
    const states = await listFixingStates(trx, counter, codes);
    const fixed = new Set(states.map(({ code }) => code));
    const missing = codes.filter((code) => !fixed.has(code));
    const moved = states
      .filter(
        ({ code, updatedAt }) => seenAt.has(code) && seenAt.get(code)?.getTime() !== updatedAt.getTime(),
      )
      .map(({ code }) => code);
    if (missing.length > 0 || moved.length > 0) return { missing, moved };
    const mids = await findMidRates(trx, codes);
    const doubtful = states.filter(
      (before) =>
        !before.heldAt &&
        !before.acceptedAt &&
        judge(before, { mid: mids.get(before.code), before, at }, limits),
    );
    await addHand(trx, { ...counter, codes, userId });
    if (doubtful.length > 0) {
      await holdFixings(trx, { ...counter, codes: doubtful.map(({ code }) => code), userId, at });
    }
    await renewFixings(trx, renewal);
    if (doubtful.length > 0) {
      const fixings = doubtful.map((before) => ({ code: before.code, amounts: before, before }));
      await tellHeld(trx, act, { ...counter, fixings });
    }
    return { missing, moved };
  });
}
