import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { Authenticator } from '../testing/authenticator.ts';
import { addPasskey, addTotp, codeOf } from '../testing/factors.ts';
import { type MailServer, openMailServer } from '../testing/mail-server.ts';
import { startTestMails, type TestWorker } from '../testing/mails.ts';
import { Browser, enter, PASSWORD } from '../testing/office.ts';
import { type OpenOffice, openOffice } from '../testing/open-office.ts';

// A thief in an open session removes the second factor. Its owner undoes it by the letter, as a real mail server got it.

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NEW = 'sept zèbres au marché de Lille';
let office: OpenOffice;
let server: MailServer;
let worker: TestWorker;
let passwordHash: string | null;
let clock = new Date('2026-11-21T08:00:00.123Z');
const pass = (ms: number) => {
  clock = new Date(clock.getTime() + ms);
};

beforeAll(async () => {
  office = await openOffice({ DEMO: 'off', PORT: '3000' }, () => clock);
  server = await openMailServer();
  const { db, url, users } = office;
  const agent = db.selectFrom('users').where('id', '=', users.agent).select('password_hash');
  passwordHash = (await agent.executeTakeFirstOrThrow()).password_hash;
  worker = startTestMails({ db, url, smtpUrl: server.url, now: () => clock });
});
beforeEach(async () => {
  for (const table of [
    'passkeys',
    'totp_secrets',
    'recovery_codes',
    'removed_factors',
    'sessions',
  ] as const) {
    await office.db.deleteFrom(table).execute();
  }
  await office.db
    .updateTable('users')
    .set({ suspended_at: null, password_hash: passwordHash })
    .where('id', '=', office.users.agent)
    .execute();
  pass(5 * MINUTE);
});
afterAll(async () => {
  await worker.close();
  await server.close();
  await office.close();
});

/** Token of the letter about a removal of that moment. */
async function tokenOfLetter(): Promise<string> {
  const subject = 'Un second facteur a été retiré de votre compte Parité';
  const found = () => server.received.findLast(({ mail }) => mail.subject === subject);
  await vi.waitFor(() => expect(found()).toBeDefined(), { timeout: 60_000 });
  const text = found()?.mail.text ?? '';
  server.received.length = 0;
  expect(text.replaceAll('\u00a0', ' ')).toContain('par ce lien, valable 72 heures');
  return /#\/second-facteur\?token=(\d+\.[\w-]{43})/.exec(text)?.[1] ?? '';
}

const restore = async (token: string) => {
  const answer = await new Browser(office.app).post('/api/iam/factors/restore', { token });
  return { status: answer.statusCode, ...answer.json<{ code?: string; password_token?: string }>() };
};
const nextOf = async (password = PASSWORD) => {
  const browser = new Browser(office.app);
  return { browser, next: (await browser.login('agent', password)).json().next };
};

test('an application that was removed is put back, what came since is gone, and a new password is chosen', async () => {
  const thief = await enter(office.app, 'agent');
  const { secret } = await addTotp(thief, clock);
  pass(MINUTE);
  expect((await thief.post('/api/iam/factors/remove', { factor: 'totp' })).statusCode).toBe(200);
  pass(MINUTE);
  await addPasskey(thief, new Authenticator());
  await addTotp(thief, clock);
  const forgotten = (await nextOf()).next;
  expect(forgotten).toBe('second_factor');
  const token = await tokenOfLetter();
  pass(70 * HOUR);
  const { status, password_token } = await restore(token);
  expect(status).toBe(200);
  expect((await thief.get('/api/me')).statusCode).toBe(401);
  expect(await office.db.selectFrom('passkeys').selectAll().execute()).toEqual([]);
  const browser = new Browser(office.app);
  const chosen = { token: password_token, password: NEW };
  expect((await browser.post('/api/iam/users/new-password', chosen)).statusCode).toBe(200);
  const login = await nextOf(NEW);
  expect(login.next).toBe('second_factor');
  const proved = await login.browser.post('/api/login/second', { code: codeOf(secret, clock) });
  expect(proved.statusCode).toBe(200);
  const last = office.db.selectFrom('security_events').orderBy('id', 'desc');
  const restored = last.where('kind', '=', 'factor_restored').select(['user_id', 'details']);
  expect(await restored.executeTakeFirst()).toEqual({
    user_id: office.users.agent,
    details: { factor: 'totp', sessions_ended: 1 },
  });
  // second use
  expect(await restore(token)).toMatchObject({ status: 410, code: 'link_gone' });
});

test('a passkey that was removed opens again, beside the one that stayed', async () => {
  const owner = await enter(office.app, 'agent');
  const [lost, stays] = [new Authenticator(), new Authenticator()];
  await addPasskey(owner, lost, 'Téléphone');
  await addPasskey(owner, stays, 'Clé');
  pass(MINUTE);
  const listed = async () =>
    (await office.db.selectFrom('passkeys').select(['id', 'name']).orderBy('id').execute()).map(
      ({ name }) => name,
    );
  const { id } = await office.db
    .selectFrom('passkeys')
    .where('name', '=', 'Téléphone')
    .select('id')
    .executeTakeFirstOrThrow();
  await owner.post('/api/iam/factors/remove', { factor: 'passkey', id });
  expect(await listed()).toEqual(['Clé']);
  const token = await tokenOfLetter();
  expect((await restore(token)).status).toBe(200);
  expect(await listed()).toEqual(['Téléphone', 'Clé']);
  const { browser } = await nextOf();
  const { passkey } = (await browser.post('/api/login/second', { ask: 'proofs' })).json();
  expect((await browser.post('/api/login/second', { passkey: lost.answer(passkey) })).statusCode).toBe(200);
});

test('a link is refused after 72 hours, of another row, changed, and of who is suspended', async () => {
  const owner = await enter(office.app, 'agent');
  await addTotp(owner, clock);
  pass(MINUTE);
  await owner.post('/api/iam/factors/remove', { factor: 'totp' });
  const token = await tokenOfLetter();
  const other = token.replace(/^\d+/, (id) => String(Number(id) + 1));
  const changed = token.slice(0, -2) + (token.endsWith('AA') ? 'BB' : 'AA');
  for (const wrong of ['', 'x', other, changed, `${token}A`]) expect((await restore(wrong)).status).toBe(410);
  const suspend = (suspended_at: Date | null) =>
    office.db.updateTable('users').set({ suspended_at }).where('id', '=', office.users.agent).execute();
  await suspend(clock);
  expect((await restore(token)).status).toBe(410);
  await suspend(null);
  pass(72 * HOUR);
  expect((await restore(token)).status).toBe(410);
  pass(-MINUTE);
  expect((await restore(token)).status).toBe(200);
});
