import { create } from 'zustand';
import type { Body } from '#domain/api.ts';
import type { ReviewedRow } from '#domain/rates/review.ts';
import type { BatchConflict, BatchRefusal } from '#domain/sheets/batch.ts';
import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { call } from '#web/shared/api/client.ts';
import { useClientState } from '#web/shared/feedback/client-state.ts';
import { showFailure } from '#web/shared/feedback/failure.ts';
import { announce, announceFailure } from '../../announce.ts';
import { forgetPublished, refuse } from './cells.ts';
import { isCounter, keepOvertaken, keepSaved, ofCounter, useDrafts } from './drafts.ts';
import { takeRows } from './sheet-state.ts';

/** After this it is said that an answer is still waited for. */
const LATE = 15_000;
/** How long after a call that nobody answered it is asked again. */
const PAUSE = 5_000;

/** Answers of who has not looked whether it was published. */
const KNOWS_NOTHING = [401, 403, 429];

type Batch = Body<'POST /api/fixings/batch'>;
/** What was sent, of which bureau and when, until it is answered: asked again with the same key, it is published once. */
type Owed = { key: string; body: Batch; companyId: number | null; at: number };

/** For how long what nobody answered is asked again unasked: later, its rates are no longer those of the moment. */
const OWED_FOR = 600_000;

type Publication = {
  /** how many currencies are being published; 0: nothing is */
  count: number;
  state: 'sending' | 'late' | 'lost';
};

export const usePublication = create<Publication>(() => ({ count: 0, state: 'sending' }));

export type Outcome = 'published' | 'moved' | 'refused' | 'failed';

/**
 * Publishes what was reviewed, all of it or nothing. Does not answer before the server has. `byHandUntil`: for how long the
 * rules of what follows the mid rate are to rest; null: none does.
 */
export function publish(
  lines: readonly ReviewedRow[],
  byHandUntil: Batch['by_hand_until'] | null = null,
): Promise<Outcome> {
  const { userId } = useDrafts.getState();
  const body: Batch = {
    ...ofCounter(),
    base: lines[0]?.row.base ?? '',
    // the row that the review showed, whatever was there when the draft was begun
    fixings: lines.map(({ row: { code, updated_at, purchase, sale }, amounts }) => ({
      currency: { code },
      amounts,
      updated_at,
      seen: { purchase, sale },
    })),
    origin: 'batch',
    ...(byHandUntil && { by_hand_until: byHandUntil }),
  };
  const owed: Owed = { key: newKey(), body, companyId: ownCompany(), at: Date.now() };
  keepOwed(userId, owed);
  return settle(owed, userId);
}

/** Unlike randomUUID, this works on a host without HTTPS too. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Asks again what was sent before the page was left and never answered, unless that is long ago. */
export function resumePublication(userId: number): void {
  if (usePublication.getState().count > 0) return;
  const owed = readOwed(userId);
  if (!owed) return;
  if (isStillOwed(owed)) void settle(owed, userId, true).then(sayMoved);
  else forget(userId);
}

/** Where no review shows it: nothing was published. */
export function sayMoved(outcome: Outcome): void {
  if (outcome === 'moved') announceFailure(MOVED);
}

const MOVED =
  'Rien n’a été publié : des taux ont changé entre-temps. Les vôtres sont gardés, à relire puis à publier.';

function isStillOwed({ companyId, at }: Owed): boolean {
  return companyId === ownCompany() && Math.abs(Date.now() - at) < OWED_FOR;
}

function ownCompany(): number | null {
  return useClientState.getState().user?.company_id ?? null;
}

/** The drafts stay, to be read and published once more by whoever still wants them. */
function forget(userId: number | null): void {
  keepOwed(userId, null);
  announceFailure(FORGOTTEN);
}

const FORGOTTEN =
  'Une publication est restée sans réponse et n’est plus redemandée. Si vos taux sont encore à publier, relisez-les puis publiez-les.';

/** Sends until somebody answers: neither a lost answer nor a lost network loses or doubles anything. */
async function settle(owed: Owed, userId: number | null, isResumed = false): Promise<Outcome> {
  const count = owed.body.fixings.length;
  usePublication.setState({ count, state: 'sending' });
  let isUnknown = isResumed;
  const late = setTimeout(() => setState('late'), LATE);
  try {
    for (;;) {
      try {
        const { rates } = await call('POST /api/fixings/batch', {
          wait: 'endless',
          body: owed.body,
          idempotencyKey: owed.key,
        });
        isUnknown = false;
        if (isCounter(owed.body)) {
          for (const row of rates) keepSaved(row);
          takeRows(rates);
          forgetPublished(rates.map(({ code }) => code));
        }
        announce(count === 1 ? '1 taux publié.' : `${count} taux publiés.`);
        return 'published';
      } catch (error) {
        if (!isAnswerLost(error)) {
          // whether it was published is then asked again: after the login, or once it may be
          isUnknown &&= error instanceof ApiFailure && KNOWS_NOTHING.includes(error.status);
          return refusalOf(error, isCounter(owed.body));
        }
        clearTimeout(late);
        isUnknown = true;
        setState('lost');
        await pause();
        // another user's session sends nothing of this one
        if (useDrafts.getState().userId !== userId || !useClientState.getState().user) return 'failed';
        if (!isStillOwed(owed)) {
          forget(userId);
          return 'failed';
        }
      }
    }
  } finally {
    clearTimeout(late);
    usePublication.setState({ count: 0 });
    if (!isUnknown) keepOwed(userId, null);
  }
}

/** What the server would not publish: the drafts stay, and each row says why it was not. */
function refusalOf(error: unknown, isHere: boolean): Outcome {
  if (error instanceof ApiFailure && error.code === 'fixings_changed') {
    // the call answers this body with that code
    const { conflicts } = error.body as BatchConflict;
    if (isHere) {
      for (const row of conflicts) keepOvertaken(row);
      takeRows(conflicts);
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

/** It may have been published: no answer came, or one that knows nothing of it. */
function isAnswerLost(error: unknown): boolean {
  return error instanceof ApiFailure && (error.status === 0 || error.status >= 500);
}

function setState(state: Publication['state']): void {
  usePublication.setState({ state });
}

/** Until the network comes back, as far as the browser knows, or some seconds. */
function pause(): Promise<unknown> {
  return new Promise((resolve) => {
    setTimeout(resolve, PAUSE);
    addEventListener('online', resolve, { once: true });
  });
}

function keepOwed(userId: number | null, owed: Owed | null): void {
  if (userId === null) return;
  try {
    if (owed) sessionStorage.setItem(owedKey(userId), JSON.stringify(owed));
    else sessionStorage.removeItem(owedKey(userId));
  } catch {
    // where a browser keeps nothing, the answer is waited for as long as the page is there
  }
}

function readOwed(userId: number): Owed | null {
  try {
    return JSON.parse(sessionStorage.getItem(owedKey(userId)) ?? 'null');
  } catch {
    return null;
  }
}

function owedKey(userId: number): string {
  return `parite-publication-${userId}`;
}
