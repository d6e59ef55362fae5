import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { deleteFactors } from '../features/factors/factors.queries.ts';
import { lockUsers } from '../features/passwords/password-links.queries.ts';
import { deleteSessions } from '../http/session.queries.ts';
import { Authenticator } from '../testing/authenticator.ts';
import { addPasskey, addTotp, codeOf } from '../testing/factors.ts';
import { Browser, enter } from '../testing/office.ts';
import { type OpenOffice, openOffice } from '../testing/open-office.ts';

// Whoever found a key, or codes, logs in by it while its owner takes it away: no session of it may outlive it.

let office: OpenOffice;
let clock = new Date('2026-11-21T08:00:00.123Z');

beforeAll(async () => {
  office = await openOffice({ PORT: '3000' }, () => clock);
});
beforeEach(async () => {
  for (const table of ['passkeys', 'totp_secrets', 'recovery_codes', 'login_failures', 'sessions'] as const) {
    await office.db.deleteFrom(table).execute();
  }
  clock = new Date(clock.getTime() + 60_000);
});
afterAll(() => office.close());

/** Takes all factors of the agent away at the instant at which this login, which was right, comes to its session. */
async function whileRemoved(login: () => Promise<{ statusCode: number }>): Promise<number> {
  const { agent } = office.users;
  const answer = await office.db.transaction().execute(async (trx) => {
    await lockUsers(trx, [agent]);
    const answered = login();
    await vi.waitFor(async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(office.db);
      expect(rows).toHaveLength(1);
    }, 60_000);
    await deleteFactors(trx, agent);
    await deleteSessions(trx, agent);
    return { answered };
  });
  const { statusCode } = await answer.answered;
  expect(await office.db.selectFrom('sessions').where('user_id', '=', agent).selectAll().execute()).toEqual(
    [],
  );
  return statusCode;
}

test('a login by a passkey that is taken away meanwhile opens nothing', async () => {
  const key = new Authenticator();
  await addPasskey(await enter(office.app, 'agent'), key);
  const thief = new Browser(office.app);
  await thief.get('/');
  const { options } = (await thief.get('/api/login/passkey')).json();
  const passkey = key.answer(options);
  expect(await whileRemoved(() => thief.post('/api/login/passkey', { passkey }))).toBe(401);
  expect((await thief.get('/api/me')).statusCode).toBe(401);
});

test('nor does a second step whose factor is taken away meanwhile', async () => {
  const { secret } = await addTotp(await enter(office.app, 'agent'), clock);
  clock = new Date(clock.getTime() + 60_000);
  const thief = new Browser(office.app);
  await thief.login('agent');
  const code = codeOf(secret, clock);
  expect(await whileRemoved(() => thief.post('/api/login/second', { code }))).toBe(401);
  expect((await thief.get('/api/me')).statusCode).toBe(401);
});
