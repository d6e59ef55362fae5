import { nextDate } from '#domain/rates/freshness.ts';
import type { Db } from '../../db/open.ts';
import type { Act } from '../../http/actor.ts';
import { HttpError } from '../../http/http-error.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { insertFixingLogs, lockCompanyFixings, saveFixings } from './fixings.queries.ts';
import { acceptFixing, deleteFixing, type FixingState, listFixingStates } from './held-fixings.queries.ts';
import { diffFixing } from './notify-held.ts';
import { lastCompared } from './plausibility.ts';
import { describeBranch, type RateOwner } from './rate-owners.queries.ts';
import { findFixing } from './rates.queries.ts';
import { COMPARED } from './set-fixings.ts';
import type { FixingResult } from './update-fixing.ts';

export type Review = RateOwner & {
  userId: number;
  base: string;
  code: string;
  seenAt: Date;
  isAccepted: boolean;
  act: Act;
};

/**
 * Accepts a held fixing, or restores the amounts compared before, and journals it. A row that changed
 * meanwhile is left alone; an actor who set the amounts gets a 403.
 */
export async function reviewFixing(db: Db, review: Review): Promise<FixingResult> {
  const { companyId, branch, code, seenAt, userId, isAccepted, act } = review;
  const owner = { companyId, branch };
  return db.transaction().execute(async (trx) => {
    await lockCompanyFixings(trx, companyId);
    const [state = null] = await listFixingStates(trx, owner, [code]);
    if (!state?.heldAt || state.updatedAt.getTime() !== seenAt.getTime()) {
      return { isDone: false, current: await findFixing(trx, owner, code) };
    }
    if (state.heldBy.includes(userId)) {
      const sentence = 'Vous avez fixé ce taux. C’est à une autre personne de l’accepter ou de le refuser.';
      throw new HttpError(403, 'own_fixing', sentence);
    }
    const former = lastCompared(state);
    if (isAccepted) await acceptFixing(trx, { ...owner, code, at: act.at });
    else await restoreFormer(trx, review, state);
    await writeAudit(trx, act, {
      action: isAccepted ? 'fixing.accepted' : 'fixing.refused',
      companyId,
      changes: {
        ...(await describeBranch(trx, owner)),
        ...(isAccepted ? diffFixing(code, former, state) : diffFixing(code, state, former)),
      },
    });
    return { isDone: true, current: await findFixing(trx, owner, code) };
  });
}

async function restoreFormer(trx: Db, review: Review, state: FixingState): Promise<void> {
  const { companyId, branch, userId, base, code, act } = review;
  const owner = { companyId, branch };
  const restored = {
    code,
    ...lastCompared(state),
    updatedAt: nextDate(act.at, state.updatedAt),
    ...COMPARED,
  };
  const isNothing = restored.purchase === null && restored.sale === null;
  if (isNothing) await deleteFixing(trx, owner, code);
  else await saveFixings(trx, owner, [restored]);
  const lines = { ...owner, userId, base, origin: 'review' as const, isRefusal: true };
  await insertFixingLogs(trx, lines, [restored]);
}
