import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { api, type CallName } from '#domain/api.ts';
import { createPasswordHasher } from '../features/accounts/password-hasher.ts';
import { makeRecoveryCodes } from '../features/factors/recovery-codes.ts';
import { removeFactorsOf } from '../features/factors/remove-all-factors.ts';
import { limitConcurrency } from '../process/concurrency.ts';
import { startTestApp } from '../testing/app.ts';
import { Authenticator } from '../testing/authenticator.ts';
import { addPasskey, addTotp, codeOf } from '../testing/factors.ts';
import { type AccountName, Browser, enter, LEAST, mailOf } from '../testing/office.ts';
import { type OpenOffice, openOffice } from '../testing/open-office.ts';

// Who knows the password of an account, or has another one, and not its second factor.

const MINUTE = 60_000;
let office: OpenOffice;
let clock = new Date('2026-11-21T08:00:00.123Z');

beforeAll(async () => {
  office = await openOffice({ PORT: '3000' }, () => clock);
});
beforeEach(async () => {
  for (const table of ['passkeys', 'totp_secrets', 'recovery_codes', 'login_failures', 'sessions'] as const) {
    await office.db.deleteFrom(table).execute();
  }
  clock = new Date(clock.getTime() + 5 * MINUTE);
});
afterAll(() => office.close());

async function begin(name: AccountName): Promise<Browser> {
  const browser = new Browser(office.app);
  expect((await browser.login(name)).json()).toEqual({ next: 'second_factor' });
  return browser;
}
const second = async (browser: Browser, body: object) =>
  (await browser.post('/api/login/second', body)).statusCode;
const askPasskey = async (browser: Browser) =>
  (await browser.post('/api/login/second', { ask: 'proofs' })).json().passkey;

test('the first step opens no call but the second', async () => {
  await addTotp(await enter(office.app, 'root'), clock);
  const browser = await begin('root');
  const guarded = (Object.keys(api) as CallName[]).filter(
    (name) => api[name].host === 'backoffice' && api[name].needs !== 'nothing',
  );
  for (const name of guarded) {
    const [method, path = ''] = name.split(' ');
    const url = path.replace(/\{\w+\}/, '1');
    const answer = method === 'GET' ? await browser.get(url) : await browser.post(url, {});
    expect(answer.statusCode, name).toBe(401);
  }
  // and waits for 10 minutes at most
  clock = new Date(clock.getTime() + 10 * MINUTE);
  expect(await second(browser, { ask: 'proofs' })).toBe(401);
});

test('a password that was right and came no further stands in the journal, and so does the session it took the place of', async () => {
  const browser = await enter(office.app, 'agent');
  await addTotp(browser, clock);
  expect((await browser.login('agent')).json()).toEqual({ next: 'second_factor' });
  const events = await office.db
    .selectFrom('security_events')
    .where('subject_user_id', '=', office.users.agent)
    .select(['kind', 'user_id', 'details'])
    .orderBy('id', 'desc')
    .limit(2)
    .execute();
  expect(events).toEqual([
    { kind: 'password_accepted', user_id: office.users.agent, details: {} },
    { kind: 'session_ended', user_id: office.users.agent, details: { reason: 'replaced' } },
  ]);
});

test('a code that was used is used: again, at once from two browsers, and as one that was typed before', async () => {
  const { secret } = await addTotp(await enter(office.app, 'agent'), clock);
  const enrolled = codeOf(secret, clock);
  expect(await second(await begin('agent'), { code: enrolled })).toBe(401);
  clock = new Date(clock.getTime() + MINUTE);
  const code = codeOf(secret, clock);
  const two = await Promise.all([begin('agent'), begin('agent')]);
  expect((await Promise.all(two.map((one) => second(one, { code })))).sort()).toEqual([200, 401]);
  const before = codeOf(secret, new Date(clock.getTime() - 30_000));
  expect(await second(await begin('agent'), { code: before })).toBe(401);
});

test('ten guesses an hour, from wherever, and however often the password is given', async () => {
  await addTotp(await enter(office.app, 'agent'), clock);
  const statuses: number[] = [];
  for (let i = 0; i < 15; i += 1) {
    const browser = new Browser(office.app, {}, `198.51.100.${i}`);
    await browser.login('agent');
    statuses.push(await second(browser, { code: String(i).padStart(6, '0') }));
  }
  expect(statuses).toEqual([...Array(10).fill(401), ...Array(5).fill(429)]);
});

test('nor does an open session guess more of them', async () => {
  const agent = await enter(office.app, 'agent');
  await addTotp(agent, clock);
  const statuses: number[] = [];
  for (let i = 0; i < 12; i += 1) {
    const answer = await agent.post('/api/login/again', { code: String(i).padStart(6, '0') });
    statuses.push(answer.statusCode);
  }
  expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
});

test('a code that could not be looked at, since too many log in, is no guess', async () => {
  const recoveryCodes = (await addTotp(await enter(office.app, 'agent'), clock)).recoveryCodes ?? [];
  const code = recoveryCodes[0];
  const inLine = limitConcurrency(1, 0);
  const passwords = createPasswordHasher(inLine, LEAST);
  const crowded = await startTestApp(office.url, () => clock, { PORT: '3000' }, { passwords });
  try {
    const browser = new Browser(crowded.app);
    await browser.login('agent');
    const others = Promise.withResolvers<void>();
    const busy = inLine(() => others.promise);
    const statuses: number[] = [];
    for (let i = 0; i < 15; i += 1) statuses.push(await second(browser, { code }));
    expect(statuses).toEqual(Array(15).fill(503));
    others.resolve();
    await busy;
    expect(await second(browser, { code })).toBe(200);
  } finally {
    await crowded.close();
  }
});

test('what was asked and answered is kept until it could not be answered again, and no longer', async () => {
  const key = new Authenticator();
  await addPasskey(await enter(office.app, 'agent'), key);
  const kept = () => office.db.selectFrom('used_challenges').select('at').execute();
  await office.db.deleteFrom('used_challenges').execute();
  const answer = async () => {
    const browser = await begin('agent');
    expect(await second(browser, { passkey: key.answer(await askPasskey(browser)) })).toBe(200);
  };
  await answer();
  clock = new Date(clock.getTime() + 5 * MINUTE - 1);
  await answer();
  expect(await kept()).toHaveLength(2);
  clock = new Date(clock.getTime() + 1);
  await answer();
  expect(await kept()).toHaveLength(2);
});

test('an answer of a passkey is of one challenge, for one purpose, browser, host and key', async () => {
  const [own, theirs] = [new Authenticator(), new Authenticator()];
  await addPasskey(await enter(office.app, 'agent'), own);
  await addPasskey(await enter(office.app, 'agent2'), theirs);
  const attempts: [string, (options: unknown) => object | Promise<object>][] = [
    ['a key of somebody else', (options) => theirs.answer(options)],
    ['somebody else’s key under this name', (options) => theirs.answer(options, { id: own.id })],
    ['another origin', (options) => own.answer(options, { origin: 'https://parite.example.evil' })],
    ['another relying party', (options) => own.answer(options, { rpId: 'localhost' })],
    ['what was made for a new key', (options) => own.answer(options, { type: 'webauthn.create' })],
    ['a challenge of the own making', (options) => own.answer(options, { challenge: 'AAAA' })],
    ['a challenge of another login', async () => own.answer(await askPasskey(await begin('agent')))],
    [
      'a challenge of a login by passkey',
      async () => {
        const browser = new Browser(office.app);
        await browser.get('/');
        return own.answer((await browser.get('/api/login/passkey')).json().options);
      },
    ],
  ];
  for (const [what, answer] of attempts) {
    const browser = await begin('agent');
    const options = await askPasskey(browser);
    expect(await second(browser, { passkey: await answer(options) }), what).toBe(401);
    await office.db.deleteFrom('login_failures').execute();
  }
  // a right one, sent twice
  const browser = await begin('agent');
  const other = await begin('agent');
  const answer = own.answer(await askPasskey(browser));
  expect(await second(browser, { passkey: answer })).toBe(200);
  expect(await second(other, { passkey: answer })).toBe(401);
  // a copy of the key, which has signed less often
  const options = await askPasskey(other);
  expect(await second(other, { passkey: own.answer(options, { counter: 1 }) })).toBe(401);
});

test('an answer of a key that counts nothing, as one on several devices, opens one session', async () => {
  const key = new Authenticator();
  await addPasskey(await enter(office.app, 'agent'), key);
  const browser = new Browser(office.app);
  await browser.get('/');
  const { options } = (await browser.get('/api/login/passkey')).json();
  const passkey = key.answer(options, { counter: 0 });
  const answers = await Promise.all([1, 2].map(() => browser.post('/api/login/passkey', { passkey })));
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 401]);
});

test('a new key comes with no certificates, which would be looked up', async () => {
  const agent = await enter(office.app, 'agent');
  const { options } = (await agent.get('/api/iam/factors/passkey')).json();
  const attestation = new Map<string, unknown>([
    ['fmt', 'packed'],
    ['attStmt', new Map([['x5c', [new Uint8Array(8)]]])],
  ]);
  const passkey = new Authenticator().make(options, { attestation });
  expect((await agent.post('/api/iam/factors/passkey', { name: 'x', passkey })).json()).toMatchObject({
    code: 'wrong_passkey',
  });
});

test('nobody takes away, or adds, a factor of another account', async () => {
  const [agent, agent2] = [await enter(office.app, 'agent'), await enter(office.app, 'agent2')];
  await addPasskey(agent, new Authenticator());
  const [{ id }] = (await agent.get('/api/iam/factors')).json().passkeys;
  const removed = await agent2.post('/api/iam/factors/remove', { factor: 'passkey', id });
  expect(removed.statusCode).toBe(404);
  const { options } = (await agent.get('/api/iam/factors/passkey')).json();
  const made = await agent2.post('/api/iam/factors/passkey', {
    name: 'x',
    passkey: new Authenticator().make(options),
  });
  expect(made.json()).toMatchObject({ code: 'wrong_passkey' });
});

test('who asks for new recovery codes without end leaves room in the line of those who log in', async () => {
  const passwords = createPasswordHasher(undefined, LEAST);
  const flood = Array.from({ length: 12 }, () => makeRecoveryCodes(passwords, '198.51.100.7'));
  const another = passwords.verify(null, 'a password', '198.51.100.8');
  const outcomes = await Promise.allSettled(flood);
  expect(await another).toBe(false);
  expect(outcomes.map(({ status }) => status)).toContain('fulfilled');
});

test('the command line takes a lost factor away, and both journals say so', async () => {
  const agent = await enter(office.app, 'agent');
  await addTotp(agent, clock);
  expect(await removeFactorsOf(office.db, 'personne@parite.example', clock)).toBeNull();
  expect(await removeFactorsOf(office.db, mailOf('agent').toUpperCase(), clock)).toBe(true);
  expect(await removeFactorsOf(office.db, mailOf('agent'), clock)).toBe(false);
  expect((await agent.get('/api/me')).statusCode).toBe(401);
  expect((await new Browser(office.app).login('agent')).json()).toMatchObject({ id: office.users.agent });
  const acts = await office.db.selectFrom('audit_entries').select(['action', 'user_id']).execute();
  expect(acts).toContainEqual({ action: 'user.factors_removed', user_id: null });
  const events = await office.db
    .selectFrom('security_events')
    .where('kind', '=', 'factor_removed')
    .select(['user_id', 'subject_user_id'])
    .execute();
  expect(events).toEqual([{ user_id: null, subject_user_id: office.users.agent }]);
});

test('an administrator who has a factor, and proves it, takes a lost one away; both journals say so', async () => {
  const { root: rootId, agent: agentId } = office.users;
  const agent = await enter(office.app, 'agent');
  const root = await enter(office.app, 'root');
  const remove = async (by: Browser, id: number) => {
    const answer = await by.post('/api/iam/users/remove-factors', { id });
    return [answer.statusCode, answer.json().code];
  };
  await addTotp(agent, clock);
  expect(await remove(root, agentId)).toEqual([403, 'no_second_factor']);
  const { secret } = await addTotp(root, clock);
  expect(await remove(root, rootId)).toEqual([409, 'oneself']);
  clock = new Date(clock.getTime() + 11 * MINUTE);
  expect(await remove(root, agentId)).toEqual([403, 'verify_again']);
  expect((await agent.get('/api/me')).statusCode).toBe(200);
  await root.post('/api/login/again', { code: codeOf(secret, clock) });
  expect(await remove(root, 999_999)).toEqual([404, 'not_found']);
  expect(await remove(root, agentId)).toEqual([200, undefined]);
  expect(await remove(root, agentId)).toEqual([409, 'no_factor']);
  expect((await agent.get('/api/me')).statusCode).toBe(401);
  expect((await new Browser(office.app).login('agent')).json()).toMatchObject({ id: agentId });
  const { db } = office;
  const acts = await db
    .selectFrom('audit_entries')
    .select(['action', 'user_id', 'subject_user_id'])
    .execute();
  const removal = { user_id: rootId, subject_user_id: agentId };
  expect(acts).toContainEqual({ action: 'user.factors_removed', ...removal });
  const events = db.selectFrom('security_events').select(['kind', 'user_id', 'subject_user_id']);
  expect(await events.execute()).toContainEqual({ kind: 'factor_removed', ...removal });
});
