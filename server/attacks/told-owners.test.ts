import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { anInvitation } from '#domain/testing/users.ts';
import { removeFactorsOf } from '../features/factors/remove-all-factors.ts';
import { formatMoment } from '../mail/letter.ts';
import { Authenticator } from '../testing/authenticator.ts';
import { addPasskey, addTotp, codeOf } from '../testing/factors.ts';
import { type MailServer, openMailServer } from '../testing/mail-server.ts';
import { startTestMails, type TestWorker } from '../testing/mails.ts';
import { type AccountName, Browser, enter, mailOf, PASSWORD } from '../testing/office.ts';
import { type OpenOffice, openOffice } from '../testing/open-office.ts';

// What somebody does who has taken an account over: its owner reads of it, in a mail of a real mail server.

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:142.0) Gecko/20100101 Firefox/142.0';
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1';
const NEW = 'sept zèbres au marché de Lille';
const MINUTE = 60_000;

let office: OpenOffice;
let server: MailServer;
let worker: TestWorker;
let clock = new Date('2026-11-21T08:00:00.123Z');

beforeAll(async () => {
  office = await openOffice({ PORT: '3000' }, () => clock);
  server = await openMailServer();
  const { db, url } = office;
  worker = startTestMails({ db, url, smtpUrl: server.url, now: () => clock });
});
beforeEach(async () => {
  clock = new Date(clock.getTime() + 5 * MINUTE);
  await office.db.deleteFrom('login_failures').execute();
  server.received.length = 0;
});
afterAll(async () => {
  await worker.close();
  await server.close();
  await office.close();
});

const browserOf = (agent: string) => new Browser(office.app, { 'user-agent': agent });
const enterBy = async (agent: string, name: AccountName, password = PASSWORD) => {
  const browser = browserOf(agent);
  expect((await browser.login(name, password)).statusCode).toBe(200);
  return browser;
};
const asked = () =>
  office.db.selectFrom('mails').where('kind', '=', 'security').where('created_at', '=', clock).execute();
const devicesOf = async (name: AccountName) =>
  (
    await office.db
      .selectFrom('security_events')
      .where('subject_user_id', '=', office.users[name])
      .where('kind', '=', 'new_device')
      .select('device')
      .orderBy('id')
      .execute()
  ).map(({ device }) => device);

/** The letters that have come, once there are so many. */
async function letters(count: number) {
  await vi.waitFor(() => expect(server.received).toHaveLength(count), { timeout: 60_000 });
  return server.received.map(({ to, mail, raw }) => ({
    to,
    subject: mail.subject ?? '',
    text: (mail.text ?? '').replaceAll('\u00a0', ' '),
    raw,
  }));
}

/** When, no address of a network, no secret, and no link that opens anything. */
function expectHarmless({ text, raw }: { text: string; raw: string }): void {
  expect(text).toContain(`le ${formatMoment(clock).replaceAll('\u00a0', ' ')} (heure de Paris)`);
  expect(text).not.toMatch(/203\.0\.113|token|session=/);
  const links = text.match(/https:\/\/\S+/g) ?? [];
  for (const link of links) {
    expect(link).toMatch(/^https:\/\/bureaux\.parite\.example\/#\/(password\/forgotten|profil)$/);
  }
  expect(links).toHaveLength(1);
  for (const secret of [PASSWORD, NEW]) expect(raw).not.toContain(secret);
}

test('a browser that the account does not know is told of once an hour; the first of all, and known ones, are not', async () => {
  const own = await enterBy(FIREFOX, 'agent');
  await own.login('agent');
  expect([await asked(), await devicesOf('agent')]).toEqual([[], []]);
  await enterBy(SAFARI, 'agent');
  await enterBy(SAFARI, 'agent');
  await own.login('agent');
  expect(await devicesOf('agent')).toEqual(['Safari sur iPhone', 'Safari sur iPhone']);
  const [letter] = await letters(1);
  expect(letter).toMatchObject({ to: mailOf('agent'), subject: expect.stringContaining('nouvel appareil') });
  expect(letter?.text).toContain('avec Safari sur iPhone');
  expect(letter?.text).toContain('Si ce n’était pas vous, choisissez tout de suite un nouveau mot de passe');
  if (letter) expectHarmless(letter);
  // another browser at once, and the same after an hour
  await enterBy(FIREFOX, 'agent');
  await letters(2);
  clock = new Date(clock.getTime() + 61 * MINUTE);
  await enterBy(SAFARI, 'agent');
  await letters(3);
});

test('a second step, and a passkey alone, tell of a new browser too, and then know it', async () => {
  const key = new Authenticator();
  const first = await enterBy(FIREFOX, 'agent2');
  await addPasskey(first, key);
  await letters(1);
  const browser = browserOf(SAFARI);
  const alone = async () => {
    await browser.get('/');
    const { options } = (await browser.get('/api/login/passkey')).json();
    const answer = await browser.post('/api/login/passkey', { passkey: key.answer(options) });
    expect(answer.statusCode).toBe(200);
  };
  await alone();
  await alone();
  expect(await devicesOf('agent2')).toEqual(['Safari sur iPhone']);
  const other = new Browser(office.app);
  for (let i = 0; i < 2; i += 1) {
    expect((await other.login('agent2')).json()).toEqual({ next: 'second_factor' });
    // a right password alone is no login
    expect(await devicesOf('agent2')).toHaveLength(1 + i);
    const { passkey } = (await other.post('/api/login/second', { ask: 'proofs' })).json();
    await other.post('/api/login/second', { passkey: key.answer(passkey) });
  }
  expect(await devicesOf('agent2')).toEqual(['Safari sur iPhone', 'un autre navigateur']);
  await letters(3);
});

test('a new password, a new factor and a removed one are told of, with when and by which browser', async () => {
  const browser = await enterBy(FIREFOX, 'loner');
  const change = { present: PASSWORD, password: NEW };
  expect((await browser.post('/api/profile/password', change)).statusCode).toBe(200);
  await addTotp(browser, clock);
  expect((await browser.post('/api/iam/factors/remove', { factor: 'totp' })).statusCode).toBe(200);
  const told = await letters(3);
  expect(told.map(({ subject }) => subject)).toEqual([
    'Votre mot de passe Parité a changé',
    'Un second facteur a été ajouté à votre compte Parité',
    'Un second facteur a été retiré de votre compte Parité',
  ]);
  for (const letter of told) {
    expect(letter.to).toBe(mailOf('loner'));
    expect(letter.text).toContain('avec Firefox sur Windows');
  }
  for (const letter of told.slice(0, 2)) expectHarmless(letter);
  // its link undoes the removal (restored-factors.test.ts)
  expect(told[2]?.text).toMatch(
    /https:\/\/bureaux\.parite\.example\/#\/second-facteur\?token=\d+\.[\w-]{43}\s/,
  );
  expect(told[1]?.text).toContain('Une application de codes a été ajoutée');
  // neither what failed nor what changed nothing
  await browser.post('/api/profile/password', change);
  await browser.post('/api/iam/factors/remove', { factor: 'totp' });
  expect(await asked()).toHaveLength(3);
});

test('what the command line takes away is told of, as no browser’s doing', async () => {
  await addPasskey(await enter(office.app, 'idle'), new Authenticator());
  await letters(1);
  expect(await removeFactorsOf(office.db, mailOf('idle'), clock)).toBe(true);
  const [, letter] = await letters(2);
  expect(letter?.text).toContain('retirée tout entière');
  expect(letter?.text).toContain('par l’équipe qui tient le serveur');
  if (letter) expectHarmless(letter);
});

test('a password by a link, and a change of rights, are told of; one of a name, or of who is shut out, is not', async () => {
  const root = await enter(office.app, 'root');
  const { db } = office;
  const invitation = anInvitation({
    mail: 'neuve@parite.example',
    name: 'Neuve',
    surname: 'Arrivée',
    scopes: ['sittings.list.all'],
  });
  const user = (await root.post('/api/iam/users/invite', invitation)).json();
  const edit = async (changed: object) => {
    const { mail: _, ...fields } = invitation;
    const answer = await root.post('/api/iam/users/edit', { id: user.id, ...fields, ...changed });
    expect(answer.statusCode, answer.body).toBe(200);
  };
  // who never chose a password has nothing that could be taken over
  await edit({ scopes: ['sittings.list.all', 'audit.list.all'] });
  await edit({});
  expect(await asked()).toHaveLength(0);
  const token = new URLSearchParams(user.password_link.split('?')[1]).get('token');
  const browser = browserOf(FIREFOX);
  const set = await browser.post('/api/iam/users/new-password', { token, password: NEW });
  expect(set.statusCode).toBe(200);
  await browser.post('/api/login', { username: invitation.mail, password: NEW });
  await edit({ name: 'Autre' });
  await edit({ name: 'Autre', scopes: ['audit.list.all'] });
  await edit({ name: 'Autre', scopes: ['audit.list.all'], company_id: office.companies.Quais });
  // the invitation, and what came after it
  const told = (await letters(4)).filter(({ subject }) => !subject.includes('accès'));
  expect(told.map(({ subject }) => subject)).toEqual([
    'Votre mot de passe Parité a été choisi',
    'Les droits de votre compte Parité ont changé',
    'Les droits de votre compte Parité ont changé',
  ]);
  for (const letter of told) {
    expect(letter.to).toBe(invitation.mail);
    expectHarmless(letter);
  }
  expect(told[0]?.text).toContain('avec Firefox sur Windows');
  expect(told[1]?.text).toContain('par un administrateur');
  expect(told[1]?.text).toContain('Donnés : Voir le journal des actions\n');
  expect(told[1]?.text).toContain('Retirés : Voir les bureaux et leurs utilisateurs\n');
  expect(told[2]?.text).toContain('- Le bureau pour lequel vous travaillez a changé.\n');
  await db.updateTable('users').set({ suspended_at: clock }).where('id', '=', user.id).execute();
  await edit({ name: 'Autre' });
  expect(await asked()).toHaveLength(3);
  await db.updateTable('users').set({ suspended_at: null }).execute();
});

test('the code of a second step stands in no letter', async () => {
  const admin = await enterBy(FIREFOX, 'admin');
  const { secret, recoveryCodes } = await addTotp(admin, clock);
  const [letter] = await letters(1);
  for (const word of [secret, codeOf(secret, clock), ...(recoveryCodes ?? [])]) {
    expect(letter?.raw).not.toContain(word);
  }
});

test('what an administrator takes away is told of, as an administrator’s doing', async () => {
  await addPasskey(await enter(office.app, 'idle'), new Authenticator());
  const root = await enter(office.app, 'root');
  await addPasskey(root, new Authenticator());
  const removed = await root.post('/api/iam/users/remove-factors', { id: office.users.idle });
  expect(removed.statusCode).toBe(200);
  const told = () => server.received.filter(({ mail }) => mail.text?.includes('retirée tout entière'));
  await vi.waitFor(() => expect(told()).toHaveLength(1), { timeout: 60_000 });
  const [letter] = told();
  expect(letter?.to).toBe(mailOf('idle'));
  expect(letter?.mail.text).toContain('par un administrateur');
});
