import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import PostalMime from 'postal-mime';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { enqueueNewsletter, startTestMails, type TestWorker } from '../testing/mails.ts';

let database: TestDatabase;
let dataDir: string;
let worker: TestWorker | undefined;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'parite-outbox-'));
});
afterEach(async () => {
  await worker?.close();
  await rm(dataDir, { recursive: true });
  await database.db.deleteFrom('mails').execute();
  await database.db.deleteFrom('subscriptions').execute();
});
afterAll(() => database.close());

const start = () => {
  worker = startTestMails({ db: database.db, url: database.url, smtpUrl: null, dataDir });
};
const outcomes = async () =>
  (await database.db.selectFrom('mails').select('outcome').orderBy('id').execute()).map((row) => row.outcome);

test('without a mail server each mail is one complete file, readable by its owner only', async () => {
  await enqueueNewsletter(database.db, 'marie@exemple.fr');
  await enqueueNewsletter(database.db, 'pierre@exemple.fr');
  start();
  await vi.waitFor(async () => expect(await outcomes()).toEqual(['sent', 'sent']), { timeout: 20_000 });
  const outbox = path.join(dataDir, 'outbox');
  const files = (await readdir(outbox)).sort();
  expect(files).toEqual([
    expect.stringMatching(/^\d{4}-.*-mail-\d+\.eml$/),
    expect.stringMatching(/-mail-\d+\.eml$/),
  ]);
  expect((await stat(outbox)).mode & 0o777).toBe(0o700);
  const recipients = await Promise.all(
    files.map(async (file) => {
      expect((await stat(path.join(outbox, file))).mode & 0o777).toBe(0o600);
      return (await PostalMime.parse(await readFile(path.join(outbox, file)))).to?.[0]?.address;
    }),
  );
  expect(recipients.sort()).toEqual(['marie@exemple.fr', 'pierre@exemple.fr']);
});

test('a read-only folder is tried again, and has no partial mail', async () => {
  await writeFile(path.join(dataDir, 'outbox'), 'a file where the folder should be');
  await enqueueNewsletter(database.db, 'marie@exemple.fr');
  start();
  await vi.waitFor(async () => expect(await outcomes()).toEqual(['given_up']), { timeout: 20_000 });
  expect(await readdir(dataDir)).toEqual(['outbox']);
  expect(worker?.logged()).not.toContain('marie');
});
