import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type AuditEntry, auditActions } from '#domain/audit/audit.ts';
import { aCompanyDraft } from '#domain/testing/companies.ts';
import { anInvitation, aUserDraft } from '#domain/testing/users.ts';
import { COMMAND_LINE } from '../../http/actor.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { emptyJournals } from '../../testing/journals.ts';
import { Browser, enter, furnishOffice, type Office } from '../../testing/office.ts';
import { addCompany } from '../companies/save-company.ts';
import { suspendCompany } from '../companies/suspend-company.ts';
import { editUser } from '../users/edit-user.ts';
import { inviteUser } from '../users/invite-user.ts';

let database: TestDatabase;
let server: TestApp;
let office: Office;
let admin: Browser;
const at = new Date('2026-11-21T08:00:00.123Z');

beforeAll(async () => {
  database = await createTestDatabase();
  office = await furnishOffice(database.db);
  server = await startTestApp(database.url);
  await server.book.loaded;
  admin = await enter(server.app, 'admin');
});
beforeEach(() => emptyJournals(database.db));
afterAll(async () => {
  await server.close();
  await database.close();
});

const list = async (query = ''): Promise<AuditEntry[]> => (await admin.get(`/api/audit${query}`)).json();
const draft = aCompanyDraft({ name: 'Du Pont', site: 'https://du-pont.example' });

test('an act of the command line has no actor; a new account is one journal row', async () => {
  expect(await list()).toEqual([]);
  const { id } = await addCompany(database.db, draft, { by: COMMAND_LINE, at });
  const invitation = anInvitation({ mail: 'chef@parite.example', name: 'Chef', scopes: ['**'] });
  await inviteUser(database.db, invitation, { by: COMMAND_LINE, at });
  const [invited, added] = await list();
  expect(added).toMatchObject({
    at: at.toISOString(),
    user: null,
    action: 'company.added',
    company: { id, name: 'Du Pont' },
    subject: null,
  });
  expect(invited).toMatchObject({
    user: null,
    action: 'user.invited',
    company: null,
    subject: { mail: 'chef@parite.example' },
  });
  expect(invited?.changes).toContainEqual({ field: 'scopes', before: null, after: ['**'] });
  expect([invited?.companies, added?.companies]).toEqual([[], []]);
});

test('a user’s move to another company names both, in that row alone', async () => {
  const { db } = database;
  const { Quais = 0, Zéphyr = 0 } = office.companies;
  const by = COMMAND_LINE;
  const fields = aUserDraft({ name: 'Mia' });
  const mail = 'mia@parite.example';
  await inviteUser(db, anInvitation({ mail: 'avant@parite.example' }), { by, at });
  const { userId: id } = await inviteUser(db, { ...fields, mail, company_id: Quais }, { by, at });
  await editUser(db, { ...fields, id, company_id: Zéphyr }, { by, at });
  const [edited, invited, earlier] = await list();
  const sorted = edited?.companies.toSorted((a, b) => a.name.localeCompare(b.name));
  expect(sorted).toEqual([
    { id: Quais, name: 'Quais' },
    { id: Zéphyr, name: 'Zéphyr' },
  ]);
  expect(invited?.companies).toEqual([{ id: Quais, name: 'Quais' }]);
  expect(earlier?.companies).toEqual([]);
});

test('rows come newest first, in pages', async () => {
  const { db } = database;
  const act = { by: COMMAND_LINE, at };
  await addCompany(db, aCompanyDraft({ name: 'Du Lac', site: 'https://du-lac.example' }), act);
  const fields = aUserDraft({ name: 'Noé' });
  const { userId: id } = await inviteUser(db, { ...fields, mail: 'noe@parite.example' }, act);
  for (const name of ['Noë', 'Noé']) await editUser(db, { ...fields, name, id }, act);
  for (const is_suspended of [true, false, true, false]) {
    await suspendCompany(
      database.db,
      { id: office.companies.Quais ?? 0, is_suspended },
      { by: COMMAND_LINE, at },
    );
  }
  const all = await list();
  expect(all).toHaveLength(8);
  expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).sort((a, b) => b - a));
  const first = await list('?limit=4');
  expect(first).toEqual(all.slice(0, 4));
  expect(await list(`?limit=4&before=${first.at(-1)?.id}`)).toEqual(all.slice(4));
  expect(await list(`?before=${all.at(-1)?.id}`)).toEqual([]);
  for (const { action } of all) expect(Object.keys(auditActions)).toContain(action);
});

test('an answer of many bytes is shorter than its limit, and its last entry leads on', async () => {
  const changes = JSON.stringify({ name: ['', 'a'.repeat(200_000)] });
  const entry = { at, user_id: null, action: 'branch.edited', company_id: null, subject_user_id: null };
  await database.db
    .insertInto('audit_entries')
    .values(Array.from({ length: 7 }, () => ({ ...entry, changes })))
    .execute();
  const ids: number[] = [];
  const lengths: number[] = [];
  for (let before = ''; ; before = `&before=${ids.at(-1)}`) {
    const answer = await admin.get(`/api/audit?limit=500${before}`);
    expect(answer.body.length).toBeLessThan(700_000);
    const entries: AuditEntry[] = answer.json();
    lengths.push(entries.length);
    if (entries.length === 0) break;
    ids.push(...entries.map(({ id }) => id));
  }
  expect(lengths).toEqual([3, 3, 1, 0]);
  expect(new Set(ids).size).toBe(7);
});

test('filters: an action or all of a noun, days in Paris, and names of companies and users', async () => {
  const { db } = database;
  const { Quais = 0, Zéphyr = 0 } = office.companies;
  const suspended = async (id: number, time: string) => {
    for (const is_suspended of [true, false]) {
      await suspendCompany(db, { id, is_suspended }, { by: COMMAND_LINE, at: new Date(time) });
    }
  };
  // the day before in Paris, then the day itself
  await suspended(Quais, '2026-11-20T22:59:00Z');
  await suspended(Zéphyr, '2026-11-20T23:00:00Z');
  const { userId } = await inviteUser(db, anInvitation({ mail: 'zoe@parite.example', name: 'Zoé' }), {
    by: COMMAND_LINE,
    at,
  });
  const found = async (query: string) =>
    (await list(query)).map(({ action, company, subject }) => `${action} ${company?.name ?? subject?.id}`);
  const invited = `user.invited ${userId}`;
  expect(await found('?action=company')).toHaveLength(4);
  expect(await found('?action=company.resumed')).toEqual(['company.resumed Zéphyr', 'company.resumed Quais']);
  expect(await found('?action=compan')).toEqual([]);
  expect(await found('?from=2026-11-21')).toEqual([
    invited,
    'company.resumed Zéphyr',
    'company.suspended Zéphyr',
  ]);
  expect(await found('?to=2026-11-20')).toEqual(['company.resumed Quais', 'company.suspended Quais']);
  expect(await found('?q=qua&action=company.resumed')).toEqual(['company.resumed Quais']);
  expect(await found('?q=ZOE')).toEqual([invited]);
  expect(await found('?q=uais')).toEqual([]);
});

test.each([
  '?limit=0',
  '?limit=501',
  '?limit=x',
  '?before=0',
  '?from=2026-02-30',
  '?to=hier',
  '?action=Company',
  '?before=9'.padEnd(30, '9'),
])('%s is a 400', async (query) => {
  expect((await admin.get(`/api/audit${query}`)).statusCode).toBe(400);
});

test('the journal requires its scope', async () => {
  expect((await new Browser(server.app).get('/api/audit')).statusCode).toBe(401);
  expect((await (await enter(server.app, 'agent')).get('/api/audit')).statusCode).toBe(403);
  expect((await (await enter(server.app, 'root')).get('/api/audit')).statusCode).toBe(200);
});

test('the database refuses changes and deletions of rows', async () => {
  const { db } = database;
  const quais = { id: office.companies.Quais ?? 0, is_suspended: true };
  await suspendCompany(db, quais, { by: COMMAND_LINE, at });
  await suspendCompany(db, { ...quais, is_suspended: false }, { by: COMMAND_LINE, at });
  await expect(db.deleteFrom('audit_entries').execute()).rejects.toThrow('append-only');
  await expect(
    // the type forbids it too
    db
      .updateTable('audit_entries')
      .set({ action: 'company.edited' } as object)
      .execute(),
  ).rejects.toThrow('append-only');
});

test('an act without its journal row is rolled back', async () => {
  const before = await database.db.selectFrom('companies').selectAll().orderBy('id').execute();
  const nobody = { userId: 999_999, scopes: ['**'], isVerified: true };
  await expect(
    addCompany(database.db, { ...draft, name: 'Autre', site: 'https://autre.example' }, { by: nobody, at }),
  ).rejects.toThrow('audit_entries_user_id_fkey');
  await expect(
    suspendCompany(database.db, { id: office.companies.Quais ?? 0, is_suspended: true }, { by: nobody, at }),
  ).rejects.toThrow('audit_entries_user_id_fkey');
  expect(await database.db.selectFrom('companies').selectAll().orderBy('id').execute()).toEqual(before);
});
