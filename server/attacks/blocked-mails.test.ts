import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { enqueueMail } from '../mail/enqueue-mail.ts';
import { type MailServer, openMailServer } from '../testing/mail-server.ts';
import { startTestMails } from '../testing/mails.ts';
import { mailOf } from '../testing/office.ts';
import { type OpenOffice, openOffice } from '../testing/open-office.ts';

// A visitor signs as many addresses up as they like. Behind a mail server that is slow, or hangs, whoever waits for a
// password must not wait for those mails.

const LIMIT = 10;
const HANDS = 3;
let clock = new Date('2026-11-21T08:00:00.123Z');
const HOUR = 60 * 60_000;
/** What hangs does not end before the test. */
const ENDLESS = { connect: 10 * HOUR, accept: 10 * HOUR, answer: 10 * HOUR };

let office: OpenOffice;
let closers: (() => Promise<unknown>)[];

beforeAll(async () => {
  office = await openOffice({ SIGN_UP_LIMIT: String(LIMIT) }, () => clock);
});
beforeEach(async () => {
  closers = [];
  clock = new Date(clock.getTime() + HOUR);
  await office.db.deleteFrom('mails').execute();
  await office.db.deleteFrom('subscriptions').execute();
  await sql`DELETE FROM graphile_worker._private_jobs`.execute(office.db);
});
afterEach(async () => {
  for (const close of closers) await close();
});
afterAll(() => office.close());

/** Whether a hand is free, and there is a mail for it. */
async function moreMayBegin(): Promise<boolean> {
  const { rows } = await sql<{ held: number; free: number }>`
    SELECT count(*) FILTER (WHERE job.locked_at IS NOT NULL)::int AS held,
      count(*) FILTER (WHERE job.locked_at IS NULL AND lane.locked_at IS NULL)::int AS free
    FROM graphile_worker._private_jobs AS job
    LEFT JOIN graphile_worker._private_job_queues AS lane ON lane.id = job.job_queue_id
    WHERE job.key LIKE 'mail-%'`.execute(office.db);
  const [{ held, free } = { held: 0, free: 0 }] = rows;
  return held < HANDS && free > 0;
}

let count = 0;
async function signUp(remoteAddress: string): Promise<{ status: number; body: string }> {
  const answer = await office.app.inject({
    method: 'POST',
    url: '/api/public/save/email',
    remoteAddress,
    headers: { host: 'localhost' },
    payload: { email: `personne-${++count}@exemple.fr`, type: 'newsletter' },
  });
  return { status: answer.statusCode, body: answer.body };
}

const signedUp = () => office.db.selectFrom('subscriptions').select('email').execute();
const newsletters = () =>
  office.db.selectFrom('mails').where('kind', '=', 'newsletter').selectAll().execute();

test('one network signs a few addresses up in an hour, and is told the same about those beyond', async () => {
  const answers = [];
  for (let i = 0; i < 120; i++)
    answers.push(await signUp(i % 2 ? '2001:db8:1:2::7' : `2001:db8:1:2:${i}::1`));
  expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
    new Set([JSON.stringify({ status: 201, body: '{}' })]),
  );
  expect(await signedUp()).toHaveLength(LIMIT);
  expect(await newsletters()).toHaveLength(LIMIT);
  // another network, and this one in the next hour
  await signUp('2001:db8:1:3::7');
  expect(await signedUp()).toHaveLength(LIMIT + 1);
  clock = new Date(clock.getTime() + HOUR);
  await signUp('2001:db8:1:2::7');
  expect(await signedUp()).toHaveLength(LIMIT + 2);
});

test('many networks sign up no more than twenty times as many', async () => {
  for (let network = 0; network < 45; network++) {
    for (let i = 0; i < 5; i++) expect((await signUp(`198.51.100.${network}`)).status).toBe(201);
  }
  expect(await newsletters()).toHaveLength(20 * LIMIT);
});

test('behind a mail server that never answers, mails that open an account leave all the same', async () => {
  // it hangs at each mail of the newsletter
  const server: MailServer = await openMailServer({
    onRecipient: (to) => (to.startsWith('personne') ? 'hang' : 'accept'),
  });
  closers.push(server.close);
  for (let network = 0; network < 4; network++) {
    for (let i = 0; i < 5; i++) await signUp(`203.0.113.${network}`);
  }
  expect(await newsletters()).toHaveLength(20);
  const { db, url } = office;
  const worker = startTestMails({
    db,
    url,
    smtpUrl: server.url,
    hands: HANDS,
    smtpTimes: ENDLESS,
    now: () => clock,
  });
  closers.unshift(worker.close);
  // as many hands as may are at them
  await vi.waitFor(async () => expect(await moreMayBegin()).toBe(false), { timeout: 60_000 });
  for (const recipient of [mailOf('agent'), mailOf('agent2'), mailOf('admin')]) {
    await enqueueMail(db, { kind: 'password', recipient, params: {}, at: clock });
  }
  const left = () => server.received.map(({ to }) => to).sort();
  const expected = [mailOf('admin'), mailOf('agent'), mailOf('agent2')].sort();
  await vi.waitFor(() => expect(left()).toEqual(expected), { timeout: 60_000 });
  // and none of the newsletter's has come to its end meanwhile: those three did not wait for one
  expect((await newsletters()).filter(({ outcome, attempts }) => outcome !== null || attempts > 1)).toEqual(
    [],
  );
});
