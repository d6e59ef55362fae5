// Duration: a demonstration is backed up, restored and removed.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { readConfig } from '../config.ts';
import { dump } from '../db/dump.ts';
import { demonstrationLine } from '../http/house-page.ts';
import { deleteDemo } from '../seed/remove-demo.queries.ts';
import { seedDemo } from '../seed/seed.ts';
import { countSeededCompanies } from '../seed/seeded.queries.ts';
import { startTestApp } from '../testing/app.ts';
import { runCli } from '../testing/cli-process.ts';
import {
  createBareDatabase,
  createTemplate,
  createTestDatabase,
  type TestDatabase,
} from '../testing/database.ts';
import { aCompanyRow } from '../testing/rows.ts';

const SECRET = 'of-a-test-and-of-nothing-else-0123456789';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let folder: string;
let seeded: Awaited<ReturnType<typeof createTemplate>>;
let database: TestDatabase;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parite-demo-'));
  seeded = await createTemplate((db) =>
    seedDemo(db, { now: new Date(), demoPassword: 'un-mot-de-passe-a-soi' }),
  );
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await seeded.drop();
});
beforeEach(async () => {
  database = await createTestDatabase(seeded.url);
});
afterEach(() => database.close());

const cli = (args: readonly string[], url = database.url, env: Record<string, string> = {}) =>
  runCli(args, folder, { DATABASE_URL: url, SECRET, DATA_DIR: folder, DEMO: 'off', ...env });

async function addAdministrator(): Promise<number> {
  const { db } = database;
  const { id } = await db
    .insertInto('users')
    .values({
      mail: 'claire@exemple.fr',
      name: 'Claire',
      role: 'administrateur',
      status: 'in_service',
      password_hash: 'x',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('user_scopes').values({ user_id: id, scope: 'iam.users.edit.all' }).execute();
  return id;
}

const count = async (
  table: 'companies' | 'users' | 'mid_rates' | 'articles' | 'fixing_logs' | 'reservations' | 'travellers',
) => (await sql`SELECT FROM ${sql.table(table)}`.execute(database.db)).rows.length;

test('a restored demonstration is told at once, by doctor, and by a line of the site until it is gone', async () => {
  const file = join(folder, 'demo.sql.gz');
  const pieces: string[] = [];
  for await (const piece of dump(database.url)) pieces.push(String(piece));
  await writeFile(file, gzipSync(pieces.join('')));
  const other = await createBareDatabase();
  const restored = await cli(['restore', file], other.url);
  expect([restored.code, restored.said]).toEqual([
    0,
    expect.stringContaining('14 bureaux de démonstration : retirez-les par demo remove.'),
  ]);
  await other.drop();
  expect((await cli(['doctor'])).out).toContain('14 bureaux de démonstration dans la base');
  const config = readConfig({ DATABASE_URL: database.url, SECRET });
  expect(demonstrationLine(config)).toBe('');
  config.fictional = await countSeededCompanies(database.db);
  expect(demonstrationLine(config)).toContain('>14 bureaux de démonstration, aux taux fictifs<');
});

test('without another account that administers, nothing is removed', async () => {
  const refused = await cli(['demo', 'remove', '--yes']);
  expect([refused.code, refused.said]).toEqual([
    1,
    expect.stringContaining('Aucun autre compte n’administre'),
  ]);
  const id = await addAdministrator();
  await database.db
    .updateTable('users')
    .set({ password_hash: null, status: 'awaiting_password' })
    .where('id', '=', id)
    .execute();
  expect((await cli(['demo', 'remove', '--yes'])).code).toBe(1);
  const running = await cli(['demo', 'remove', '--yes'], database.url, { DEMO: 'on' });
  expect([running.code, running.said]).toEqual([1, expect.stringContaining('DEMO=off')]);
  expect(await count('companies')).toBe(14);
});

test('what the seed wrote goes away, what people made stays', async () => {
  const { db } = database;
  const claire = await addAdministrator();
  const real = await db
    .insertInto('companies')
    .values(aCompanyRow({ name: 'Vrai Bureau', site: 'https://vrai.fr' }))
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('mid_rates')
    .values({ currency_code: 'USD', at: new Date('2026-11-10'), rate: '1.1', source: 'BCE' })
    .onConflict((conflict) => conflict.columns(['currency_code', 'at']).doUpdateSet({ source: 'BCE' }))
    .execute();
  const admin = await db
    .selectFrom('users')
    .where('mail', '=', 'admin@parite.example')
    .select('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('audit_entries')
    .values({
      at: new Date(),
      user_id: admin.id,
      action: 'company.created',
      company_id: real.id,
      changes: '{}',
    })
    .execute();
  const removed = await cli(['demo', 'remove', '--yes']);
  expect([removed.code, removed.out]).toEqual([0, expect.stringContaining('bureaux retirés : 14')]);
  expect(await db.selectFrom('companies').select('name').execute()).toEqual([{ name: 'Vrai Bureau' }]);
  // the one whose act stays is a pseudonym
  const users = await db.selectFrom('users').select(['mail', 'erased_at']).orderBy('id').execute();
  expect(users.map(({ mail }) => mail)).toEqual([`ancien-${admin.id}@efface.invalid`, 'claire@exemple.fr']);
  expect(await db.selectFrom('mid_rates').select('source').execute()).toEqual([{ source: 'BCE' }]);
  for (const table of ['articles', 'fixing_logs', 'reservations', 'travellers'] as const)
    expect([table, await count(table)]).toEqual([table, 0]);
  expect(await countSeededCompanies(db)).toBe(0);
  expect(claire).toBeGreaterThan(0);
  // journals refuse changes again
  await expect(sql`DELETE FROM audit_entries`.execute(db)).rejects.toThrow();
  // the rest is served
  const app = await startTestApp(database.url);
  await app.book.loaded;
  expect(app.book.current()?.companies.map(({ name }) => name)).toEqual(['Vrai Bureau']);
  await app.close();
});

test('an edited row is listed and asked about', async () => {
  const { db } = database;
  await addAdministrator();
  await db.updateTable('companies').set({ phone: '01 23 45 67 89' }).where('name', '=', 'Devisia').execute();
  const [article] = await db.selectFrom('articles').select(['id', 'title']).limit(1).execute();
  await db
    .updateTable('articles')
    .set({ content: 'Réécrit.' })
    .where('id', '=', article?.id ?? '')
    .execute();
  // no person is here to answer
  const asked = await cli(['demo', 'remove']);
  expect([asked.code, asked.said]).toEqual([2, expect.stringContaining('Modifié depuis : bureau Devisia.')]);
  expect(asked.said).toContain(`Modifié depuis : article ${article?.title}.`);
  expect(await count('companies')).toBe(14);
});

test('a bureau with a reservation of a person is suspended, and not removed', async () => {
  const { db } = database;
  await addAdministrator();
  const { company_id } = await db
    .selectFrom('reservations')
    .select('company_id')
    .limit(1)
    .executeTakeFirstOrThrow();
  await sql`UPDATE reservations SET request_key = 'of-a-person' WHERE id = (
    SELECT min(id) FROM reservations WHERE company_id = ${company_id})`.execute(db);
  const removed = await cli(['demo', 'remove', '--yes']);
  expect(removed.said).toContain('Suspendu, car des personnes');
  expect(removed.code).toBe(0);
  const left = await db.selectFrom('companies').select(['id', 'suspended_at']).execute();
  expect(left).toEqual([{ id: company_id, suspended_at: expect.any(Date) }]);
  expect(await count('reservations')).toBeGreaterThan(0);
  expect(await countSeededCompanies(db)).toBe(0);
});

test('every table that refers to companies or users is among those that are emptied', async () => {
  const { rows } = await sql<{ table: string }>`
    SELECT DISTINCT conrelid::regclass::text AS "table" FROM pg_constraint
    WHERE contype = 'f' AND confrelid = 'companies'::regclass`.execute(database.db);
  // rolled back
  const deleted = database.db.transaction().execute(async (trx) => {
    await deleteDemo(trx, []);
    for (const { table } of rows) {
      const left = await sql`SELECT FROM ${sql.table(table)}`.execute(trx);
      expect([table, left.rows.length]).toEqual([table, table === 'users' ? expect.any(Number) : 0]);
    }
    throw new Error('undone');
  });
  await expect(deleted).rejects.toThrow('undone');
});
