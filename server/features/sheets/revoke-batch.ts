import { nextDate } from '#domain/rates/freshness.ts';
import type { PlausibilityLimits } from '#domain/rates/plausibility.ts';
import type { Db } from '../../db/open.ts';
import type { Act } from '../../http/actor.ts';
import { HttpError } from '../../http/http-error.ts';
import { insertFixingLogs, saveFixings } from '../rates/fixings.queries.ts';
import {
  deleteFixing,
  type FixingState,
  findMidRates,
  listFixingStates,
} from '../rates/held-fixings.queries.ts';
import { notifyHeld } from '../rates/notify-held.ts';
import { requiresReview } from '../rates/plausibility.ts';
import type { RateOwner } from '../rates/rate-owners.queries.ts';
import { restoreRules } from '../rates/stop-margins.ts';
import { findBatch, markRevoked } from './batches.queries.ts';

export const REVOCABLE_FOR = 3_600_000;

export type BatchRevocation = { companyId: number; userId: number; base: string; batchId: number; act: Act };

/**
 * Restores every row to its state and age before a batch with a log line each, or returns the rows changed
 * since and restores none. Paused rules resume, and amounts that the mid rate has left come back held
 * unless a second person had accepted them.
 */
export async function revokeBatch(
  trx: Db,
  { companyId, userId, base, batchId, act }: BatchRevocation,
  limits: PlausibilityLimits,
): Promise<{ owner: RateOwner; codes: readonly string[]; moved: readonly string[] }> {
  const batch = await findBatch(trx, companyId, batchId);
  if (!batch) throw new HttpError(404, 'not_found', 'Cette publication n’existe pas.');
  if (batch.takenBackAt) {
    throw new HttpError(409, 'already_taken_back', 'Cette publication a déjà été reprise.');
  }
  if (act.at.getTime() - batch.at.getTime() > REVOCABLE_FOR) {
    throw new HttpError(
      409,
      'too_late',
      'Cette publication a plus d’une heure. Elle ne peut plus être reprise.',
    );
  }
  const owner = { companyId, branch: batch.branch };
  const codes = batch.former.map(({ code }) => code);
  const states = new Map((await listFixingStates(trx, owner, codes)).map((state) => [state.code, state]));
  const moved = batch.former.filter(
    ({ code, before }) =>
      states.get(code)?.updatedAt.getTime() !== nextDate(batch.at, before?.updatedAt).getTime(),
  );
  if (moved.length > 0) return { owner, codes, moved: moved.map(({ code }) => code) };
  for (const { code, before } of batch.former) if (!before) await deleteFixing(trx, owner, code);
  const mids = await findMidRates(trx, codes);
  const isDoubtful = (state: FixingState) =>
    !state.heldAt &&
    !state.acceptedAt &&
    requiresReview(state, { mid: mids.get(state.code), before: state, at: act.at }, limits);
  const former = batch.former.flatMap(({ before }) => before ?? []);
  const doubtful = former.filter(isDoubtful);
  const kept = former.map((state) =>
    doubtful.includes(state) ? { ...state, heldAt: act.at, heldBy: [userId] } : state,
  );
  if (kept.length > 0) await saveFixings(trx, owner, kept);
  const lines = codes.map((code) => lineOf(code, kept.find((state) => state.code === code) ?? null, act.at));
  await insertFixingLogs(trx, { ...owner, userId, base, origin: 'batch', batchId }, lines);
  await markRevoked(trx, batchId, act.at);
  if (owner.branch === null) {
    await restoreRules(trx, { companyId, former: batch.former, stoppedAt: batch.at, at: act.at });
  }
  if (doubtful.length > 0) {
    const fixings = doubtful.map((before) => ({ code: before.code, amounts: before, before }));
    await notifyHeld(trx, act, { ...owner, fixings });
  }
  return { owner, codes, moved: [] };
}

function lineOf(code: string, before: FixingState | null, at: Date) {
  const { purchase = null, sale = null, heldAt = null } = before ?? {};
  return { code, purchase, sale, heldAt, updatedAt: at };
}
