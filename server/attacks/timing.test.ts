import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OWASP } from '../features/accounts/password-hasher.ts';
import { Browser, mailOf, PASSWORD } from '../testing/office.ts';
import { type OpenOffice, openOffice } from '../testing/open-office.ts';

// contract 3: a wrong name, a wrong password and a user who has none yet are alike in text and time. Without
// the hash that is computed for nobody, an unknown name would be told every single time.

const ROUNDS = 40;

let office: OpenOffice;

beforeAll(async () => {
  office = await openOffice();
  // as costly as those of the product
  await office.db
    .updateTable('users')
    .set({ password_hash: await hash(PASSWORD, OWASP) })
    .where('password_hash', 'is not', null)
    .execute();
  await office.db
    .updateTable('users')
    .set({ suspended_at: new Date() })
    .where('id', '=', office.users.idle)
    .execute();
});
afterAll(() => office.close());

/** What each kind of sample took, one of each by turns: whatever else the machine does falls on all alike. */
async function sample(kinds: Record<string, () => Promise<number>>): Promise<Record<string, number[]>> {
  const times: Record<string, number[]> = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, []]));
  for (let round = -2; round < ROUNDS; round++) {
    await office.db.deleteFrom('login_failures').execute();
    for (const [kind, run] of Object.entries(kinds)) {
      const begun = performance.now();
      const status = await run();
      const took = performance.now() - begun;
      expect([200, 401]).toContain(status);
      // the first ones warm up
      if (round >= 0) times[kind]?.push(took);
    }
  }
  return times;
}

/** How often one of `a` took longer than one of `b`: 0.5 when nothing tells them apart (Mann and Whitney). */
function longerShare(a: readonly number[], b: readonly number[]): number {
  const wins = a.flatMap((x) => b.map((y): number => (x > y ? 1 : x === y ? 0.5 : 0)));
  return wins.reduce((sum, win) => sum + win, 0) / wins.length;
}

/**
 * With 40 samples of each the share strays from 0.5 by 0.065: four times that is not chance, and far less than
 * the 1 of a hash that is left out.
 */
const MAX_STRAY = 0.26;

function expectAlike(times: Record<string, number[]>): void {
  for (const [kind, these] of Object.entries(times)) {
    for (const [other, those] of Object.entries(times)) {
      const stray = Math.abs(longerShare(these, those) - 0.5);
      expect(stray, `${kind} against ${other}`).toBeLessThan(MAX_STRAY);
    }
  }
}

test('the time of a failed login says nothing of the name', { timeout: 120_000 }, async () => {
  const attempt = (username: string, password: string) => async () => {
    const answer = await new Browser(office.app).post('/api/login', { username, password });
    return answer.statusCode;
  };
  expectAlike(
    await sample({
      unknown: attempt('personne@parite.example', PASSWORD),
      wrong: attempt(mailOf('agent'), 'faux et archifaux'),
      awaiting: attempt(mailOf('nouveau'), PASSWORD),
      suspended: attempt(mailOf('idle'), PASSWORD),
    }),
  );
});

test('the time of asking for a password mail says nothing of the name', { timeout: 120_000 }, async () => {
  const ask = (username: string) => async () =>
    (await new Browser(office.app).post('/api/iam/users/forgotten-password', { username })).statusCode;
  expectAlike(
    await sample({
      unknown: ask('personne@parite.example'),
      known: ask(mailOf('agent')),
      awaiting: ask(mailOf('nouveau')),
      suspended: ask(mailOf('idle')),
    }),
  );
});

test('the share tells a hash that is left out', () => {
  const hashed = Array.from({ length: ROUNDS }, (_, i) => 30 + (i % 7));
  const skipped = hashed.map((ms) => ms - 25);
  expect(longerShare(hashed, skipped)).toBe(1);
  expect(longerShare(hashed, hashed)).toBe(0.5);
});
