import { afterAll, beforeAll, expect, test } from 'vitest';
import { countLookedAt, guess } from '../testing/guesses.ts';
import { mailOf, PASSWORD } from '../testing/office.ts';
import { type OpenOffice, openOffice } from '../testing/open-office.ts';

// contract 3: failed logins are limited by account and by address. Guesses that are spread are a proof (proof/guessing).

const BY_PAIR = 10;

let office: OpenOffice;

beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office.close());

test('guesses from one address at one account: ten are looked at in a quarter of an hour', async () => {
  const guesses = Array.from({ length: 40 }, () => ({
    username: mailOf('agent'),
    address: '198.51.100.7',
  }));
  expect(await countLookedAt(office, guesses)).toBe(BY_PAIR);
  // they have not used up what others may try
  const right = { username: mailOf('agent'), address: '192.0.2.1', password: PASSWORD };
  expect(await guess(office, right)).toBe(200);
});
