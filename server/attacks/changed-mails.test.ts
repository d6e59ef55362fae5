import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type MailServer, openMailServer } from '../testing/mail-server.ts';
import { startTestMails, type TestWorker } from '../testing/mails.ts';
import { type AccountName, Browser, enter, mailOf, PASSWORD } from '../testing/office.ts';
import { type OpenOffice, openOffice } from '../testing/open-office.ts';

// Whoever changes the address of an account owns it: what is tried with that, in mails of a real mail server.

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NEW_PASSWORD = 'sept zèbres au marché de Lille';

let office: OpenOffice;
let server: MailServer;
let worker: TestWorker;
let clock: Date;
let count = 0;

beforeAll(async () => {
  server = await openMailServer();
});
beforeEach(async () => {
  clock = new Date('2026-11-21T08:00:00.123Z');
  server.received.length = 0;
  office = await openOffice({ PORT: '3000' }, () => clock);
  const { db, url } = office;
  worker = startTestMails({ db, url, smtpUrl: server.url, now: () => clock });
});
afterEach(async () => {
  await worker.close();
  await office.close();
});
afterAll(() => server.close());

const newAddress = () => {
  count += 1;
  return `nouvelle-${count}@exemple.fr`;
};
const ask = (browser: Browser, mail: string) => browser.post('/api/profile/mail', { mail });
const confirm = (browser: Browser, token: string) => browser.post('/api/profile/mail/confirm', { token });
const mailNow = async (name: AccountName) =>
  (
    await office.db
      .selectFrom('users')
      .where('id', '=', office.users[name])
      .select('mail')
      .executeTakeFirstOrThrow()
  ).mail;

/** What came to an address and says this, once it has. */
async function letterTo(to: string, says = /./) {
  const letter = await vi.waitFor(
    () => {
      const found = server.received.find(({ to: at, mail }) => at === to && says.test(mail.text ?? ''));
      expect(found).toBeDefined();
      return found;
    },
    { timeout: 60_000 },
  );
  return (letter?.mail.text ?? '').replaceAll('\u00a0', ' ');
}

/** The token that came to an address. */
async function tokenAt(to: string): Promise<string> {
  const text = await letterTo(to);
  const [, token = ''] =
    /https:\/\/bureaux\.parite\.example\/#\/profil\/adresse\?token=(\S+)/.exec(text) ?? [];
  expect(token).not.toBe('');
  return token;
}

/** All mails that were asked for have left, or were found needless. */
const settled = () =>
  vi.waitFor(
    async () => {
      const mails = await office.db.selectFrom('mails').select('finished_at').execute();
      expect(mails.every(({ finished_at }) => finished_at !== null)).toBe(true);
    },
    { timeout: 60_000 },
  );

test('the link changes the address once, its present and its former mailbox are told, and the name at login follows', async () => {
  const agent = await enter(office.app, 'agent');
  const [former, wanted] = [mailOf('agent'), newAddress()];
  expect((await ask(agent, ` ${wanted.toUpperCase()} `)).json()).toEqual({});
  const token = await tokenAt(wanted);
  const letter = await letterTo(wanted);
  expect(letter).toContain('\n\nBonjour,\n\nCette adresse a été indiquée');
  expect(letter).toMatch(
    /\n\nConfirmer[^\n]+ :\nhttps:.*\n\nSi vous n’avez rien demandé.*\nVous recevez ce message/s,
  );
  const told = await letterTo(former, /indiquée/);
  expect(told).toContain('Une autre adresse e-mail a été indiquée pour votre compte');
  expect(told).not.toContain(wanted);
  expect((await agent.get('/api/profile')).json()).toMatchObject({ mail: former, awaited_mail: wanted });
  expect(await mailNow('agent')).toBe(former);
  server.received.length = 0;
  expect((await confirm(agent, token)).json()).toEqual({});
  expect(await mailNow('agent')).toBe(wanted);
  expect((await agent.get('/api/profile')).json()).toMatchObject({ mail: wanted, awaited_mail: null });
  const gone = await letterTo(former, /confirmée/);
  expect(gone).toContain('une autre adresse a été confirmée pour votre compte');
  expect(gone).not.toContain(wanted);
  expect((await confirm(agent, token)).statusCode).toBe(410);
  const login = (username: string) =>
    new Browser(office.app).post('/api/login', { username, password: PASSWORD });
  expect([(await login(former)).statusCode, (await login(wanted)).statusCode]).toEqual([401, 200]);
  const kinds = await office.db
    .selectFrom('security_events')
    .where('subject_user_id', '=', office.users.agent)
    .where('kind', 'like', 'mail_%')
    .select('kind')
    .orderBy('id')
    .execute();
  expect(kinds.map(({ kind }) => kind)).toEqual(['mail_change_asked', 'mail_changed']);
});

test('a session that was left open changes no address', async () => {
  const agent = await enter(office.app, 'agent');
  clock = new Date(clock.getTime() + 11 * MINUTE);
  const answer = await ask(agent, newAddress());
  expect([answer.statusCode, answer.json().code]).toEqual([403, 'verify_again']);
  expect(await office.db.selectFrom('mail_changes').select('id').execute()).toEqual([]);
});

test('the link serves nobody but the account it is of, in a session of it', async () => {
  const agent = await enter(office.app, 'agent');
  const stranger = await enter(office.app, 'agent2');
  const wanted = newAddress();
  await ask(agent, wanted);
  const token = await tokenAt(wanted);
  // who was sent it by mistake has no session, and an account of their own does not take it
  const nobody = new Browser(office.app);
  await nobody.get('/api/logout');
  expect((await confirm(nobody, token)).statusCode).toBe(401);
  expect((await confirm(stranger, token)).json().code).toBe('link_gone');
  await ask(stranger, newAddress());
  expect((await confirm(stranger, token)).json().code).toBe('link_gone');
  for (const wrong of ['', 'x', '1.x', `${token}x`, token.replace(/^\d+/, '2'), `${token.slice(0, -2)}AA`]) {
    expect((await confirm(agent, wrong)).statusCode, wrong).toBe(410);
  }
  expect(await mailNow('agent')).toBe(mailOf('agent'));
});

test('the link is over after a day, by another one, and by a new password', async () => {
  const agent = await enter(office.app, 'agent');
  const [first, second, third] = [newAddress(), newAddress(), newAddress()];
  await ask(agent, first);
  const replaced = await tokenAt(first);
  await ask(agent, second);
  const late = await tokenAt(second);
  expect((await confirm(agent, replaced)).statusCode).toBe(410);
  // eleven hours twice: the session is used meanwhile
  for (const hours of [11, 11, 2]) {
    clock = new Date(clock.getTime() + hours * HOUR);
    await agent.get('/api/me');
  }
  expect((await agent.get('/api/profile')).json().awaited_mail).toBe(null);
  expect((await confirm(agent, late)).statusCode).toBe(410);
  const again = await enter(office.app, 'agent');
  await ask(again, third);
  const token = await tokenAt(third);
  expect(
    (await again.post('/api/profile/password', { present: PASSWORD, password: NEW_PASSWORD })).statusCode,
  ).toBe(200);
  expect((await confirm(again, token)).statusCode).toBe(410);
  expect(await mailNow('agent')).toBe(mailOf('agent'));
});

test('whether an address is somebody’s is told to nobody: the answer is the same, and no link leaves', async () => {
  const agent = await enter(office.app, 'agent');
  const free = newAddress();
  const answers = [await ask(agent, free), await ask(agent, mailOf('root'))];
  expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual([
    [200, '{}'],
    [200, '{}'],
  ]);
  expect((await agent.get('/api/profile')).json().awaited_mail).toBe(mailOf('root'));
  await settled();
  expect(server.received.map(({ to }) => to).filter((to) => to === mailOf('root'))).toEqual([]);
});

test('an address that has become somebody’s meanwhile is not taken from them', async () => {
  const agent = await enter(office.app, 'agent');
  const wanted = newAddress();
  await ask(agent, wanted);
  const token = await tokenAt(wanted);
  const { idle } = office.users;
  await office.db.updateTable('users').set({ mail: wanted }).where('id', '=', idle).execute();
  expect((await confirm(agent, token)).json().code).toBe('mail_taken');
  expect([await mailNow('agent'), await mailNow('idle')]).toEqual([mailOf('agent'), wanted]);
});

test('strangers are not mailed in number: five in a day by one user, three to one address, and no word of the sender’s', async () => {
  const agent = await enter(office.app, 'agent');
  await agent.post('/api/profile/edit', { name: 'GAGNEZ', surname: 'sur pirate.example', phone: '' });
  const wanted = newAddress();
  for (let sent = 0; sent < 5; sent += 1) expect((await ask(agent, wanted)).statusCode).toBe(200);
  const refused = await ask(agent, newAddress());
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'too_many_mails']);
  expect(refused.json().message).toMatch(/^Trop de demandes\. Réessayez dans 24 heures\.$/);
  await settled();
  const links = await office.db
    .selectFrom('mails')
    .where('kind', '=', 'mail_change')
    .where('recipient', '=', wanted)
    .select('id')
    .execute();
  expect(links).toHaveLength(3);
  for (const { to, mail } of server.received) {
    if (to === wanted) expect(`${mail.subject} ${mail.text}`).not.toMatch(/GAGNEZ|pirate/);
  }
  for (const wrong of ['', 'x', 'a@b', 'a\u200bb@exemple.fr', 'a@exemple.fr\r\nBcc: b@exemple.fr']) {
    expect((await ask(await enter(office.app, 'agent2'), wrong)).statusCode, wrong).toBe(400);
  }
});

test('a link to a new password that lies in the former mailbox is over', async () => {
  const agent = await enter(office.app, 'agent2');
  await new Browser(office.app).post('/api/iam/users/forgotten-password', { username: mailOf('agent2') });
  const [, old = ''] = /token=(\S+)/.exec(await letterTo(mailOf('agent2'), /token=/)) ?? [];
  const wanted = newAddress();
  await ask(agent, wanted);
  expect((await confirm(agent, await tokenAt(wanted))).statusCode).toBe(200);
  const tried = await new Browser(office.app).post('/api/iam/users/new-password', {
    token: old,
    password: NEW_PASSWORD,
  });
  expect(old).not.toBe('');
  expect(tried.statusCode).toBe(410);
});

test('a change that is taken back leaves a link that changes nothing', async () => {
  const idle = await enter(office.app, 'idle');
  const before = await mailNow('idle');
  await ask(idle, newAddress());
  const { awaited_mail: wanted } = (await idle.get('/api/profile')).json();
  const token = await tokenAt(wanted);
  const cancel = (mail = wanted) => idle.post('/api/profile/mail/cancel', { mail });
  await cancel('une-autre@exemple.fr');
  expect((await idle.get('/api/profile')).json()).toMatchObject({ awaited_mail: wanted });
  expect((await cancel()).json()).toEqual({});
  // once more is no error: there is nothing left
  expect((await cancel()).statusCode).toBe(200);
  expect((await idle.get('/api/profile')).json()).toMatchObject({ mail: before, awaited_mail: null });
  expect((await confirm(idle, token)).statusCode).toBe(410);
  expect(await mailNow('idle')).toBe(before);
  const { count } = await office.db
    .selectFrom('security_events')
    .where('kind', '=', 'mail_change_cancelled')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBe(1);
});
