import { beforeEach, expect, test, vi } from 'vitest';
import { api, type CallName } from '#domain/api.ts';
import { ApiFailure } from './api-failure.ts';
import { call, READ } from './client.ts';
import './write.ts';

// Every write of the table of calls, whose answer is late, lost or never comes.

const names = Object.keys(api) as CallName[];
const questions: readonly string[] = ['POST /api/outcome', 'POST /api/public/outcome'];
const writes = names.filter(
  (name) => name.startsWith('POST ') && !READ.test(name) && !questions.includes(name),
);
const notice = () => document.querySelector('[popover]')?.textContent ?? '';
const MINUTE = 60_000;

type Sent = { url: string; key: string | null; body: unknown };
type Answer = (sent: Sent) => Promise<Response>;

let sent: Sent[] = [];
/** Answers in the order of the calls; the last one answers all further calls. */
let answers: Answer[] = [];

const json = (status: number, body: unknown): Answer => {
  return async () => Response.json(body, { status });
};
const lost: Answer = () => Promise.reject(new TypeError('Failed to fetch'));
const after =
  (ms: number, answer: Answer): Answer =>
  async (of) => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    return answer(of);
  };
const answered = (status: number, body: unknown) => json(200, { state: 'answered', status, body });

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  vi.stubGlobal('fetch', (url: string, { headers, body }: RequestInit) => {
    const key = new Headers(headers).get('idempotency-key');
    const of = { url, key, body: typeof body === 'string' ? JSON.parse(body) : null };
    sent.push(of);
    return answers[Math.min(sent.length, answers.length) - 1]?.(of);
  });
});
const make = (name: CallName): Promise<unknown> =>
  (call as (name: CallName, options: object) => Promise<unknown>)(name, { params: {} });

/** Outcome of a call: its answer, or the failure that a page would show. */
function outcomeOf(made: Promise<unknown>): Promise<unknown> {
  return made.catch((error: unknown) => {
    if (!(error instanceof ApiFailure)) throw error;
    return `${error.status} ${error.code} ${error.message}`;
  });
}

test('calls that are made again are those that the table says change nothing', () => {
  const reads = names.filter((name) => name.startsWith('GET ') || 'isRead' in api[name]);
  expect(names.filter((name) => READ.test(name) || questions.includes(name))).toEqual(reads);
});

test.each(writes)('%s: an answer that is held back for a minute is waited for', async (name) => {
  answers = [after(MINUTE, json(200, { done: true }))];
  const made = make(name);
  await vi.advanceTimersByTimeAsync(4_900);
  expect(notice()).toBe('');
  await vi.advanceTimersByTimeAsync(200);
  expect(notice()).toContain('Cela prend plus de temps que d’habitude');
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(await made).toEqual({ done: true });
  expect([sent.length, notice()]).toEqual([1, '']);
});

test.each(writes)('%s: after a lost answer, it ends as the answer would have', async (name) => {
  const repeats = 'keepsAnswer' in api[name];
  answers = [lost, lost, repeats ? json(200, { done: true }) : answered(200, { done: true })];
  const made = repeats
    ? (call as (name: CallName, options: object) => Promise<unknown>)(name, { idempotencyKey: 'own' })
    : make(name);
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(await made).toEqual({ done: true });
  const [first, ...others] = sent;
  const question = api[name].host === 'public' ? '/api/public/outcome' : '/api/outcome';
  for (const { url, key, body } of others) {
    if (repeats) expect([url, key]).toEqual([first?.url, 'own']);
    else expect([url, body]).toEqual([question, { key: first?.key }]);
  }
  expect(first?.key).toMatch(repeats ? /^own$/ : /^[0-9a-f]{32}$/);
});

test.each(
  writes.filter((name) => !('keepsAnswer' in api[name])),
)('%s: without an answer, it says what is known', async (name) => {
  const refusal = { message: 'La commande n’attend plus.', code: 'wrong_state' };
  const known: [Answer, string][] = [
    [answered(409, refusal), '409 wrong_state La commande n’attend plus.'],
    [json(200, { state: 'not_received' }), '0 not_received Votre demande n’est pas arrivée'],
    [json(200, { state: 'unknown' }), '0 outcome_unknown Nous n’avons pas pu savoir'],
    // an instance of the former version
    [json(404, refusal), '0 outcome_unknown Nous n’avons pas pu savoir'],
    // for ten minutes
    [lost, '0 outcome_unknown Nous n’avons pas pu savoir'],
    [json(200, { state: 'under_way' }), '0 outcome_unknown Nous n’avons pas pu savoir'],
  ];
  for (const [answer, sentence] of known) {
    sent = [];
    answers = [lost, answer];
    const made = outcomeOf(make(name));
    await vi.advanceTimersByTimeAsync(11 * MINUTE);
    expect(await made).toContain(sentence);
    expect(notice()).toBe('');
  }
});

test('a proxy that gave up has answered nothing', async () => {
  answers = [json(504, { message: 'Trop tard.', code: 'no_answer' }), answered(200, { id: 1 })];
  const made = make('POST /api/reservations/accept');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await made).toEqual({ id: 1 });
});

test('a browser that is offline sends nothing and says so', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  expect(await outcomeOf(make('POST /api/reservations/accept'))).toBe(
    "0 network Vous n'êtes pas connecté à internet",
  );
  expect(sent).toEqual([]);
});

test.each([
  [1, { rows: [] }],
  [2, { rows: [] }],
  [3, "0 network Vous n'êtes pas connecté à internet"],
])('a read that failed %i times ends as %j', async (count, end) => {
  answers = [...Array<Answer>(count).fill(lost), json(200, { rows: [] })];
  const made = outcomeOf(make('GET /api/fixings/rates'));
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(await made).toEqual(end);
  expect(sent.length).toBe(Math.min(count + 1, 3));
});

test('a late read is waited for', async () => {
  answers = [after(MINUTE, json(200, { rows: [] }))];
  const made = make('GET /api/fixings/rates');
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(await made).toEqual({ rows: [] });
  expect(sent.length).toBe(1);
});
