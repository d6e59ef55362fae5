import { create } from 'zustand';
import type { Body } from '#domain/api.ts';
import type { RateRow } from '#domain/rates/fixing.ts';
import type { ReviewedRow } from '#domain/rates/review.ts';
import type { BatchConflict, BatchRefusal } from '#domain/sheets/batch.ts';
import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { call } from '#web/shared/api/client.ts';
import { newKey } from '#web/shared/api/new-key.ts';
import { useClientState } from '#web/shared/feedback/client-state.ts';
import { showFailure } from '#web/shared/feedback/failure.ts';
import { addresses } from '../../addresses.ts';
import { announce, announceFailure } from '../../announce.ts';
import { isString, shapeOf } from '../../shapes.ts';
import { readFromTab, storeInTab } from '../../tab-storage.ts';
import { clearPublishedCells, refuse } from './cells.ts';
import { branchBody, isCurrentBranch, markOvertaken, settleSaved, useDrafts } from './drafts.ts';
import { mergeRows } from './sheet-state.ts';

const LATE_MS = 5_000;
const RETRY_MS = 5_000;

/** Refusals before the server looks whether the batch was published. */
const UNDECIDED_STATUSES = [401, 403, 429];

type Batch = Body<'POST /api/fixings/batch'>;
/** Publication without an answer yet. Its key makes a repeated call publish once. */
type PendingPublication = { key: string; body: Batch; companyId: number | null; at: number };

/** Milliseconds. An older publication is not repeated, because its rates are out of date. */
const MAX_RETRY_AGE_MS = 600_000;

// `offline`: not sent yet, since the browser has no network.
export type PublicationState = 'sending' | 'late' | 'lost' | 'offline';

type Publication = { count: number; state: PublicationState };

export const usePublication = create<Publication>(() => ({ count: 0, state: 'sending' }));

export type Outcome = 'published' | 'moved' | 'refused' | 'failed';

/**
 * Publishes all reviewed rows or none, and returns once the server has answered. `byHandUntil`: rest of the
 * rules behind these rates; null: no rule rests.
 */
export function publish(
  lines: readonly ReviewedRow[],
  byHandUntil: Batch['by_hand_until'] | null = null,
): Promise<Outcome> {
  const { userId } = useDrafts.getState();
  const body: Batch = {
    ...branchBody(),
    base: lines[0]?.row.base ?? '',
    // dates of the reviewed rows, which may be newer than the drafts
    fixings: lines.map(({ row: { code, updated_at, purchase, sale }, amounts }) => ({
      currency: { code },
      amounts,
      updated_at,
      seen: { purchase, sale },
    })),
    origin: 'batch',
    ...(byHandUntil && { by_hand_until: byHandUntil }),
  };
  const owed: PendingPublication = { key: newKey(), body, companyId: ownCompany(), at: Date.now() };
  storePending(userId, owed);
  return sendUntilAnswered(owed, userId);
}

export function resumePublication(userId: number): void {
  if (usePublication.getState().count > 0) return;
  const owed = readFromTab<PendingPublication>(
    pendingKey(userId),
    shapeOf({ key: isString, body: shapeOf({}) }),
  );
  if (!owed) return;
  if (isRetryable(owed)) void sendUntilAnswered(owed, userId, true).then(announceMoved);
  else abandon(userId, ABANDONED);
}

export function announceMoved(outcome: Outcome): void {
  if (outcome === 'moved') announceFailure(MOVED);
}

const MOVED =
  'Publication arrêtée, car des taux ont changé entre-temps. Les vôtres sont gardés, à relire puis à publier.';

function isRetryable({ companyId, at }: PendingPublication): boolean {
  return companyId === ownCompany() && Math.abs(Date.now() - at) < MAX_RETRY_AGE_MS;
}

function ownCompany(): number | null {
  return useClientState.getState().user?.company_id ?? null;
}

function abandon(userId: number | null, sentence: string): void {
  storePending(userId, null);
  // the page may still be on its way
  announceFailure(sentence, addresses.fixings);
}

const ABANDONED =
  'Une publication est restée sans réponse et n’est plus redemandée. Si vos taux sont encore à publier, relisez-les puis publiez-les.';

const NEVER_SENT =
  'Publication arrêtée après dix minutes sans connexion. Vos taux sont restés ici, à relire puis à publier.';

/** Repeats the call until an answer comes: a lost answer or network neither loses nor doubles a publication. */
async function sendUntilAnswered(
  owed: PendingPublication,
  userId: number | null,
  isResumed = false,
): Promise<Outcome> {
  const count = owed.body.fixings.length;
  usePublication.setState({ count, state: 'sending' });
  let isUnknown = isResumed;
  let late: ReturnType<typeof setTimeout> | undefined;
  try {
    for (;;) {
      const isSent = navigator.onLine;
      if (isSent && usePublication.getState().state !== 'lost') {
        setState('sending');
        late = setTimeout(() => setState('late'), LATE_MS);
      }
      try {
        const { rates } = await call('POST /api/fixings/batch', {
          onLost: () => setState('lost'),
          body: owed.body,
          idempotencyKey: owed.key,
        });
        isUnknown = false;
        if (isCurrentBranch(owed.body)) {
          for (const row of rates) settleSaved(row);
          mergeRows(rates);
          clearPublishedCells(rates.map(({ code }) => code));
        }
        announce(formatPublished(rates));
        return 'published';
      } catch (error) {
        if (!isAnswerLost(error)) {
          // success still unknown: the call is repeated after the login, or once the limit allows it
          isUnknown &&= error instanceof ApiFailure && UNDECIDED_STATUSES.includes(error.status);
          return handleRefusal(error, isCurrentBranch(owed.body));
        }
        clearTimeout(late);
        isUnknown ||= isSent;
        setState(isUnknown ? 'lost' : 'offline');
        await waitForRetry();
        // never sent in another user's session
        if (useDrafts.getState().userId !== userId || !useClientState.getState().user) return 'failed';
        if (!isRetryable(owed)) {
          abandon(userId, isUnknown ? ABANDONED : NEVER_SENT);
          return 'failed';
        }
      }
    }
  } finally {
    clearTimeout(late);
    usePublication.setState({ count: 0 });
    if (!isUnknown) storePending(userId, null);
  }
}

function formatPublished(rates: readonly RateRow[]): string {
  const held = rates.filter((row) => row.held).length;
  const shown = rates.length - held;
  const published = shown === 1 ? '1 taux publié.' : `${shown} taux publiés.`;
  if (held === 0) return published;
  const waiting = `${held === 1 ? '1 taux retenu' : `${held} taux retenus`}\u00a0: une autre personne doit en décider.`;
  return shown === 0 ? waiting : `${published} ${waiting}`;
}

function handleRefusal(error: unknown, isHere: boolean): Outcome {
  if (error instanceof ApiFailure && error.code === 'fixings_changed') {
    // body of this code by the contract
    const { conflicts } = error.body as BatchConflict;
    if (isHere) {
      for (const row of conflicts) markOvertaken(row);
      mergeRows(conflicts);
    }
    return 'moved';
  }
  if (error instanceof ApiFailure && error.code === 'invalid_lines') {
    const { lines, message } = error.body as BatchRefusal;
    if (isHere) refuse(lines);
    announceFailure(message);
    return 'refused';
  }
  showFailure(error);
  return 'failed';
}

/** True for a missing answer, or one that does not tell whether the batch was published. */
function isAnswerLost(error: unknown): boolean {
  return error instanceof ApiFailure && (error.status === 0 || error.status >= 500);
}

function setState(state: PublicationState): void {
  usePublication.setState({ state });
}

function waitForRetry(): Promise<unknown> {
  return new Promise((resolve) => {
    setTimeout(resolve, RETRY_MS);
    addEventListener('online', resolve, { once: true });
  });
}

function storePending(userId: number | null, owed: PendingPublication | null): void {
  if (userId !== null) storeInTab(pendingKey(userId), owed);
}

function pendingKey(userId: number): string {
  return `parite-publication-${userId}`;
}
