// Duration: a process is killed amid a letter, and its job is freed some seconds later.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
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

beforeEach(async () => {
  running = [];
  next = { atRecipient: 'accept', atText: 'accept' };
  database = await createTestDatabase();
  await furnishOffice(database.db);
  dataDir = await mkdtemp(path.join(tmpdir(), 'parite-mails-'));
  mailServer = await openMailServer({
    onRecipient: () => next.atRecipient,
    onText: () => next.atText,
  });
});
afterEach(async () => {
  for (const { child } of running) await endServer(child, 'SIGKILL');
  await mailServer.close();
  await rm(dataDir, { recursive: true });
  await database.close();
});

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

const bySubscribers = ['marie', 'pierre', 'paul', 'anne'].map((name) => `${name}@exemple.fr`);
const soon = { timeout: 60_000 };

test('what a killed process was at is sent once by another, within seconds, but what it had handed over; a stopped one stops in time', {
  timeout: 240_000,
}, async () => {
  // handed over
  next.atText = 'hang';
  const killed = await start();
  await enqueue(MARIE);
  await vi.waitFor(() => expect(received()).toEqual([MARIE]), soon);
  // not yet, alone and the first of a named queue
  next.atRecipient = 'hang';
  await enqueue(PIERRE);
  for (const address of bySubscribers) await enqueueNewsletter(database.db, address);
  // any of the subscribers may be the first
  const attempts = async () => {
    const [marie, pierre, ...others] = (await rows()).map((row) => row.attempts);
    return [marie, pierre, ...others.toSorted()];
  };
  await vi.waitFor(async () => expect(await attempts()).toEqual([1, 1, 0, 0, 0, 1]), soon);
  const other = await start();
  next = { atRecipient: 'accept', atText: 'accept' };
  await endServer(killed.child, 'SIGKILL');
  const outcomes = async () => (await rows()).map(({ outcome }) => outcome);
  await vi.waitFor(async () => expect(await outcomes()).toEqual([null, ...Array(5).fill('sent')]), soon);
  expect(await attempts()).toEqual([1, 2, 1, 1, 1, 2]);

  await endLeases();
  await enqueue(mailOf('root'));
  await vi.waitFor(async () => expect(await outcomes()).toEqual(['unknown', ...Array(6).fill('sent')]), soon);
  expect(received().toSorted()).toEqual([MARIE, PIERRE, ...bySubscribers, mailOf('root')].toSorted());

  // the mail server hangs again
  next.atRecipient = 'hang';
  await enqueue(mailOf('admin'));
  await vi.waitFor(async () => expect((await rows()).at(-1)?.attempts).toBe(1), soon);
  expect(await endServer(other.child)).toBe(0);
  expect((await rows()).at(-1)).toMatchObject({ outcome: null, handed_over_at: null });
});
