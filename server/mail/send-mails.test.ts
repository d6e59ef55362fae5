// Duration: mail servers that say nothing, each abandoned after its bound of seconds.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openClock } from '../db/clock.ts';
import { openDatabase } from '../db/open.ts';
import { mailsNeedless } from '../process/counters.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { type MailServer, openMailServer } from '../testing/mail-server.ts';
import { enqueueNewsletter, IMPATIENT, IMPATIENT_AT_LAST, startTestMails } from '../testing/mails.ts';
import { furnishOffice, mailOf } from '../testing/office.ts';
import { openRelay } from '../testing/relay.ts';
import { enqueueMail } from './enqueue-mail.ts';
import { connectSmtp } from './smtp.ts';

const MARIE = 'marie.curie@exemple.fr';

let database: TestDatabase;
let closers: (() => Promise<unknown>)[];

beforeAll(async () => {
  database = await createTestDatabase();
  await furnishOffice(database.db);
});
beforeEach(async () => {
  closers = [];
  await database.db.deleteFrom('mails').execute();
  await database.db.deleteFrom('subscriptions').execute();
});
afterEach(async () => {
  for (const close of closers) await close();
});
afterAll(() => database.close());

async function serve(behaviour: Parameters<typeof openMailServer>[0] = {}): Promise<MailServer> {
  const server = await openMailServer(behaviour);
  closers.push(server.close);
  return server;
}

function send(smtpUrl: string, options: Partial<Parameters<typeof startTestMails>[0]> = {}) {
  const worker = startTestMails({ db: database.db, url: database.url, smtpUrl, ...options });
  closers.unshift(worker.close);
  return worker;
}

const rowOf = (id: number) =>
  database.db
    .selectFrom('mails')
    .where('id', '=', id)
    .select(['outcome', 'attempts', 'last_error', 'handed_over_at', 'claimed_until', 'finished_at'])
    .executeTakeFirstOrThrow();

/** Waits for the end of a mail. */
async function outcomeOf(id: number) {
  await vi.waitFor(async () => expect((await rowOf(id)).outcome).not.toBeNull(), { timeout: 60_000 });
  return rowOf(id);
}

/** Passes once another whole round of the queue has found nothing to send. */
async function nothingMoreLeaves(server: MailServer): Promise<void> {
  const before = server.received.length;
  const marker = await enqueueNewsletter(database.db, `repere${Math.random()}@exemple.fr`);
  await outcomeOf(marker);
  expect(server.received.length).toBe(before + 1);
}

test('a mail leaves once, in its own connection, encrypted if the server offers it', async () => {
  const server = await serve();
  const id = await enqueueNewsletter(database.db, MARIE);
  send(server.url);
  expect(await outcomeOf(id)).toMatchObject({ outcome: 'sent', attempts: 1, last_error: null });
  expect(server.received.map(({ to, isSecure }) => ({ to, isSecure }))).toEqual([
    { to: MARIE, isSecure: true },
  ]);
  await nothingMoreLeaves(server);
});

test('a mail enqueued for a listening worker leaves without the next poll', async () => {
  const server = await serve();
  send(server.url, { times: { poll: 3_600_000 }, queueTimes: { poll: 3_600_000 } });
  for (const name of ['un', 'deux']) {
    const id = await enqueueNewsletter(database.db, `${name}@exemple.fr`);
    expect((await outcomeOf(id)).outcome).toBe('sent');
  }
});

test('a server without encryption gets the mail too', async () => {
  const server = await serve({ options: { hideSTARTTLS: true } });
  const id = await enqueueNewsletter(database.db, MARIE);
  send(server.url);
  expect((await outcomeOf(id)).outcome).toBe('sent');
  expect(server.received[0]?.isSecure).toBe(false);
});

test.each([
  ['a certificate that proves nothing', {}, 'smtp', 'certificate'],
  ['no encryption', { disabledCommands: ['STARTTLS'] }, 'smtp', 'STARTTLS'],
  ['a certificate that proves nothing', { secure: true }, 'smtps', 'certificate'],
])('no password is sent to a server with %s', async (_what, options, protocol, error) => {
  const onAuth = vi.fn();
  const server = await serve({ options: { ...options, authOptional: false, onAuth } });
  const id = await enqueueNewsletter(database.db, MARIE);
  send(server.url.replace('smtp://', `${protocol}://parite:un-mot-de-passe@`));
  const row = await outcomeOf(id);
  expect(row).toMatchObject({ outcome: 'given_up', attempts: 3 });
  expect(row.last_error).toContain(error);
  expect(onAuth).not.toHaveBeenCalled();
  expect(server.received).toEqual([]);
});

test.each([
  ['the recipient', { onRecipient: () => ({ code: 550, says: `5.1.1 <${MARIE}> marie.curie unknown` }) }],
  [
    'the text',
    { onText: () => ({ code: 554, says: `5.7.1 not for ${MARIE}, https://mx.example/why?who=${MARIE}` }) },
  ],
])('a mail refused permanently, at %s, is not tried again; no address is stored or logged', async (_at, behaviour) => {
  const server = await serve(behaviour);
  const id = await enqueueNewsletter(database.db, MARIE);
  const worker = send(server.url);
  const row = await outcomeOf(id);
  expect(row).toMatchObject({ outcome: 'refused', attempts: 1 });
  expect(row.last_error).toMatch(/55[04] 5\.\d\.1/);
  for (const kept of [row.last_error, worker.logged()]) {
    expect(kept).not.toMatch(/curie|exemple\.fr|token|Bonjour/i);
  }
});

test.each([
  'onRecipient',
  'onText',
] as const)('a mail deferred by %s is accepted at the next attempt', async (at) => {
  const reply = vi
    .fn()
    .mockReturnValueOnce({ code: 451, says: '4.7.1 greylisted' })
    .mockReturnValue('accept');
  const server = await serve({ [at]: reply });
  const id = await enqueueNewsletter(database.db, MARIE);
  send(server.url);
  expect(await outcomeOf(id)).toMatchObject({ outcome: 'sent', attempts: 2, last_error: null });
  await nothingMoreLeaves(server);
  const ids = server.received.map(({ mail }) => mail.messageId);
  if (at === 'onText') expect(ids[0]).toBe(ids[1]);
});

test('a mail deferred every time is given up', async () => {
  const server = await serve({ onRecipient: () => ({ code: 451, says: 'later' }) });
  const id = await enqueueNewsletter(database.db, MARIE);
  send(server.url);
  expect(await outcomeOf(id)).toMatchObject({ outcome: 'given_up', attempts: 3 });
});

test('a deferred mail waits for its time', async () => {
  let at = new Date('2026-11-21T08:00:00Z');
  const server = await serve({ onRecipient: vi.fn().mockReturnValueOnce({ code: 451, says: 'later' }) });
  const id = await enqueueNewsletter(database.db, MARIE, at);
  send(server.url, { now: () => at, times: { retries: [60_000] } });
  await vi.waitFor(async () => expect((await rowOf(id)).last_error).toContain('later'), { timeout: 60_000 });
  const { due_at } = await database.db.selectFrom('mails').select('due_at').executeTakeFirstOrThrow();
  // a fifth more or less: what failed together does not come back together
  expect(Math.abs(due_at.getTime() - at.getTime() - 60_000)).toBeLessThanOrEqual(12_000);
  const other = await enqueueNewsletter(database.db, 'pierre@exemple.fr', at);
  expect((await outcomeOf(other)).outcome).toBe('sent');
  expect((await rowOf(id)).outcome).toBeNull();
  at = due_at;
  expect(await outcomeOf(id)).toMatchObject({ outcome: 'sent', attempts: 2 });
});

test.each([
  ['says nothing', { onConnect: () => undefined }],
  ['hangs at the recipient', {}],
])('a server that %s is abandoned in time, and the mail stays', async (_what, options) => {
  const server = await serve({ onRecipient: () => 'hang', options });
  const id = await enqueueNewsletter(database.db, MARIE);
  send(server.url, { smtpTimes: IMPATIENT });
  expect(await outcomeOf(id)).toMatchObject({ outcome: 'given_up', attempts: 3, handed_over_at: null });
});

test.each([
  'hang',
  'drop',
] as const)('a server that has the text and then %ss has it once: its arrival is unknown, and no retry follows', async (reply) => {
  const onText = vi.fn().mockReturnValueOnce(reply).mockReturnValue('accept');
  const server = await serve({ onText });
  const id = await enqueueNewsletter(database.db, MARIE);
  send(server.url, reply === 'hang' ? { smtpTimes: IMPATIENT_AT_LAST } : {});
  expect(await outcomeOf(id)).toMatchObject({ outcome: 'unknown', attempts: 1 });
  await nothingMoreLeaves(server);
  expect(server.received.filter(({ to }) => to === MARIE)).toHaveLength(1);
});

test('a connection lost before the end of the text: the mail is sent again, and arrives once', async () => {
  const server = await serve({ onRecipient: vi.fn().mockReturnValueOnce('drop').mockReturnValue('accept') });
  const id = await enqueueNewsletter(database.db, MARIE);
  send(server.url);
  expect(await outcomeOf(id)).toMatchObject({ outcome: 'sent', attempts: 2 });
  await nothingMoreLeaves(server);
});

test('the queue survives a missing server until one is there', async () => {
  const server = await openMailServer();
  await server.close();
  const id = await enqueueNewsletter(database.db, MARIE);
  const worker = send(server.url, { times: { retries: Array(2_000).fill(0) } });
  await vi.waitFor(async () => expect((await rowOf(id)).attempts).toBeGreaterThan(2), { timeout: 60_000 });
  await worker.close();
  const back = await serve({ port: Number(new URL(server.url).port) });
  send(back.url, { times: { retries: Array(2_000).fill(0) } });
  expect((await outcomeOf(id)).outcome).toBe('sent');
  await nothingMoreLeaves(back);
});

test('a worker that lost its lease completes nothing: the mail arrives once', async () => {
  const server = await serve();
  // of no lane: in one, whoever is away holds the others up (decision 048)
  const recipient = mailOf('agent');
  await enqueueMail(database.db, { kind: 'password', recipient, params: {}, at: new Date() });
  const { id } = await database.db.selectFrom('mails').select('id').executeTakeFirstOrThrow();
  const reached = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const smtp = connectSmtp(server.url);
  const slow = send(server.url, {
    times: { lease: 0 },
    transport: (message, delivery) =>
      smtp(message, {
        ...delivery,
        async handOver() {
          reached.resolve();
          await gate.promise;
          await delivery.handOver();
        },
      }),
  });
  await reached.promise;
  send(server.url);
  expect(await outcomeOf(id)).toMatchObject({ outcome: 'sent', attempts: 2 });
  gate.resolve();
  await slow.close();
  expect(server.received.map(({ to }) => to)).toEqual([recipient]);
  expect(await rowOf(id)).toMatchObject({ outcome: 'sent', attempts: 2 });
});

test('a process killed before the hand-over frees its mail; one killed after it leaves it unknown', async () => {
  const server = await serve();
  const past = new Date(Date.now() - 1_000);
  const freed = await enqueueNewsletter(database.db, MARIE);
  const lost = await enqueueNewsletter(database.db, 'pierre.curie@exemple.fr');
  const killed = database.db.updateTable('mails').set({ claimed_until: past, attempts: 1 });
  await killed.where('id', '=', freed).execute();
  await killed.set({ handed_over_at: past }).where('id', '=', lost).execute();
  const worker = send(server.url);
  expect(await outcomeOf(freed)).toMatchObject({ outcome: 'sent', attempts: 2 });
  expect(await outcomeOf(lost)).toMatchObject({ outcome: 'unknown', attempts: 1 });
  await nothingMoreLeaves(server);
  expect(server.received.map(({ to }) => to)).not.toContain('pierre.curie@exemple.fr');
  expect(worker.logged()).toContain('handed over and never answered for');
});

test('a mail that kills its sender is given up in the end', async () => {
  const server = await serve();
  const id = await enqueueNewsletter(database.db, MARIE);
  await database.db.updateTable('mails').set({ attempts: 3 }).where('id', '=', id).execute();
  send(server.url);
  expect(await outcomeOf(id)).toMatchObject({ outcome: 'given_up', attempts: 4 });
  expect(server.received).toEqual([]);
});

test('two workers share 20 mails, and each mail arrives once', { timeout: 120_000 }, async () => {
  const server = await serve({ options: { disabledCommands: ['STARTTLS'] } });
  const second = openDatabase(database.url, { maxConnections: 2 });
  closers.push(second.close);
  send(server.url, { times: { poll: 2_000 } });
  send(server.url, { db: second.db, times: { poll: 2_000 } });
  const mails = Array.from({ length: 20 }, (_, i) => `voyageur${i}@exemple.fr`);
  for (const mail of mails) await enqueueNewsletter(database.db, mail);
  await vi.waitFor(() => expect(server.received).toHaveLength(20), { timeout: 100_000 });
  expect(new Set(server.received.map(({ to }) => to))).toEqual(new Set(mails));
  await nothingMoreLeaves(server);
});

/** A database that leaves the first time that `cut` is called, by a mail server that accepts. */
async function openFragile() {
  const relay = await openRelay(database.url);
  const away = openDatabase(relay.url, { maxConnections: 2 });
  closers.push(away.close, relay.close);
  const cut = vi.fn(async () => {
    if (cut.mock.calls.length === 1) await relay.cut();
    return 'accept' as const;
  });
  return { relay, away, cut };
}

test('a database lost before the hand-over: nothing is completed, and the mail leaves once afterwards', async () => {
  const { relay, away, cut } = await openFragile();
  const server = await serve({ onRecipient: cut });
  const id = await enqueueNewsletter(database.db, MARIE);
  const worker = send(server.url, { db: away.db, url: relay.url, times: { lease: 1_000 } });
  await vi.waitFor(() => expect(worker.logged()).toContain('the database was away'), { timeout: 60_000 });
  expect(server.received).toEqual([]);
  await relay.mend();
  expect((await outcomeOf(id)).outcome).toBe('sent');
  await nothingMoreLeaves(server);
});

test('a database lost during the server’s answer: the answer is kept until it is back', async () => {
  const { relay, away, cut } = await openFragile();
  const server = await serve({ onText: cut });
  const id = await enqueueNewsletter(database.db, MARIE);
  const worker = send(server.url, { db: away.db, url: relay.url });
  await vi.waitFor(() => expect(worker.logged()).toContain('"outcome":"sent"'), { timeout: 60_000 });
  expect(await rowOf(id)).toMatchObject({ outcome: null, claimed_until: expect.any(Date) });
  await relay.mend();
  expect(await outcomeOf(id)).toMatchObject({ outcome: 'sent', attempts: 1 });
  await nothingMoreLeaves(server);
});

test('a close does not wait for a hanging server, and leaves the mail to the next start', async () => {
  const reached = Promise.withResolvers<void>();
  const hanging = await serve({
    onRecipient: () => {
      reached.resolve();
      return 'hang';
    },
  });
  const id = await enqueueNewsletter(database.db, MARIE);
  const worker = send(hanging.url, { transport: connectSmtp(hanging.url) });
  await reached.promise;
  await worker.close();
  expect(await rowOf(id)).toMatchObject({ outcome: null, claimed_until: null, handed_over_at: null });
  const server = await serve();
  send(server.url);
  expect(await outcomeOf(id)).toMatchObject({ outcome: 'sent', attempts: 2 });
});

test('no recipient can add a header or another recipient', async () => {
  const server = await serve();
  const insert = (recipient: string) =>
    database.db
      .insertInto('mails')
      .values({ kind: 'password', recipient, params: '{}', created_at: new Date(), due_at: new Date() })
      .returning('id')
      .executeTakeFirstOrThrow();
  const { id } = await insert(`${MARIE}\r\nBcc: pierre@exemple.fr`);
  const { id: second } = await insert(`${MARIE}, pierre@exemple.fr`);
  send(server.url);
  for (const mail of [id, second]) expect((await outcomeOf(mail)).outcome).toBe('refused');
  expect(server.received).toEqual([]);
});

test('a letter that only the clock of its instance makes needless leaves', async () => {
  const server = await serve();
  const id = await enqueueNewsletter(database.db, MARIE);
  const believedAt = new Date();
  const read = async () => ({
    at: believedAt,
    believedAt,
    isBelieved: true,
    time: believedAt,
    agreedAt: null,
  });
  send(server.url, { now: () => new Date(Date.now() + 400 * 86_400_000), clock: { read } });
  expect((await outcomeOf(id)).outcome).toBe('sent');
});

test('a letter that only a step of the clock of the database makes needless leaves', async () => {
  const server = await serve();
  const longAgo = new Date(Date.now() - 40 * 86_400_000);
  let monotonic = 0;
  const clock = openClock({ db: database.db }, () => monotonic);
  await clock.read();
  // the database has gone 40 days ahead since
  monotonic -= 40 * 86_400_000;
  const id = await enqueueNewsletter(database.db, MARIE, longAgo);
  send(server.url, { clock });
  expect((await outcomeOf(id)).outcome).toBe('sent');
});

test('a needless letter waits while the clock is in doubt, without an attempt, and is counted by its reason', async () => {
  const server = await serve();
  const longAgo = new Date(Date.now() - 40 * 86_400_000);
  const id = await enqueueNewsletter(database.db, MARIE, longAgo);
  const countExpired = async () =>
    (await mailsNeedless.get()).values.find(({ labels }) => labels.reason === 'expired')?.value ?? 0;
  const counted = await countExpired();
  let [reads, isBelieved] = [0, false];
  const read = async () => {
    reads++;
    const at = new Date();
    return { at, believedAt: longAgo, isBelieved, time: isBelieved ? at : null, agreedAt: null };
  };
  send(server.url, { clock: { read } });
  // more often than a letter is tried
  await vi.waitFor(() => expect(reads).toBeGreaterThan(5), { timeout: 60_000 });
  expect(await rowOf(id)).toMatchObject({ outcome: null, finished_at: null });
  isBelieved = true;
  expect(await outcomeOf(id)).toMatchObject({ outcome: 'needless', attempts: 1 });
  expect(await countExpired()).toBe(counted + 1);
  expect(server.received).toEqual([]);
});
