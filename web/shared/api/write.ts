import type { ApiError } from '#domain/call.ts';
import type { Outcome } from '#domain/outcomes/outcome.ts';
import { showWait } from '../feedback/wait-notice.ts';
import { ApiFailure, failureOf, isLost, networkFailure, OUTCOME_UNKNOWN } from './api-failure.ts';
import { newKey } from './new-key.ts';

type Answered = { body: unknown; headers: Headers };
type Sent = { idempotencyKey?: string; onLost?: () => void; signal?: AbortSignal; body?: unknown };
type Exchange = (name: string, sent: Sent) => Promise<Answered>;

const LATE_MS = 5_000;
const LATE = 'Cela prend plus de temps que d’habitude. Votre demande est en cours. Ne la refaites pas.';
const ASKING = 'La réponse s’est perdue. Nous demandons au service ce qu’est devenue votre demande.';
const NOT_RECEIVED = 'Votre demande n’est pas arrivée, et n’aura aucun effet. Vous pouvez recommencer.';
const UNKNOWN =
  'Nous n’avons pas pu savoir si votre demande a été faite. Rechargez la page pour le vérifier, avant de recommencer.';

const WAITS_MS = [0, 1_000, 2_000];
const LAST_WAIT_MS = 5_000;
const MOST_WAITED_MS = 600_000;
/** Answers to a question that is asked again: too many calls, or the database is away. */
const ASKED_AGAIN = [429, 503];

/**
 * Sends a write and waits for its answer without a limit. After a lost answer, asks what became of it and ends as
 * the answer would have (contract 3).
 */
export async function write(exchange: Exchange, name: string, sent: Sent): Promise<Answered> {
  if (!navigator.onLine) throw networkFailure();
  const { idempotencyKey: ownKey, onLost } = sent;
  const key = ownKey ?? newKey();
  const show = onLost ? () => undefined : showWait();
  const late = setTimeout(() => show(LATE), LATE_MS);
  try {
    return await exchange(name, { ...sent, idempotencyKey: key });
  } catch (error) {
    if (!isLost(error) || sent.signal?.aborted) throw error;
    clearTimeout(late);
    show(ASKING);
    onLost?.();
    if (ownKey && onLost) throw error;
    if (ownKey) return await untilAnswered(() => exchange(name, sent));
    const ask = () => findOutcome(exchange, name, key);
    // a refused question, as by a server of a former release, answers nothing
    const outcome = await untilAnswered(ask).catch(() => null);
    if (!outcome) throw unknownFailure();
    return settle(outcome);
  } finally {
    clearTimeout(late);
    show('');
  }
}

async function untilAnswered<T>(ask: () => Promise<T | undefined>): Promise<T> {
  const startedAt = Date.now();
  for (let asked = 0; Date.now() - startedAt < MOST_WAITED_MS; asked += 1) {
    await waitOrReturnOnline(WAITS_MS[asked] ?? LAST_WAIT_MS);
    try {
      const answer = await ask();
      if (answer) return answer;
    } catch (error) {
      if (!isLost(error) && !(error instanceof ApiFailure && ASKED_AGAIN.includes(error.status))) throw error;
    }
  }
  throw unknownFailure();
}

type Known = Exclude<Outcome, { state: 'under_way' }>;

async function findOutcome(exchange: Exchange, name: string, key: string): Promise<Known | undefined> {
  const isPublic = /\/api\/(public|traveller)\//.test(name);
  const { body } = await exchange(`POST /api/${isPublic ? 'public/' : ''}outcome`, { body: { key } });
  // answer of the table of calls
  const outcome = body as Outcome;
  return outcome.state === 'under_way' ? undefined : (outcome as Known);
}

function settle(outcome: Known): Answered {
  if (outcome.state === 'not_received') throw new ApiFailure(0, NOT_RECEIVED, 'not_received');
  if (outcome.state !== 'answered') throw unknownFailure();
  const { status, body } = outcome;
  // error of contract 3
  if (status >= 400) throw failureOf(status, (body ?? {}) as Partial<ApiError>);
  return { body: body ?? {}, headers: new Headers() };
}

function unknownFailure(): ApiFailure {
  return new ApiFailure(0, UNKNOWN, OUTCOME_UNKNOWN);
}

function waitOrReturnOnline(ms: number): Promise<unknown> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
    addEventListener('online', resolve, { once: true });
  });
}
