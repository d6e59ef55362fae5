import type { Db } from '../../db/open.ts';
import type { Act } from '../../http/actor.ts';
import { HttpError } from '../../http/http-error.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { type Counter, tellBranch } from './counters.queries.ts';
import { insertFixingLogs, lockCompanyFixings, saveFixings } from './fixings.queries.ts';
import { acceptFixing, deleteFixing, type FixingState, listFixingStates } from './held-fixings.queries.ts';
import { comparedBefore } from './judge-fixing.ts';
import { findFixing } from './rates.queries.ts';
import { COMPARED, later } from './set-fixings.ts';
import { changesOf } from './tell-held.ts';
import type { FixingResult } from './update-fixing.ts';

export type Review = Counter & {
  userId: number;
  base: string;
  code: string;
  /** the row's time as last seen */
  seenAt: Date;
  isAccepted: boolean;
  act: Act;
};

/**
 * Lets a held fixing be compared, or brings back what was compared before it; and writes it down. Does nothing when
 * the row is another one by now, or is held no more. Throws a 403 to who had a hand in the fixing.
 */
export async function reviewFixing(db: Db, review: Review): Promise<FixingResult> {
  const { companyId, branch, code, seenAt, userId, isAccepted, act } = review;
  const counter = { companyId, branch };
  return db.transaction().execute(async (trx) => {
    await lockCompanyFixings(trx, companyId);
    const [state = null] = await listFixingStates(trx, counter, [code]);
    if (!state?.heldAt || state.updatedAt.getTime() !== seenAt.getTime()) {
      return { isDone: false, current: await findFixing(trx, counter, code) };
    }
    if (state.heldBy.includes(userId)) {
      const sentence = 'Vous avez fixé ce taux : c’est à une autre personne de l’accepter ou de le refuser.';
      throw new HttpError(403, 'own_fixing', sentence);
    }
    const former = comparedBefore(state);
    if (isAccepted) await acceptFixing(trx, { ...counter, code, at: act.at });
    else await bringBack(trx, review, state);
    await writeAudit(trx, act, {
      action: isAccepted ? 'fixing.accepted' : 'fixing.refused',
      companyId,
      changes: {
        ...(await tellBranch(trx, counter)),
        ...(isAccepted ? changesOf(code, former, state) : changesOf(code, state, former)),
      },
    });
    return { isDone: true, current: await findFixing(trx, counter, code) };
  });
}

/** What was compared before, as a new line; where nothing was, the bureau fixes the currency no more. */
async function bringBack(trx: Db, review: Review, state: FixingState): Promise<void> {
  const { companyId, branch, userId, base, code, act } = review;
  const counter = { companyId, branch };
  const restored = {
    code,
    ...comparedBefore(state),
    updatedAt: later(act.at, state.updatedAt),
    ...COMPARED,
  };
  const isNothing = restored.purchase === null && restored.sale === null;
  if (isNothing) await deleteFixing(trx, counter, code);
  else await saveFixings(trx, counter, [restored]);
  const lines = { ...counter, userId, base, origin: 'review' as const, isRefusal: true };
  await insertFixingLogs(trx, lines, [restored]);
}
