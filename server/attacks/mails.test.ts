import PostalMime from 'postal-mime';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aCompanyDraft } from '#domain/testing/companies.ts';
import { anInvitation, aUserDraft } from '#domain/testing/users.ts';
import { readConfig } from '../config.ts';
import { letterWriters } from '../letters.ts';
import { composeMail } from '../mail/compose.ts';
import { claimNext } from '../testing/mails.ts';
import { type Browser, enter } from '../testing/office.ts';
import { type OpenOffice, openOffice } from '../testing/open-office.ts';

// Texts that would begin a header, another recipient or a body of their own in a mail.

const SECRET = 'of-these-tests-and-of-nothing-else-012345';
const INJECTED = 'Bcc: victime@evil.example\r\nX-Evil: 1\r\n\r\n<script>alert(1)</script>';

let office: OpenOffice;
let root: Browser;

beforeAll(async () => {
  office = await openOffice({ SECRET });
  root = await enter(office.app, 'root');
});
beforeEach(async () => {
  await office.db.deleteFrom('mails').execute();
  await office.db.deleteFrom('login_failures').execute();
});
afterAll(() => office.close());

const LINE_ENDS = [
  '\r\n',
  '\n',
  '\r',
  '\u0085',
  '\u2028',
  '\u2029',
  '\v',
  '\f',
  '\u0000',
  '%0d%0a',
  '\\r\\n',
  '=0D=0A',
  '=?utf-8?Q?=0D=0A?=',
];
const ADDRESSES = [
  ...LINE_ENDS.slice(0, 9).map((end) => `a@exemple.fr${end}Bcc:b@evil.example`),
  ...LINE_ENDS.slice(0, 9).map((end) => `a${end}Bcc:b@evil.example`),
  'a@exemple.fr,b@evil.example',
  'a@exemple.fr;b@evil.example',
  'a@exemple.fr b@evil.example',
  '<a@exemple.fr>',
  'Ada <a@exemple.fr>',
  '"a@exemple.fr> RCPT TO:<b"@evil.example',
  'a@exemple.fr> SIZE=1',
  'a@exemple.fr>,<b@evil.example',
  'groupe:a@exemple.fr,b@evil.example;',
  'a(commentaire)@exemple.fr',
  'a@[127.0.0.1]',
  'a@@exemple.fr',
  '@exemple.fr:a@evil.example',
];

/** All that waits to be sent, as it would leave. */
async function composed() {
  const config = readConfig({ MAIL_FROM: 'Parité <lettre@parite.example>' });
  const messages = [];
  for (;;) {
    const at = new Date();
    const mail = await claimNext(office.db, { at, until: new Date(at.getTime() + 600_000) });
    if (!mail) return messages;
    const message = await composeMail(
      { db: office.db, config, secret: SECRET, writers: letterWriters },
      mail,
      at,
    );
    if (message) messages.push(message);
  }
}

const HEADERS = [
  ...['auto-submitted', 'content-transfer-encoding', 'content-type', 'date', 'from', 'list-unsubscribe'],
  ...['list-unsubscribe-post', 'message-id', 'mime-version', 'subject', 'to'],
];

async function expectUntouched({ raw, to }: { raw: Buffer; to: string }, recipient: string): Promise<void> {
  const mail = await PostalMime.parse(raw);
  expect(to).toBe(recipient);
  expect(mail.to?.map(({ address }) => address)).toEqual([recipient]);
  expect([mail.cc, mail.bcc, mail.replyTo]).toEqual([undefined, undefined, undefined]);
  const keys = mail.headers.map(({ key }) => key);
  expect(keys.filter((key) => !HEADERS.includes(key))).toEqual([]);
  expect(new Set(keys).size).toBe(keys.length);
  expect(mail.attachments).toEqual([]);
  expect(mail.html).not.toMatch(/<script|<img|<iframe| on\w+=|javascript:/i);
}

describe('addresses', () => {
  test('that are more than an address get no mail', async () => {
    const person = aUserDraft({ name: 'Ada', surname: 'Test' });
    for (const address of ADDRESSES) {
      await office.db.deleteFrom('login_failures').execute();
      const answers = [
        await root.post(
          '/api/public/save/email',
          { email: address, type: 'newsletter' },
          { host: 'localhost' },
        ),
        await root.post('/api/iam/users/forgotten-password', { username: address }),
        await root.post('/api/iam/users/invite', { mail: address, ...person }),
      ];
      expect(
        answers.map(({ statusCode }) => statusCode),
        JSON.stringify(address),
      ).toEqual([400, 400, 400]);
    }
    expect(await composed()).toEqual([]);
  });

  test('that came into the queue all the same are written to by nobody', async () => {
    const at = new Date();
    for (const recipient of ADDRESSES.filter((address) => !address.includes('\u0000'))) {
      await office.db.deleteFrom('mails').execute();
      await office.db
        .insertInto('mails')
        .values({ kind: 'password', recipient, params: '{}', created_at: at, due_at: at })
        .execute();
      await expect(composed(), recipient).rejects.toThrow('the recipient is not an address');
    }
  });
});

describe('names', () => {
  test('with a line end are not taken', async () => {
    for (const end of LINE_ENDS.slice(0, 9)) {
      const text = `Ada${end}${INJECTED}`.slice(0, 100);
      const person = anInvitation({ mail: 'ada@parite.example', name: 'Ada', surname: 'Test' });
      const bureau = aCompanyDraft({ name: 'Neuf', site: 'https://neuf.example' });
      for (const [path, body] of [
        ['iam/users/invite', { ...person, name: text }],
        ['iam/users/invite', { ...person, surname: text }],
        ['iam/users/edit', { id: office.users.idle, ...person, name: text }],
        ['companies/add', { ...bureau, name: text }],
        ['companies/edit', { id: office.companies.Quais, ...bureau, name: text }],
      ] as const) {
        const answer = await root.post(`/api/${path}`, body);
        expect([answer.statusCode, answer.json().code]).toEqual([400, 'control_character']);
      }
    }
    expect(await composed()).toEqual([]);
  });

  test.each(
    LINE_ENDS.filter((end) => end !== '\u0000'),
  )('that came into the database with %j begin nothing in a mail', async (end) => {
    const hostile = `Ada${end}${INJECTED}`;
    const { db, users, companies } = office;
    await db
      .updateTable('companies')
      .set({ name: hostile })
      .where('id', '=', companies.Quais ?? 0)
      .execute();
    await db
      .updateTable('users')
      .set({ name: hostile, surname: hostile })
      .where('id', '=', users.nouveau)
      .execute();
    await root.post('/api/iam/users/invite-again', { id: users.nouveau });
    await root.post('/api/iam/users/forgotten-password', { username: 'nouveau@parite.example' });
    const messages = await composed();
    expect(messages).toHaveLength(2);
    for (const message of messages) await expectUntouched(message, 'nouveau@parite.example');
  });

  test('of HTML are text in a mail', async () => {
    const { db, users } = office;
    const name = '"><img src=x onerror=alert(1)><script>alert(1)</script><a href="javascript:alert(1)">';
    await db
      .updateTable('users')
      .set({ name, surname: `'--><!--` })
      .where('id', '=', users.nouveau)
      .execute();
    await root.post('/api/iam/users/invite-again', { id: users.nouveau });
    const [message] = await composed();
    const mail = await PostalMime.parse(message?.raw ?? '');
    expect(mail.text).toContain(name);
    expect(mail.html).toContain('&quot;&gt;&lt;img src=x onerror=alert(1)&gt;');
    expect(mail.html?.match(/<a /g)).toHaveLength(2);
  });
});

test('the newsletter’s mail is to its one address, whoever asked for it', async () => {
  await root.post(
    '/api/public/save/email',
    { email: 'o’neil+é@exemple.fr', type: 'newsletter' },
    { host: 'localhost' },
  );
  const messages = await composed();
  expect(messages).toHaveLength(1);
  for (const message of messages) await expectUntouched(message, 'o’neil+é@exemple.fr');
});
