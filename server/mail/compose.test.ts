import PostalMime, { type Email } from 'postal-mime';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { readNewsletterToken } from '../features/audience/newsletter-tokens.ts';
import { letterWriters } from '../letters.ts';
import type { NeedlessReason } from '../process/counters.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { claimNext, enqueueNewsletter, SECRET } from '../testing/mails.ts';
import { aCompanyRow, aUserRow } from '../testing/rows.ts';
import { composeMail, InvalidRecipient } from './compose.ts';
import { enqueueMail } from './enqueue-mail.ts';
import type { Attachment } from './letter-writer.ts';

const DAY = 24 * 60 * 60_000;
const NOW = new Date('2026-11-21T08:00:00.123Z');
const config = readConfig({
  MAIL_FROM: 'Parité <lettre@parite.example>',
  PUBLIC_HOST: 'www.parite.example',
  BACKOFFICE_HOST: 'bureaux.parite.example',
  TRUST_PROXY: 'on',
});

let database: TestDatabase;
let userId: number;

beforeAll(async () => {
  database = await createTestDatabase();
  const { id: company_id } = await database.db
    .insertInto('companies')
    .values(aCompanyRow({ name: 'Change & <Cie>', logo: 'change', site: 'https://change.example' }))
    .returning('id')
    .executeTakeFirstOrThrow();
  const user = { name: 'Jean', surname: 'd’Août <script>', role: 'agent', company_id };
  ({ id: userId } = await database.db
    .insertInto('users')
    .values(aUserRow({ ...user, mail: 'Jean@bureau.example' }))
    .returning('id')
    .executeTakeFirstOrThrow());
});
beforeEach(async () => {
  const { db } = database;
  await db.deleteFrom('mails').execute();
  await db.deleteFrom('subscriptions').execute();
  await db.deleteFrom('password_links').execute();
  await db.updateTable('users').set({ suspended_at: null }).execute();
});
afterAll(() => database.close());

/** Writes the mail that is due, as the worker does. */
async function compose(at = NOW, settings = config) {
  const mail = await claimNext(database.db, { at, until: new Date(0) });
  if (!mail) throw new Error('no mail is due');
  return composeMail({ db: database.db, config: settings, secret: SECRET, writers: letterWriters }, mail, at);
}

async function read(
  at = NOW,
  settings = config,
): Promise<{ mail: Email; raw: string; html: string; text: string }> {
  const message = await compose(at, settings);
  const mail = await PostalMime.parse(message.raw);
  return { mail, raw: message.raw.toString(), html: mail.html ?? '', text: mail.text ?? '' };
}

const headerOf = (mail: Email, name: string) => mail.headers.find(({ key }) => key === name)?.value;
const insertLink = async (createdAt: Date) =>
  database.db
    .insertInto('password_links')
    .values({ user_id: userId, created_at: createdAt })
    .returning('id')
    .executeTakeFirstOrThrow();
const invite = (link: number) =>
  enqueueMail(database.db, {
    kind: 'invitation',
    recipient: 'Jean@bureau.example',
    params: { link },
    at: NOW,
  });
const forget = (recipient: string) =>
  enqueueMail(database.db, { kind: 'password', recipient, params: {}, at: NOW });

test('the confirmation of the newsletter is in text and HTML, with both headers of one-click unsubscribe', async () => {
  await enqueueNewsletter(database.db, 'marie@exemple.fr', NOW);
  const { mail, raw, text, html } = await read();
  expect(mail.from).toEqual({ name: 'Parité', address: 'lettre@parite.example' });
  expect(mail.to).toEqual([{ name: '', address: 'marie@exemple.fr' }]);
  expect(mail.subject).toBe('Confirmez votre inscription à la lettre de Parité');
  expect(mail.messageId).toMatch(/^<mail-\d+-1795248000123@parite\.example>$/);
  expect(new Date(mail.date ?? '').getTime()).toBe(NOW.getTime() - 123);
  expect(headerOf(mail, 'auto-submitted')).toBe('auto-generated');
  expect(headerOf(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  const [, oneClick = ''] =
    /^<https:\/\/www\.parite\.example\/api\/public\/newsletter\/unsubscribe\?token=([^>]+)>$/.exec(
      headerOf(mail, 'list-unsubscribe') ?? '',
    ) ?? [];
  expect(readNewsletterToken(SECRET, 'unsubscribe', oneClick)?.at).toEqual(NOW);

  for (const form of [text, html]) {
    expect(form).toContain('Confirmer mon inscription');
    expect(form).toContain('dans les 30 jours');
    expect(form).toContain('21 décembre 2026 à\u00a09\u00a0h (heure de Paris)');
    expect(form).toContain(`https://www.parite.example/#/lettre/desinscription?token=${oneClick}`);
    const [, token = ''] = /lettre\/confirmer\?token=([\w.-]+)/.exec(form) ?? [];
    expect(readNewsletterToken(SECRET, 'confirm', token)?.at).toEqual(NOW);
    expect(readNewsletterToken(SECRET, 'unsubscribe', token)).toBeNull();
  }
  expect(html).not.toMatch(/<img|src=|url\(/);
  // 998 octets a line at most (RFC 5322), and none that is not ASCII
  for (const line of raw.split('\r\n')) expect(line.length).toBeLessThanOrEqual(998);
  expect(raw).toMatch(/^[\t\r\n -~]*$/);
});

test('an invitation names the company; typed texts are escaped', async () => {
  const { id } = await insertLink(NOW);
  await invite(id);
  const { mail, text, html } = await read();
  expect(mail.subject).toBe('Votre accès à l’espace professionnel de Parité');
  expect(text).toContain('Bonjour Jean d’Août <script>,');
  expect(text).toContain('au nom du bureau Change & <Cie>.');
  expect(text).toContain('valable 7 jours, jusqu’au 28 novembre 2026 à\u00a09\u00a0h');
  expect(text).toMatch(
    new RegExp(`https://bureaux\\.parite\\.example/#/password\\?token=${id}\\.[\\w-]{43}\\n`),
  );
  expect(html).toContain('au nom du bureau Change &amp; &lt;Cie&gt;.');
  expect(html).not.toContain('<script');
  expect(headerOf(mail, 'list-unsubscribe')).toBeUndefined();
});

test('the foot names the publisher and its contact address, in text and HTML', async () => {
  const { id } = await insertLink(NOW);
  const publisher = {
    name: 'Au Juste Taux & <Cie>',
    address: '3 rue des Quais, 69002 Lyon',
    registration: '',
    director: 'Hélène Morvan',
    phone: '+33 4 78 00 00 00',
    email: 'bonjour@juste-taux.fr',
    host: 'Machines',
    ties: 'Rien ne nous lie.',
    revenue: 'Personne ne nous paie.',
  };
  await invite(id);
  const { text, html } = await read(NOW, { ...config, publisher });
  expect(text).toContain(
    '\nAu Juste Taux & <Cie>, 3 rue des Quais, 69002 Lyon. Nous écrire\u00a0: bonjour@juste-taux.fr\n',
  );
  expect(html).toContain(
    'Au Juste Taux &amp; &lt;Cie&gt;, 3 rue des Quais, 69002 Lyon. Nous écrire\u00a0: bonjour@juste-taux.fr',
  );
});

test('a forgotten password, in any case, for an account with or without one', async () => {
  for (const status of ['awaiting_password', 'in_service'] as const) {
    const password_hash = status === 'in_service' ? 'x' : null;
    await database.db.updateTable('users').set({ status, password_hash }).execute();
    await forget('jean@BUREAU.example');
    const { mail, text } = await read();
    expect(mail.subject).toBe('Votre mot de passe Parité');
    expect(text).toContain('Si vous n’avez rien demandé, ignorez ce message');
    expect(text).toMatch(/https:\/\/bureaux\.parite\.example\/#\/password\?token=\d+\.[\w-]{43}\n/);
    await database.db.deleteFrom('mails').execute();
  }
  await database.db.updateTable('users').set({ status: 'awaiting_password', password_hash: null }).execute();
});

test('a needless mail is not written, and says why', async () => {
  const needless = (reason: NeedlessReason, at = NOW) =>
    expect(compose(at)).rejects.toMatchObject({ reason });
  const { db } = database;
  await forget('personne@bureau.example');
  await needless('gone');

  const old = await insertLink(new Date(NOW.getTime() - 8 * DAY));
  const replaced = await insertLink(new Date(NOW.getTime() - DAY));
  const { id } = await insertLink(NOW);
  const links = [
    [old.id, 'settled'],
    [replaced.id, 'settled'],
    [999_999, 'gone'],
  ] as const;
  for (const [link, reason] of links) {
    await db.deleteFrom('mails').execute();
    await invite(link);
    await needless(reason);
  }
  await db.deleteFrom('mails').execute();
  await invite(id);
  await needless('expired', new Date(NOW.getTime() + 7 * DAY));
  await db.updateTable('users').set({ suspended_at: NOW }).execute();
  for (const ask of [() => invite(id), () => forget('jean@bureau.example')]) {
    await db.deleteFrom('mails').execute();
    await ask();
    await needless('gone');
  }

  await db.deleteFrom('mails').execute();
  await enqueueNewsletter(db, 'marie@exemple.fr', NOW);
  await needless('expired', new Date(NOW.getTime() + 30 * DAY));
  await db.updateTable('subscriptions').set({ confirmed_at: NOW }).execute();
  await needless('settled');
  await db.deleteFrom('subscriptions').execute();
  await needless('gone');
});

test('a letter whose picture is not attached is not sent', async () => {
  const mail = { id: 1, kind: 'password', recipient: 'jean@bureau.example', params: {}, createdAt: NOW };
  const code = { text: '123456', picture: 'code@parite' };
  const lines = { facts: [], amounts: [], more: [] };
  const ticket = { state: 'Acceptée', tone: 'taken', name: '', number: '', code, ...lines };
  const words = {
    subject: 'S',
    preheader: '',
    title: '',
    paragraphs: [],
    after: [],
    reason: '',
    action: { label: 'Voir', url: 'https://p.example' },
  };
  const letter = { ...words, ticket } as never;
  const picture = {
    filename: 'code.png',
    contentType: 'image/png',
    content: Buffer.of(1),
    cid: code.picture,
  };
  const write = (attachments: Attachment[]) => {
    const writers = { ...letterWriters, password: async () => ({ letter, attachments }) };
    return composeMail({ db: database.db, config, secret: SECRET, writers }, mail as never, NOW);
  };
  await expect(write([])).rejects.toThrow('the picture code@parite is not attached');
  expect((await write([picture])).to).toBe(mail.recipient);
});

test('a name cannot add a header line', async () => {
  const { id } = await insertLink(NOW);
  await database.db.updateTable('users').set({ name: 'Jean\r\nBcc: a@b.fr\u2028\u202e' }).execute();
  await invite(id);
  const { mail, text } = await read();
  expect(text).toContain('Bonjour Jean Bcc: a@b.fr d’Août');
  expect(mail.bcc).toBeUndefined();
  await database.db.updateTable('users').set({ name: 'Jean' }).execute();
});

test('an internationalised address is valid; an invalid one is refused before any connection', async () => {
  await enqueueNewsletter(database.db, 'zoe@café.fr', NOW);
  const message = await compose();
  expect(message?.to).toBe('zoe@xn--caf-dma.fr');
  await database.db.deleteFrom('mails').execute();
  await forget('a@b.fr\nBcc: c@d.fr');
  await expect(compose()).rejects.toThrow(InvalidRecipient);
});
