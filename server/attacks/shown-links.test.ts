import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Browser, enter, LEAST, PASSWORD } from '../testing/office.ts';
import { type OpenOffice, openOffice } from '../testing/open-office.ts';
import { aUserRow } from '../testing/rows.ts';

// A link that creates a password opens the account. Who may only read users and bureaux must never see one: not in a
// list, not in a page of one bureau or one user, not in what another call answers.

const NEW = 'quatre girafes au marché';

let office: OpenOffice;
let readerId: number;

beforeAll(async () => {
  office = await openOffice();
  ({ id: readerId } = await office.db
    .insertInto('users')
    .values(
      aUserRow({
        mail: 'lecteur@parite.example',
        name: 'lecteur',
        surname: 'Test',
        password_hash: await hash(PASSWORD, LEAST),
        status: 'in_service',
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow());
});
beforeEach(async () => {
  const { db, users } = office;
  await db.deleteFrom('user_scopes').where('user_id', '=', readerId).execute();
  await db.deleteFrom('password_links').execute();
  await db
    .updateTable('users')
    .set({ status: 'awaiting_password', password_hash: null })
    .where('id', '=', users.nouveau)
    .execute();
});
afterAll(() => office.close());

async function enterWith(scopes: readonly string[]): Promise<Browser> {
  for (const scope of scopes) {
    await office.db
      .insertInto('scopes')
      .values({ scope, label: scope })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await office.db.insertInto('user_scopes').values({ user_id: readerId, scope }).execute();
  }
  const browser = new Browser(office.app);
  const answer = await browser.post('/api/login', { username: 'lecteur@parite.example', password: PASSWORD });
  expect(answer.statusCode).toBe(200);
  return browser;
}

const everyReading = () => [
  '/api/companies',
  '/api/companies?q=quais',
  `/api/companies/${office.companies.Quais}`,
  '/api/iam/users',
  `/api/iam/users/${office.users.nouveau}`,
  '/api/objects?q=nouveau',
  '/api/audit',
  '/api/iam/sessions',
];

const linesOf = (action: string) =>
  office.db
    .selectFrom('audit_entries')
    .where('action', '=', action)
    .select(['user_id', 'subject_user_id', 'changes'])
    .orderBy('id')
    .execute();

describe('a link', () => {
  test.each([
    [['sittings.list.all']],
    [['sittings.list.all', 'iam.users.list.all', 'iam.*.list.all', 'audit.list.all']],
    [['sittings.list.*', 'iam.*.list.*', 'audit.list.all']],
    // administers bureaux, not users
    [['sittings.list.all', 'iam.*.list.all', 'companies.edit.all', 'fixings.edit.all', 'audit.list.all']],
  ])('is not shown to who holds %j', async (scopes) => {
    const reader = await enterWith(scopes);
    for (const path of everyReading()) {
      const answer = await reader.get(path);
      expect([200, 403], path).toContain(answer.statusCode);
      expect(answer.body, path).not.toContain('token=');
    }
    const companies = (await reader.get('/api/companies')).json();
    const users = companies.flatMap((company: { users: object[] }) => company.users);
    expect(users.find(({ name }: { name: string }) => name === 'nouveau')).toMatchObject({
      status: 'awaiting_password',
      password_link: null,
    });
  });

  test('is shown to who administers users and holds what it opens, and to nobody who holds less', async () => {
    const { db, users } = office;
    const linkFor = async (browser: Browser) =>
      (await browser.get(`/api/companies/${office.companies.Quais}`))
        .json()
        .users.find(({ id }: { id: number }) => id === users.nouveau).password_link;
    const administrator = await enterWith(['sittings.list.all', 'iam.users.edit.all']);
    expect(await linkFor(administrator)).toContain('token=');
    await db
      .insertInto('user_scopes')
      .values({ user_id: users.nouveau, scope: 'fixings.list.all' })
      .execute();
    expect(await linkFor(administrator)).toBeNull();
    await db
      .deleteFrom('user_scopes')
      .where('user_id', '=', users.nouveau)
      .where('scope', '=', 'fixings.list.all')
      .execute();
    expect(await linkFor(administrator)).toContain('token=');
  });
});

test('a session that was left open shows no link until its user has proved who it is', async () => {
  const { db, users, companies } = office;
  const root = await enter(office.app, 'root');
  const stale = () =>
    db
      .updateTable('sessions')
      .set({ verified_at: new Date(Date.now() - 11 * 60_000) })
      .where('user_id', '=', users.root)
      .execute();
  const show = (id: number, browser = root) => browser.post('/api/iam/users/show-link', { id });
  const ofList = async () =>
    (await root.get(`/api/companies/${companies.Quais}`))
      .json()
      .users.find(({ id }: { id: number }) => id === users.nouveau);
  expect(await ofList()).toMatchObject({
    password_link: expect.stringContaining('token='),
    is_link_hidden: false,
  });
  await stale();
  for (const path of everyReading()) expect((await root.get(path)).body, path).not.toContain('token=');
  expect(await ofList()).toMatchObject({ password_link: null, is_link_hidden: true });
  const asked = await show(users.nouveau);
  expect([asked.statusCode, asked.json().code]).toEqual([403, 'verify_again']);
  expect((await root.post('/api/login/again', { password: PASSWORD })).statusCode).toBe(200);
  expect((await show(users.nouveau)).json()).toEqual({
    password_link: expect.stringContaining('token='),
  });
  expect(await ofList()).toMatchObject({ is_link_hidden: false });
  // of who needs none, and of nobody
  expect((await show(users.agent)).json().code).toBe('no_link');
  expect((await show(999_999)).statusCode).toBe(404);
  // who may not see it is not even told that there is one
  const reader = await enterWith(['sittings.list.all', 'iam.users.edit.all']);
  await db.insertInto('user_scopes').values({ user_id: users.nouveau, scope: 'fixings.list.all' }).execute();
  expect((await show(users.nouveau, reader)).json().code).toBe('no_link');
  await db
    .deleteFrom('user_scopes')
    .where('user_id', '=', users.nouveau)
    .where('scope', '=', 'fixings.list.all')
    .execute();
});

test('who was shown a link, and what became of it, is in the journal', async () => {
  const { db, users } = office;
  const [admin, root] = [await enter(office.app, 'admin'), await enter(office.app, 'root')];
  const before = (await linesOf('user.link_shown')).length;
  // again and again: one line for each who looks
  for (const by of [admin, admin, root]) await by.get('/api/companies');
  await root.get(`/api/iam/users/${users.nouveau}`);
  const link = await db
    .selectFrom('password_links')
    .where('user_id', '=', users.nouveau)
    .select('id')
    .executeTakeFirstOrThrow();
  const shown = { subject_user_id: users.nouveau, changes: { link: [null, link.id] } };
  expect((await linesOf('user.link_shown')).slice(before)).toEqual([
    { user_id: users.admin, ...shown },
    { user_id: users.root, ...shown },
  ]);
  // another link is another line
  await db.insertInto('password_links').values({ user_id: users.nouveau, created_at: new Date() }).execute();
  const user = (await admin.get(`/api/iam/users/${users.nouveau}`)).json();
  expect((await linesOf('user.link_shown')).slice(before)).toHaveLength(3);

  const token = new URLSearchParams(user.password_link.split('?')[1]).get('token');
  const set = () => new Browser(office.app).post('/api/iam/users/new-password', { token, password: NEW });
  expect((await set()).statusCode).toBe(200);
  expect((await set()).statusCode).toBe(410);
  expect(await linesOf('user.password_set')).toEqual([
    { user_id: users.nouveau, subject_user_id: users.nouveau, changes: { link: [null, link.id + 1] } },
  ]);
  const told = await db
    .selectFrom('security_events')
    .where('subject_user_id', '=', users.nouveau)
    .where('kind', 'in', ['link_viewed', 'password_set'])
    .select(['kind', 'user_id', 'outcome', 'details'])
    .orderBy('id', 'desc')
    .limit(4)
    .execute();
  expect(told.map(({ kind, user_id, details }) => [kind, user_id, details])).toEqual([
    ['password_set', users.nouveau, { link: link.id + 1, sessions_ended: 0 }],
    ['link_viewed', users.admin, { link: link.id + 1 }],
    ['link_viewed', users.root, { link: link.id }],
    ['link_viewed', users.admin, { link: link.id }],
  ]);
  // no token is kept with it
  const entries = await db.selectFrom('audit_entries').selectAll().execute();
  expect(JSON.stringify(entries)).not.toContain(String(token).split('.')[1]);
});
