import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { NEWSLETTER_CONSENT } from '#domain/audience/consent.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { openRelay, type Relay } from '../../testing/relay.ts';
import { newsletterToken } from './newsletter-tokens.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const NOW = new Date('2026-11-21T08:00:00.123Z');
const SECRET = 'of-a-test-and-of-nothing-else-0123456789';

let database: TestDatabase;
let relay: Relay;
let server: TestApp;
let clock: Date;

beforeAll(async () => {
  database = await createTestDatabase();
  relay = await openRelay(database.url);
  server = await startTestApp(relay.url, () => clock, { SECRET });
});
beforeEach(async () => {
  clock = NOW;
  await database.db.deleteFrom('mails').execute();
  await database.db.deleteFrom('subscriptions').execute();
});
afterAll(async () => {
  await server.close();
  await relay.close();
  await database.close();
});

const subscribe = (payload: object, headers: Record<string, string> = {}) =>
  server.app.inject({ method: 'POST', url: '/api/public/save/email', payload, headers });
const stored = () =>
  database.db
    .selectFrom('subscriptions')
    .select(['at', 'email', 'type', 'consent_text', 'confirmed_at'])
    .execute();
const queued = () =>
  database.db.selectFrom('mails').select(['kind', 'recipient', 'params', 'due_at']).orderBy('id').execute();
const post = (
  path: string,
  token: string,
  options: { headers?: Record<string, string>; payload?: string } = {},
) =>
  server.app.inject({ method: 'POST', url: `/api/public/newsletter/${path}`, query: { token }, ...options });

/** Subscribes, and gives what the mail's two links carry. */
async function subscribed(email = 'marie@exemple.fr') {
  await subscribe({ email, type: 'newsletter' });
  const key = await database.db
    .selectFrom('subscriptions')
    .where('email', '=', email)
    .select(['id', 'at'])
    .executeTakeFirstOrThrow();
  return {
    confirm: newsletterToken(SECRET, 'confirm', key),
    unsubscribe: newsletterToken(SECRET, 'unsubscribe', key),
  };
}

test('an address is stored with the moment and the sentence of its consent', async () => {
  const answer = await subscribe({ email: 'Marie.Curie@exemple.fr', type: 'newsletter' });
  expect(answer.statusCode).toBe(201);
  expect(answer.json()).toEqual({});
  expect(await stored()).toEqual([
    {
      at: NOW,
      email: 'marie.curie@exemple.fr',
      type: 'newsletter',
      consent_text: NEWSLETTER_CONSENT,
      confirmed_at: null,
    },
  ]);
  const [{ id } = { id: 0 }] = await database.db.selectFrom('subscriptions').select('id').execute();
  expect(await queued()).toEqual([
    { kind: 'newsletter', recipient: 'marie.curie@exemple.fr', params: { subscription: id }, due_at: NOW },
  ]);
});

test('a known address, in any case, gets the same answer and no second row', async () => {
  const first = await subscribe({ email: 'marie@exemple.fr', type: 'newsletter' });
  const second = await subscribe({ email: 'MARIE@Exemple.FR', type: 'newsletter' });
  expect([second.statusCode, second.body]).toEqual([first.statusCode, first.body]);
  expect((await stored()).map(({ email }) => email)).toEqual(['marie@exemple.fr']);
});

test('concurrent sign-ups of one address are one subscription', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => subscribe({ email: 'marie@exemple.fr', type: 'newsletter' })),
  );
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([201]));
  expect(await stored()).toHaveLength(1);
  expect(await queued()).toHaveLength(1);
});

test('an unconfirmed address gets one mail an hour, and five in 30 days', async () => {
  const counts: number[] = [];
  for (const minutes of [0, 59, 60, 119, 120, 180, 240, 300, 30 * 24 * 60 - 1]) {
    clock = new Date(NOW.getTime() + minutes * MINUTE);
    await subscribe({ email: 'Marie@exemple.fr', type: 'newsletter' });
    counts.push((await queued()).length);
  }
  expect(counts).toEqual([1, 1, 2, 2, 3, 4, 5, 5, 5]);
  expect((await stored()).map(({ at }) => at)).toEqual([NOW]);
});

test('after 30 days the limits of an address start again', async () => {
  const { confirm } = await subscribed();
  clock = new Date(NOW.getTime() + 30 * DAY);
  await subscribe({ email: 'marie@exemple.fr', type: 'newsletter' });
  expect((await stored()).map(({ at }) => at)).toEqual([clock]);
  expect(await queued()).toHaveLength(2);
  expect((await post('confirm', confirm)).statusCode).toBe(410);
});

test('the link confirms once, and a repetition says so', async () => {
  const { confirm } = await subscribed();
  clock = new Date(NOW.getTime() + 30 * DAY - 1);
  const first = await post('confirm', confirm);
  expect([first.statusCode, first.json()]).toEqual([200, { was_done: false }]);
  expect((await stored()).map(({ confirmed_at }) => confirmed_at)).toEqual([clock]);
  const second = await post('confirm', confirm);
  expect([second.statusCode, second.json()]).toEqual([200, { was_done: true }]);
  // confirmed, it gets no more confirmation mails, and no other answer
  clock = new Date(NOW.getTime() + 31 * DAY);
  const again = await subscribe({ email: 'MARIE@exemple.fr', type: 'newsletter' });
  expect([again.statusCode, again.json()]).toEqual([201, {}]);
  expect(await queued()).toHaveLength(1);
});

test('an expired link says so, and confirms nothing', async () => {
  const { confirm } = await subscribed();
  clock = new Date(NOW.getTime() + 30 * DAY);
  const late = await post('confirm', confirm);
  expect([late.statusCode, late.json().code]).toEqual([410, 'link_over']);
  expect(late.json().message).toMatch(/^Ce lien n’est plus valable/);
  expect((await stored()).map(({ confirmed_at }) => confirmed_at)).toEqual([null]);
  await database.db.deleteFrom('subscriptions').execute();
  clock = NOW;
  expect((await post('confirm', confirm)).statusCode).toBe(410);
});

test('unsubscribing erases the address and its mails, and may be repeated', async () => {
  const { unsubscribe } = await subscribed();
  await subscribed('pierre@exemple.fr');
  const first = await post('unsubscribe', unsubscribe);
  expect([first.statusCode, first.json()]).toEqual([200, { was_done: false }]);
  expect((await stored()).map(({ email }) => email)).toEqual(['pierre@exemple.fr']);
  expect((await queued()).map(({ recipient }) => recipient)).toEqual(['pierre@exemple.fr']);
  const second = await post('unsubscribe', unsubscribe);
  expect([second.statusCode, second.json()]).toEqual([200, { was_done: true }]);
});

const BOUNDARY = 'xyz';
test.each([
  ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
  [
    `multipart/form-data; boundary=${BOUNDARY}`,
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--${BOUNDARY}--\r\n`,
  ],
])('a mail provider unsubscribes in one click (RFC 8058), as %s', async (type, payload) => {
  const { unsubscribe } = await subscribed();
  const answer = await post('unsubscribe', unsubscribe, { headers: { 'content-type': type }, payload });
  expect(answer.statusCode).toBe(200);
  expect(await stored()).toEqual([]);
});

test.each([
  ['application/x-www-form-urlencoded', 'a=b', 400],
  ['application/x-www-form-urlencoded', `a=${'b'.repeat(3_000)}`, 413],
  ['multipart/form-data', 'List-Unsubscribe=One-Click', 400],
  ['text/plain', 'List-Unsubscribe=One-Click', 415],
])('%s with %s does not', async (type, payload, status) => {
  const { unsubscribe } = await subscribed();
  const answer = await post('unsubscribe', unsubscribe, { headers: { 'content-type': type }, payload });
  expect(answer.statusCode).toBe(status);
  expect(await stored()).toHaveLength(1);
});

test('the other calls accept no form', async () => {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/public/save/email',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'email=marie%40exemple.fr&type=newsletter',
  });
  expect(answer.statusCode).toBe(415);
});

test('opening a link changes nothing: it shows a page with a button', async () => {
  const { confirm, unsubscribe } = await subscribed();
  const get = (path: string, token: string) =>
    server.app.inject({ method: 'GET', url: `/api/public/newsletter/${path}`, query: { token } });
  const shown = await get('unsubscribe', unsubscribe);
  expect([shown.statusCode, shown.headers.location]).toEqual([
    303,
    `/#/lettre/desinscription?token=${unsubscribe}`,
  ]);
  expect((await get('confirm', confirm)).statusCode).toBe(404);
  expect((await stored()).map(({ confirmed_at }) => confirmed_at)).toEqual([null]);
});

test('a forged link, a link of the other kind, or of another secret has no effect', async () => {
  const { confirm, unsubscribe } = await subscribed();
  const [id = '', at = '', signature = ''] = confirm.split('.');
  const foreign = newsletterToken(`${SECRET}!`, 'confirm', { id: Number(id), at: new Date(Number(at)) });
  for (const [path, token] of [
    ['confirm', unsubscribe],
    ['confirm', foreign],
    ['confirm', `${Number(id) + 1}.${at}.${signature}`],
    ['confirm', `${id}.${Number(at) + 1}.${signature}`],
    ['confirm', `${id}.${at}.${'A'.repeat(43)}`],
    ['confirm', 'n’importe quoi'],
    ['unsubscribe', confirm],
  ] as const) {
    const answer = await post(path, token);
    expect([answer.statusCode, answer.json().code], token).toEqual([404, 'unknown_link']);
  }
  expect((await stored()).map(({ confirmed_at }) => confirmed_at)).toEqual([null]);
  expect((await post('confirm', 'x'.repeat(300))).statusCode).toBe(400);
  expect(
    (await server.app.inject({ method: 'POST', url: '/api/public/newsletter/confirm' })).statusCode,
  ).toBe(400);
});

test('the links of the newsletter are calls of the public host', async () => {
  const { confirm, unsubscribe } = await subscribed();
  const headers = { host: 'backoffice.localhost' };
  for (const [path, token] of [
    ['confirm', confirm],
    ['unsubscribe', unsubscribe],
  ] as const) {
    // the back-office asks for its own token first, and then has no such call
    expect([403, 404]).toContain((await post(path, token, { headers })).statusCode);
  }
  expect((await stored()).map(({ confirmed_at }) => confirmed_at)).toEqual([null]);
});

test('without the database the links say so, and work again with it', async () => {
  const { confirm, unsubscribe } = await subscribed();
  await relay.cut();
  expect((await post('confirm', confirm)).statusCode).toBe(503);
  expect((await post('unsubscribe', unsubscribe)).statusCode).toBe(503);
  await relay.mend();
  expect((await post('confirm', confirm)).statusCode).toBe(200);
  expect((await post('unsubscribe', unsubscribe)).statusCode).toBe(200);
  expect(server.logged()).not.toContain(confirm);
  expect(server.logged()).not.toContain(unsubscribe);
});

test.each([
  [{ email: 'marie@exemple', type: 'newsletter' }, 'L’adresse e-mail n’est pas valide.'],
  [{ email: '', type: 'newsletter' }, 'L’adresse e-mail n’est pas valide.'],
  [{ email: 'a@b.fr\r\nBcc: c@d.fr', type: 'newsletter' }, 'L’adresse e-mail n’est pas valide.'],
  [
    { email: `${'a'.repeat(252)}@b.fr`, type: 'newsletter' },
    'Le champ « E-mail » n’a pas la forme attendue.',
  ],
  [{ email: 'marie@exemple.fr', type: 'autre' }, 'Le champ « Type » n’a pas la forme attendue.'],
  [{ email: 'marie@exemple.fr' }, 'Le champ « Type » manque.'],
  [{ email: ['marie@exemple.fr'], type: 'newsletter' }, 'Le champ « E-mail » n’a pas la forme attendue.'],
])('%o is refused', async (payload, message) => {
  const answer = await subscribe(payload);
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({ message });
  expect(await stored()).toEqual([]);
});

test('subscriptions are a call of the public host', async () => {
  const answer = await subscribe(
    { email: 'marie@exemple.fr', type: 'newsletter' },
    { host: 'backoffice.localhost' },
  );
  expect(answer.statusCode).toBe(404);
});

test('without the database a subscription is refused and not stored', async () => {
  await relay.cut();
  const answer = await subscribe({ email: 'marie@exemple.fr', type: 'newsletter' });
  await relay.mend();
  expect(answer.statusCode).toBe(503);
  expect(answer.json().code).toBe('database_away');
  expect(await stored()).toEqual([]);
});

test('no address is ever logged', async () => {
  await subscribe({ email: 'tres.secret@exemple.fr', type: 'newsletter' });
  await subscribe({ email: 'tres.secret@exemple', type: 'newsletter' });
  await relay.cut();
  await subscribe({ email: 'tres.secret@exemple.fr', type: 'newsletter' });
  await relay.mend();
  expect(server.logged()).toContain('/api/public/save/email');
  expect(server.logged()).not.toContain('secret');
});
