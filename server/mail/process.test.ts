// Duration: six servers one after the other, since what is promised is of their deaths.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { type MailServer, openMailServer, type Reply } from '../testing/mail-server.ts';
import { enqueueNewsletter, SECRET } from '../testing/mails.ts';
import { furnishOffice, mailOf } from '../testing/office.ts';
import { endServer, type ServerProcess, startServer } from '../testing/server-process.ts';
import { enqueueMail } from './enqueue-mail.ts';

const MARIE = mailOf('agent');
const PIERRE = mailOf('agent2');

let database: TestDatabase;
let dataDir: string;
let mailServer: MailServer;
let running: ServerProcess[];
/** what the mail server does with the next text, or at the next recipient */
let next: { atRecipient: Reply; atText: Reply };

beforeAll(async () => {
  database = await createTestDatabase();
  await furnishOffice(database.db);
});
beforeEach(async () => {
  running = [];
  next = { atRecipient: 'accept', atText: 'accept' };
  dataDir = await mkdtemp(path.join(tmpdir(), 'parite-mails-'));
  mailServer = await openMailServer({
    onRecipient: () => next.atRecipient,
    onText: () => next.atText,
  });
  await database.db.deleteFrom('mails').execute();
});
afterEach(async () => {
  for (const { child } of running) await endServer(child, 'SIGKILL');
  await mailServer.close();
  await rm(dataDir, { recursive: true });
});
afterAll(() => database.close());

async function start(): Promise<ServerProcess> {
  const server = await startServer({
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    SECRET,
    SMTP_URL: mailServer.url,
    MAIL_FROM: 'lettre@parite.example',
  });
  running.push(server);
  return server;
}

const rows = () =>
  database.db
    .selectFrom('mails')
    .select(['recipient', 'outcome', 'attempts', 'handed_over_at'])
    .orderBy('id')
    .execute();
const enqueue = (recipient: string) =>
  enqueueMail(database.db, { kind: 'password', recipient, params: {}, at: new Date() });
const received = () => mailServer.received.map(({ to }) => to);
/** Ends the lease of every mail, as if its time had passed. */
const endLeases = () =>
  database.db
    .updateTable('mails')
    .set({ claimed_until: new Date(0) })
    .where('finished_at', 'is', null)
    .execute();

// a process takes seconds to start on a busy machine
const timeout = 240_000;

test('a process killed after the hand-over is not followed by a second send; a stopped one stops in time', {
  timeout,
}, async () => {
  next.atText = 'hang';
  const first = await start();
  await enqueue(MARIE);
  await vi.waitFor(() => expect(received()).toEqual([MARIE]), { timeout: 30_000 });
  await endServer(first.child, 'SIGKILL');

  next.atText = 'accept';
  const second = await start();
  await endLeases();
  await enqueue(PIERRE);
  await vi.waitFor(async () => {
    expect((await rows()).map(({ outcome }) => outcome)).toEqual(['unknown', 'sent']);
  }, 30_000);
  expect(received()).toEqual([MARIE, PIERRE]);

  // the mail server hangs again
  next.atRecipient = 'hang';
  await enqueue(mailOf('admin'));
  await vi.waitFor(async () => expect((await rows())[2]?.attempts).toBe(1), 30_000);
  expect(await endServer(second.child)).toBe(0);
  expect((await rows())[2]).toMatchObject({ outcome: null, handed_over_at: null });
});

test('after a process killed before the hand-over, its successor sends the mail once', {
  timeout,
}, async () => {
  next.atRecipient = 'hang';
  const first = await start();
  await enqueue(MARIE);
  await vi.waitFor(async () => expect((await rows())[0]?.attempts).toBe(1), { timeout: 30_000 });
  await endServer(first.child, 'SIGKILL');

  next.atRecipient = 'accept';
  await endLeases();
  await start();
  await vi.waitFor(
    async () => expect((await rows())[0]).toMatchObject({ outcome: 'sent', attempts: 2 }),
    30_000,
  );
  expect(received()).toEqual([MARIE]);
});

test('after a process killed within a named queue, another continues within seconds, and each letter arrives once', {
  timeout,
}, async () => {
  next.atRecipient = 'hang';
  const first = await start();
  const addresses = ['marie', 'pierre', 'paul', 'anne'].map((name) => `${name}@exemple.fr`);
  for (const address of addresses) await enqueueNewsletter(database.db, address);
  await vi.waitFor(async () => expect((await rows())[0]?.attempts).toBe(1), { timeout: 30_000 });
  await start();
  next.atRecipient = 'accept';
  await endServer(first.child, 'SIGKILL');
  await vi.waitFor(
    async () => expect((await rows()).map(({ outcome }) => outcome)).toEqual(addresses.map(() => 'sent')),
    30_000,
  );
  expect(received().toSorted()).toEqual(addresses.toSorted());
});
