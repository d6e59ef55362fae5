import type { PlausibilityLimits } from '#domain/fixings/plausibility.ts';
import type { Db } from '../../db/open.ts';
import type { Act } from '../../http/actor.ts';
import { HttpError } from '../../http/http-error.ts';
import type { Counter } from '../rates/counters.queries.ts';
import { insertFixingLogs, saveFixings } from '../rates/fixings.queries.ts';
import {
  deleteFixing,
  type FixingState,
  findMidRates,
  listFixingStates,
} from '../rates/held-fixings.queries.ts';
import { judge } from '../rates/judge-fixing.ts';
import { later } from '../rates/set-fixings.ts';
import { undoStops } from '../rates/stop-margins.ts';
import { tellHeld } from '../rates/tell-held.ts';
import { findBatch, noteTakenBack } from './batches.queries.ts';

/** How long a batch may be taken back. */
export const TAKEN_BACK_WITHIN = 3_600_000;

export type TakeBack = { companyId: number; userId: number; base: string; batchId: number; act: Act };

/**
 * Brings back each row as it was before a batch, with its age, and writes its line; or does nothing when one of them was
 * changed since, and gives those by code. A rule that the batch let rest goes on as it did. What the mid rate has moved
 * away from comes back held, as when it is confirmed, unless a second person had accepted it. To be called by who holds
 * the lock of the company's fixings.
 */
export async function takeBack(
  trx: Db,
  { companyId, userId, base, batchId, act }: TakeBack,
  limits: PlausibilityLimits,
): Promise<{ counter: Counter; codes: readonly string[]; moved: readonly string[] }> {
  const batch = await findBatch(trx, companyId, batchId);
  if (!batch) throw new HttpError(404, 'not_found', 'Cette publication n’existe pas.');
  if (batch.takenBackAt) {
    throw new HttpError(409, 'already_taken_back', 'Cette publication a déjà été reprise.');
  }
  if (act.at.getTime() - batch.at.getTime() > TAKEN_BACK_WITHIN) {
    throw new HttpError(409, 'too_late', 'Cette publication a plus d’une heure : elle ne se reprend plus.');
  }
  const counter = { companyId, branch: batch.branch };
  const codes = batch.former.map(({ code }) => code);
  const states = new Map((await listFixingStates(trx, counter, codes)).map((state) => [state.code, state]));
  const moved = batch.former.filter(
    ({ code, before }) =>
      states.get(code)?.updatedAt.getTime() !== later(batch.at, before?.updatedAt).getTime(),
  );
  if (moved.length > 0) return { counter, codes, moved: moved.map(({ code }) => code) };
  for (const { code, before } of batch.former) if (!before) await deleteFixing(trx, counter, code);
  const mids = await findMidRates(trx, codes);
  const isDoubtful = (state: FixingState) =>
    !state.heldAt &&
    !state.acceptedAt &&
    judge(state, { mid: mids.get(state.code), before: state, at: act.at }, limits);
  const former = batch.former.flatMap(({ before }) => before ?? []);
  const doubtful = former.filter(isDoubtful);
  const kept = former.map((state) =>
    doubtful.includes(state) ? { ...state, heldAt: act.at, heldBy: [userId] } : state,
  );
  if (kept.length > 0) await saveFixings(trx, counter, kept);
  const lines = codes.map((code) => lineOf(code, kept.find((state) => state.code === code) ?? null, act.at));
  await insertFixingLogs(trx, { ...counter, userId, base, origin: 'batch', batchId }, lines);
  await noteTakenBack(trx, batchId, act.at);
  if (counter.branch === null) {
    await undoStops(trx, { companyId, former: batch.former, stoppedAt: batch.at, at: act.at });
  }
  if (doubtful.length > 0) {
    const fixings = doubtful.map((before) => ({ code: before.code, amounts: before, before }));
    await tellHeld(trx, act, { ...counter, fixings });
  }
  return { counter, codes, moved: [] };
}

function lineOf(code: string, before: FixingState | null, at: Date) {
  const { purchase = null, sale = null, heldAt = null } = before ?? {};
  return { code, purchase, sale, heldAt, updatedAt: at };
}
