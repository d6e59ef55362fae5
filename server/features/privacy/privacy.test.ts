import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TEST_CODES } from '../../testing/bookings.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { type KeptPerson, keepPerson, readEverything } from '../../testing/person.ts';
import { failureKeys } from '../accounts/attempts.ts';
import { selectLeadPages, selectSubscriptionPages } from '../audience/list-audience.queries.ts';
import { selectAuditEntries } from '../audit/audit.queries.ts';
import { listFixingLogs } from '../rates/fixing-logs.queries.ts';
import { hashAccount } from '../security-events/origin.ts';
import { erasePerson } from './erase-person.queries.ts';
import { exportPerson } from './export-person.queries.ts';

const SECRET = 'of-a-test-and-of-nothing-else-0123456789';
const NOTHING = {
  leads: 0,
  subscriptions: 0,
  mails: 0,
  accounts: 0,
  entries: 0,
  failedLogins: 0,
  securityEvents: 0,
  travellers: 0,
};

let database: TestDatabase;
let pierre: KeptPerson;

beforeAll(async () => {
  database = await createTestDatabase();
  pierre = await keep('pierre');
});
afterAll(() => database.close());

const keysOf = (email: string) => [...failureKeys(SECRET, email), hashAccount(SECRET, email)];
const keep = (name: string) => {
  const email = `${name}@exemple.fr`;
  return keepPerson(database.db, email, keysOf(email));
};
const exported = (email: string) => exportPerson(database.db, email, keysOf(email), TEST_CODES);
const erase = (email: string) => erasePerson(database.db, email, keysOf(email));
/** Shut out, and the bureau has another contact. */
async function leave({ userId, companyId }: KeptPerson): Promise<void> {
  const { db } = database;
  await db.updateTable('users').set({ suspended_at: new Date() }).where('id', '=', userId).execute();
  await db
    .updateTable('companies')
    .set({ email: 'contact@bureau.example' })
    .where('id', '=', companyId)
    .execute();
}

test('an address, however typed, gets all its data, and nothing of another’s', async () => {
  const marie = await keep('marie');
  const given = await exported(' Marie@EXEMPLE.fr');
  expect(given).toEqual(await exported(marie.email));
  const counts = Object.entries(given).map(([part, rows]) => [part, rows.length]);
  expect(Object.fromEntries(counts)).toMatchObject({
    leads: 1,
    subscriptions: 1,
    mails: 1,
    failed_logins: keysOf('').length,
    security_events: 1,
    traveller_codes: 1,
    traveller_accounts: 1,
    traveller_sessions: 1,
    reservations: 1,
    reservation_events: 2,
    redemptions: 1,
    contact_of: 1,
    former_contact_of: 1,
    accounts: 1,
  });
  const [account] = given.accounts;
  expect(account).toMatchObject({ mail: marie.email, scopes: ['fixings.list.me'] });
  expect([account?.sessions.length, account?.password_links.length, account?.fixings.length]).toEqual([
    1, 1, 1,
  ]);
  expect(account?.security_events).toMatchObject([{ kind: 'login', device: 'Firefox sur Windows' }]);
  expect([account?.acts.length, account?.acts_upon.length]).toEqual([3, 2]);
  for (const word of pierre.personal) expect(JSON.stringify(given)).not.toContain(word);
});

test('an act shows other people by number only', async () => {
  const { email, userId } = await keep('auteur');
  await database.db
    .insertInto('audit_entries')
    .values({
      at: new Date(),
      user_id: userId,
      action: 'user.edited',
      subject_user_id: pierre.userId,
      changes: JSON.stringify({ surname: ['Curie', 'Curie-Joliot'] }),
    })
    .execute();
  const text = JSON.stringify(await exported(email));
  expect(text).toContain(`"subject_user_id":${pierre.userId}`);
  expect(text).not.toContain('Joliot');
});

test('an active account stays, and so does a company’s contact; the rest is erased', async () => {
  const claire = await keep('claire');
  const before = await exported(pierre.email);
  const { erased, remaining } = await erase(claire.email);
  expect(erased).toEqual({
    ...NOTHING,
    leads: 1,
    subscriptions: 1,
    mails: 1,
    failedLogins: keysOf('').length,
    securityEvents: 1,
    travellers: 1,
  });
  expect(remaining).toEqual({ accounts: 1, companies: [expect.stringContaining('Bureau')] });
  const left = await exported(claire.email);
  expect([left.leads, left.subscriptions, left.mails, left.failed_logins]).toEqual([[], [], [], []]);
  expect([left.accounts.length, left.former_contact_of.length]).toEqual([1, 1]);
  expect(await exported(pierre.email)).toEqual(before);
});

test('an erased account leaves no trace but a pseudonym on its fixings and acts', async () => {
  const { db } = database;
  const jeanne = await keep('jeanne');
  await leave(jeanne);
  const before = await exported(pierre.email);
  const { erased, remaining } = await erase(' Jeanne@exemple.FR ');
  expect(erased).toEqual({
    leads: 1,
    subscriptions: 1,
    mails: 1,
    accounts: 1,
    entries: 1,
    failedLogins: keysOf('').length,
    securityEvents: 1,
    travellers: 1,
  });
  expect(remaining).toEqual({ accounts: 0, companies: [] });

  const [, mark = ''] = jeanne.personal;
  const everything = await readEverything(db);
  expect(everything).not.toContain(jeanne.email);
  // of what the mark was put into, the bureau's own words stay, and the role
  const told = everything.match(new RegExp(`[^"]*${mark}[^"]*`, 'g')) ?? [];
  expect(new Set(told.map((text) => text.replace(mark, '…')))).toEqual(
    new Set(['Bureau …', 'bureau …', '…', 'https://….example', '+33 2 …', 'rôle-…']),
  );
  const [fixing] = await listFixingLogs(db, { companyId: jeanne.companyId }, { limit: 1, before: undefined });
  expect(fixing).toMatchObject({ name: 'Ancien utilisateur', surname: `n° ${jeanne.userId}` });
  const acts = await selectAuditEntries(db, { limit: 500 });
  const own = acts.filter(({ company_id }) => company_id === jeanne.companyId);
  expect(own.map(({ action, author_surname, changes }) => [action, author_surname, changes])).toEqual([
    ['company.added', `n° ${jeanne.userId}`, { is_partner: [null, true] }],
    ['user.edited', `n° ${jeanne.userId}`, { role: ['agent', 'root'] }],
    ['user.invited', `n° ${jeanne.userId}`, {}],
  ]);
  expect(await exported(jeanne.email)).toMatchObject({ leads: [], mails: [], accounts: [] });
  expect(await exported(pierre.email)).toEqual(before);
  // there is no way back, and the address is free
  await expect(
    sql`update users set suspended_at = null where id = ${jeanne.userId}`.execute(db),
  ).rejects.toThrow(/check constraint/);
  await keep('jeanne');
});

test('the journal forgets the erased person, and nothing else', async () => {
  const { db } = database;
  const lucie = await keep('lucie');
  const change = (set: string) =>
    sql`update audit_entries set ${sql.raw(set)} where subject_user_id = ${lucie.userId}`.execute(db);
  const refusal = /audit_entries is append-only/;
  await expect(change(`changes = changes - 'mail'`)).rejects.toThrow(refusal);
  await leave(lucie);
  await expect(change(`changes = changes - array['mail', 'name', 'surname', 'phone']`)).rejects.toThrow(
    refusal,
  );
  await erase(lucie.email);
  for (const set of [
    `changes = '{}'`,
    `changes = changes - 'role'`,
    `changes = changes || '{"name": ["a", "b"]}'`,
    'at = now()',
    'user_id = null',
    `action = 'user.suspended', changes = changes - 'name'`,
  ]) {
    await expect(change(set), set).rejects.toThrow(refusal);
  }
  await expect(
    sql`update audit_entries set changes = changes - 'is_partner' where action = 'company.added'`.execute(db),
  ).rejects.toThrow(refusal);
  await expect(sql`delete from audit_entries`.execute(db)).rejects.toThrow(refusal);
  await expect(sql`delete from erasures`.execute(db)).rejects.toThrow(/erasures is append-only/);
});

test.each(['', 'personne@exemple.fr'])('%j has no data to export or to erase', async (email) => {
  const { erased, remaining } = await erase(email);
  expect([erased, remaining]).toEqual([NOTHING, { accounts: 0, companies: [] }]);
  const kept = Object.values(await exported(email)).flat();
  expect(kept).toEqual([email]);
});

test('leads and subscriptions come in pages, each row once, oldest first', async () => {
  const { db } = database;
  await db.deleteFrom('leads').execute();
  const [at, company_id] = [new Date(), pierre.companyId];
  const rows = ['a@exemple.fr', 'b@exemple.fr', ''].map((email) => ({ at, company_id, email }));
  await db.insertInto('leads').values(rows).execute();
  const leads = await allPages(selectLeadPages(db, 2));
  expect(leads.map((page) => page.map(({ email }) => email))).toEqual([
    ['a@exemple.fr', 'b@exemple.fr'],
    [''],
  ]);
  expect(leads[0]?.[0]).toEqual({
    id: expect.any(Number),
    at,
    company: expect.stringContaining('Bureau'),
    site: expect.stringContaining('https://'),
    email: 'a@exemple.fr',
    consent_at: null,
    consent_text: null,
  });
  const subscribers = ['a@exemple.fr', 'b@exemple.fr'].map((email) => ({ at, email, type: 'newsletter' }));
  await db.insertInto('subscriptions').values(subscribers).execute();
  const subscriptions = await allPages(selectSubscriptionPages(db, 1));
  const ids = subscriptions.flat().map(({ id }) => id);
  expect(ids).toEqual(ids.toSorted((a, b) => a - b));
  expect(ids.length).toBeGreaterThan(1);
});

async function allPages<Row>(pages: AsyncIterable<Row[]>): Promise<Row[][]> {
  const read: Row[][] = [];
  for await (const page of pages) read.push(page);
  return read;
}
