import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPasswordHasher, type PasswordHasher } from '../features/accounts/password-hasher.ts';
import { tokenOf } from '../features/passwords/password-links.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { type AccountName, Browser, furnishOffice, type Office, PASSWORD } from '../testing/office.ts';

// Whoever knows the old password logs in while the owner changes it: no session of the old one may outlive it.

const SECRET = 'of-these-tests-and-of-nothing-else-012345';
const NEW = 'quatre girafes au marché';

let database: TestDatabase;
let office: Office;
let server: TestApp;
/** What a login does once its password is verified, and before anything follows from it. */
let afterVerifying = async (): Promise<void> => undefined;

beforeAll(async () => {
  database = await createTestDatabase();
  office = await furnishOffice(database.db);
  const real = createPasswordHasher();
  const passwords: PasswordHasher = {
    ...real,
    async verify(passwordHash, password) {
      const isRight = await real.verify(passwordHash, password);
      await afterVerifying();
      return isRight;
    },
  };
  server = await startTestApp(database.url, undefined, { SECRET }, { passwords });
});
afterAll(async () => {
  await server.close();
  await database.close();
});

const sessionsOf = (name: AccountName) =>
  database.db.selectFrom('sessions').where('user_id', '=', office.users[name]).selectAll().execute();

async function setPassword(name: AccountName, password: string): Promise<number> {
  const link = await database.db
    .insertInto('password_links')
    .values({ user_id: office.users[name], created_at: new Date() })
    .returning(['id', 'user_id as userId', 'created_at as createdAt'])
    .executeTakeFirstOrThrow();
  const token = tokenOf(SECRET, link);
  const answer = await new Browser(server.app).post('/api/iam/users/new-password', { token, password });
  return answer.statusCode;
}

test('a login whose password changes while it is verified opens nothing', async () => {
  afterVerifying = async () => {
    afterVerifying = async () => undefined;
    expect(await setPassword('agent', NEW)).toBe(200);
  };
  const browser = new Browser(server.app);
  expect((await browser.login('agent', PASSWORD)).statusCode).toBe(401);
  expect((await browser.get('/api/me')).statusCode).toBe(401);
  expect(await sessionsOf('agent')).toEqual([]);
  expect((await browser.login('agent', NEW)).statusCode).toBe(200);
});

test.each([
  { suspended_at: new Date(0) },
  { status: 'awaiting_password' as const, password_hash: null },
])('nor does one whose account is shut out meanwhile: %j', async (change) => {
  const loner = () => database.db.updateTable('users').where('id', '=', office.users.loner);
  const before = await database.db
    .selectFrom('users')
    .where('id', '=', office.users.loner)
    .select(['suspended_at', 'status', 'password_hash'])
    .executeTakeFirstOrThrow();
  afterVerifying = async () => {
    await loner().set(change).execute();
  };
  expect((await new Browser(server.app).login('loner')).statusCode).toBe(401);
  afterVerifying = async () => undefined;
  await loner().set(before).execute();
  expect(await sessionsOf('loner')).toEqual([]);
});

test('a login at the very moment of the change waits for it', async () => {
  const browser = new Browser(server.app);
  await browser.get('/api/logout');
  let status = 0;
  const login = await database.db.transaction().execute(async (trx) => {
    await trx
      .updateTable('users')
      .set({ password_hash: 'another one' })
      .where('id', '=', office.users.agent2)
      .execute();
    await trx.deleteFrom('sessions').where('user_id', '=', office.users.agent2).execute();
    const answer = browser.login('agent2').then(({ statusCode }) => {
      status = statusCode;
    });
    const isWaiting = async () => {
      const { rows } = await sql<{ waiting: number }>`
        SELECT count(*)::int AS waiting FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(database.db);
      return rows[0]?.waiting === 1 || status !== 0;
    };
    await expect.poll(isWaiting, { timeout: 30_000 }).toBe(true);
    return { answer };
  });
  await login.answer;
  expect(status).toBe(401);
  expect(await sessionsOf('agent2')).toEqual([]);
});

test('of logins in a loop during the change, none is open afterwards', async () => {
  const statuses: number[] = [];
  let isOver = false;
  const loop = async () => {
    while (!isOver) statuses.push((await new Browser(server.app).login('admin', PASSWORD)).statusCode);
  };
  const loops = [loop(), loop(), loop()];
  await expect.poll(() => statuses.includes(200), { timeout: 30_000 }).toBe(true);
  expect(await setPassword('admin', NEW)).toBe(200);
  isOver = true;
  await Promise.all(loops);
  expect(await sessionsOf('admin')).toEqual([]);
});
