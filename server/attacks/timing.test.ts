import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAlike, longerShare, openCostlyOffice, ROUNDS, sampleTimes } from '../testing/login-times.ts';
import { Browser, mailOf, PASSWORD } from '../testing/office.ts';
import type { OpenOffice } from '../testing/open-office.ts';

// contract 3: a wrong name, a wrong password and a user who has none yet are alike in text and time. Without the hash that
// is computed for nobody, an unknown name would be told every single time. The proof (proof/guessing) has the other case.

let office: OpenOffice;

beforeAll(async () => {
  office = await openCostlyOffice();
});
afterAll(() => office.close());

test('the time of a failed login says nothing of the name', async () => {
  const attempt = (username: string, password: string) => async () => {
    const answer = await new Browser(office.app).post('/api/login', { username, password });
    return answer.statusCode;
  };
  expectAlike(
    await sampleTimes(office, {
      unknown: attempt('personne@parite.example', PASSWORD),
      wrong: attempt(mailOf('agent'), 'faux et archifaux'),
      awaiting: attempt(mailOf('nouveau'), PASSWORD),
      suspended: attempt(mailOf('idle'), PASSWORD),
    }),
  );
});

test('the share tells a hash that is left out', () => {
  const hashed = Array.from({ length: ROUNDS }, (_, i) => 30 + (i % 7));
  const skipped = hashed.map((ms) => ms - 25);
  expect(longerShare(hashed, skipped)).toBe(1);
  expect(longerShare(hashed, hashed)).toBe(0.5);
});
