import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { selectClock, upsertClock } from '../db/clock.ts';
import { dump } from '../db/dump.ts';
import { openDatabase } from '../db/open.ts';
import { restoreDump } from '../db/restore.ts';
import { failureKeys } from '../features/accounts/attempts.ts';
import { eraseSubscription } from '../features/audience/subscriptions.ts';
import { replayErasures, selectErasures } from '../features/privacy/erasures.queries.ts';
import { exportPerson } from '../features/privacy/export-person.queries.ts';
import { readLedger, writeLedger } from '../features/privacy/ledger-file.ts';
import { hashAccount } from '../features/security-events/origin.ts';
import { TEST_CODES } from '../testing/bookings.ts';
import { type Ran, runCli } from '../testing/cli-process.ts';
import { createBareDatabase, createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { type KeptPerson, keepPerson, readEverything } from '../testing/person.ts';

// What was erased at somebody's wish stays erased, whichever backup is restored.

const SECRET = 'of-a-test-and-of-nothing-else-0123456789';

let database: TestDatabase;
let folder: string;
let before: string;
let marie: KeptPerson;
let paul: KeptPerson;

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'parite-erasures-'));
  await chmod(folder, 0o711);
  marie = await keepPerson(database.db, 'marie@exemple.fr', [
    ...failureKeys(SECRET, 'marie@exemple.fr'),
    hashAccount(SECRET, 'marie@exemple.fr'),
  ]);
  paul = await keepPerson(database.db, 'paul@exemple.fr');
  // a backup older than all that follows: she works there
  before = await backUp(database.url);
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

const settings = (url: string) => ({ DATABASE_URL: url, SECRET, DATA_DIR: folder });

const cli = (args: readonly string[], url = database.url, input = ''): Promise<Ran> =>
  runCli(args, folder, settings(url), { input });

async function backUp(url: string): Promise<string> {
  const pieces: string[] = [];
  for await (const piece of dump(url)) pieces.push(String(piece));
  return pieces.join('');
}

/** A database of its own with what a backup holds. It goes with the run's PostgreSQL. */
async function restored(backup: string): Promise<string> {
  const { url } = await createBareDatabase();
  await restoreDump(url, Readable.from([Buffer.from(backup)]), { replace: false, onTable: () => undefined });
  return url;
}

/** What is found in a database, which is closed again: a restoration wants it to itself. */
async function look<T>(url: string, at: (db: TestDatabase['db']) => Promise<T>): Promise<T> {
  const { db, close } = openDatabase(url, { maxConnections: 1 });
  try {
    return await at(db);
  } finally {
    await close();
  }
}

test('what is erased is gone from the database, from an older backup that is restored, and by the ledger alone', async () => {
  await keepsWhoWorks();
  await erasesWhoLeft();
  await restoresAnOlderBackup();
  await replaysTheLedger();
});

/** An account at work and the contact of a bureau stay, and the command says so; the rest goes. */
async function keepsWhoWorks(): Promise<void> {
  const erased = await cli(['privacy', 'erase', ' MARIE@exemple.fr', '--yes']);
  expect(erased).toMatchObject({ code: 0, out: expect.stringContaining('abonnements effacés : 1\n') });
  for (const said of ['Suspendez-le dans /sittings', 'donne cette adresse comme contact']) {
    expect(erased.said).toContain(said);
  }
}

/** All goes once it has left, the files of its mails included; then there is nothing, and it fails. */
async function erasesWhoLeft(): Promise<void> {
  const { db } = database;
  await db.updateTable('users').set({ suspended_at: new Date() }).where('id', '=', marie.userId).execute();
  await db
    .updateTable('companies')
    .set({ email: 'contact@bureau.example' })
    .where('id', '=', marie.companyId)
    .execute();
  await mkdir(join(folder, 'outbox'));
  await writeFile(join(folder, 'outbox', '2026-11-20T08-00-00-123Z-mail-1.eml'), `To: ${marie.email}`);
  const erased = await cli(['privacy', 'erase', marie.email, '--yes']);
  expect(erased).toMatchObject({ code: 0 });
  expect(erased.out).toContain('comptes effacés, un pseudonyme à leur place : 1\n');
  expect(erased.out).toContain('fichiers d’e-mails effacés : 1\n');
  expect(await readdir(join(folder, 'outbox'))).toEqual([]);
  const said = expect.stringContaining('Aucune donnée n’est gardée sous marie@exemple.fr');
  expect(await cli(['privacy', 'erase', marie.email, '--yes'])).toMatchObject({ code: 1, out: '', said });
}

/** An older backup brings none of it back, and what came after the erasure stays. */
async function restoresAnOlderBackup(): Promise<void> {
  const { db } = database;
  const { id, at } = await db
    .selectFrom('subscriptions')
    .where('email', '=', paul.email)
    .select(['id', 'at'])
    .executeTakeFirstOrThrow();
  // by the link of a mail, which no operator hears of
  await eraseSubscription(db, { id, at }, new Date());
  // she comes back of her own will
  await db
    .insertInto('subscriptions')
    .values({ at: new Date(), email: marie.email, type: 'newsletter', consent_text: 'de nouveau' })
    .execute();
  await upsertClock(db, { believedAt: new Date('2026-11-21T08:00:00.123Z'), doubt: null });
  const after = await restored(await backUp(database.url));
  await look(after, async (there) => {
    const { subscriptions } = await exportPerson(there, marie.email, [], TEST_CODES);
    expect(subscriptions).toEqual([expect.objectContaining({ consent_text: 'de nouveau' })]);
  });

  await writeFile(join(folder, 'before.sql'), before);
  expect(await cli(['restore', 'before.sql', '--replace'], after)).toMatchObject({ code: 0 });
  await look(after, async (there) => {
    await expectErased(there);
    expect((await selectClock(there))?.believedAt.toISOString()).toBe('2026-11-21T08:00:00.123Z');
    // and so it is the next time
    expect(await selectErasures(there)).toEqual(await selectErasures(db));
  });
}

/** The ledger of a lost machine is enough alone, and it tells of nobody. */
async function replaysTheLedger(): Promise<void> {
  expect((await cli(['privacy', 'ledger', 'erasures.json'])).code).toBe(0);
  const ledger = await readFile(join(folder, 'erasures.json'), 'utf8');
  for (const word of [...marie.personal, ...paul.personal]) expect(ledger).not.toContain(word);
  const url = await restored(before);
  await look(url, async (there) => expect(await readEverything(there)).toContain(marie.email));
  const replayed = await cli(['privacy', 'replay', '-'], url, ledger);
  expect(replayed).toMatchObject({ code: 0, out: expect.stringMatching(/^effacements repris : [1-9]/) });
  await look(url, expectErased);
  await look(url, async (there) => expect(await replayErasures(there)).toBe(0));
}

test('a truncated or foreign ledger is refused', async () => {
  await keepPerson(database.db, 'anne@exemple.fr');
  const subscribed = database.db.selectFrom('subscriptions').where('email', '=', 'anne@exemple.fr');
  await eraseSubscription(
    database.db,
    await subscribed.select(['id', 'at']).executeTakeFirstOrThrow(),
    new Date(),
  );
  const whole = writeLedger(await selectErasures(database.db));
  expect(readLedger(whole)).toEqual(await selectErasures(database.db));
  const [erasure] = JSON.parse(whole).erasures;
  for (const other of [
    whole.slice(0, -20),
    '',
    '[]',
    'id;date',
    JSON.stringify({ erasures: [{ ...erasure, kind: 'company' }] }),
    JSON.stringify({ erasures: [{ ...erasure, row_id: '1 or true' }] }),
    JSON.stringify({ erasures: [{ ...erasure, at: '2026-99-99T99:99:99.999Z' }] }),
  ]) {
    expect(readLedger(other), other).toBeNull();
  }
});

async function expectErased(db: TestDatabase['db']): Promise<void> {
  const found = await exportPerson(db, marie.email, [], TEST_CODES);
  const { email: _email, contact_of: _ofTheBureau, ...rest } = found;
  for (const [part, rows] of Object.entries(rest)) expect([part, rows]).toEqual([part, []]);
  const user = await db
    .selectFrom('users')
    .where('id', '=', marie.userId)
    .select(['name', 'suspended_at', 'erased_at'])
    .executeTakeFirstOrThrow();
  expect(user).toEqual({
    name: 'Ancien utilisateur',
    suspended_at: expect.any(Date),
    erased_at: expect.any(Date),
  });
  // who left the newsletter alone is as before, but for the newsletter and its mails
  const other = await exportPerson(db, paul.email, [], TEST_CODES);
  expect([other.subscriptions, other.mails]).toEqual([[], []]);
  expect([other.leads.length, other.accounts.length]).toEqual([1, 1]);
}
