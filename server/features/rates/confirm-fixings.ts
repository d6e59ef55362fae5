import type { PlausibilityLimits } from '#domain/rates/plausibility.ts';
import type { Db } from '../../db/open.ts';
import type { Act } from '../../http/actor.ts';
import { lockCompanyFixings, type Renewal, renewFixings } from './fixings.queries.ts';
import { addHoldAuthor, findMidRates, holdFixings, listFixingStates } from './held-fixings.queries.ts';
import { notifyHeld } from './notify-held.ts';
import { requiresReview } from './plausibility.ts';

type Confirmation = Renewal & {
  act: Act;
  seenAt: ReadonlyMap<string, Date>;
};

/**
 * Renews all fixings with their log lines, or none and returns the unknown currencies and those that
 * changed since they were seen. Held fixings stay held, and amounts that the mid rate has left are held now
 * unless a second person had accepted them.
 */
export async function confirmFixings(
  db: Db,
  { act, seenAt, ...renewal }: Confirmation,
  limits: PlausibilityLimits,
): Promise<{ missing: readonly string[]; moved: readonly string[] }> {
  const { companyId, branch, codes, userId, at } = renewal;
  const owner = { companyId, branch };
  return db.transaction().execute(async (trx) => {
    await lockCompanyFixings(trx, companyId);
    const states = await listFixingStates(trx, owner, codes);
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
        requiresReview(before, { mid: mids.get(before.code), before, at }, limits),
    );
    await addHoldAuthor(trx, { ...owner, codes, userId });
    if (doubtful.length > 0) {
      await holdFixings(trx, { ...owner, codes: doubtful.map(({ code }) => code), userId, at });
    }
    await renewFixings(trx, renewal);
    if (doubtful.length > 0) {
      const fixings = doubtful.map((before) => ({ code: before.code, amounts: before, before }));
      await notifyHeld(trx, act, { ...owner, fixings });
    }
    return { missing, moved };
  });
}
