import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addressOf, countLookedAt, guess } from '../../server/testing/guesses.ts';
import { mailOf, PASSWORD } from '../../server/testing/office.ts';
import { type OpenOffice, openOffice } from '../../server/testing/open-office.ts';

// contract 3: failed logins are limited by account and by address. Whoever guesses gets so many tries and no
// more, however the guesses are spread; and whoever only wants an account shut does not get that.

const MINUTE = 60_000;
const BY_PAIR = 10;
const BY_ACCOUNT = 100;
const BY_ADDRESS = 50;

let office: OpenOffice;
let proxied: OpenOffice;
let clock = new Date('2026-11-21T08:00:00.123Z');

beforeAll(async () => {
  [office, proxied] = await Promise.all([
    openOffice({}, () => clock),
    openOffice({ TRUST_PROXY: 'on' }, () => clock),
  ]);
});
beforeEach(async () => {
  for (const { db } of [office, proxied]) await db.deleteFrom('login_failures').execute();
});
afterAll(() => Promise.all([office.close(), proxied.close()]));

const thousand = Array.from({ length: 1_000 }, (_, i) => i);

const XSRF = 'A'.repeat(43);

describe('guesses', () => {
  test('from one address at a thousand accounts: fifty are looked at', async () => {
    const guesses = thousand.map((i) => ({
      username: `compte-${i}@parite.example`,
      address: '198.51.100.7',
    }));
    expect(await countLookedAt(office, guesses)).toBe(BY_ADDRESS);
  });

  test('from hundreds of addresses at one account: a hundred are looked at in a day', async () => {
    const guesses = thousand.slice(0, 250).map((i) => ({ username: mailOf('agent'), address: addressOf(i) }));
    expect(await countLookedAt(office, guesses)).toBe(BY_ACCOUNT);
    const right = { username: mailOf('agent'), address: '192.0.2.1', password: PASSWORD };
    expect(await guess(office, right)).toBe(429);
    clock = new Date(clock.getTime() + 24 * 60 * MINUTE);
    expect(await guess(office, right)).toBe(200);
  });

  test('from a hundred addresses of one IPv6 household: fifty are looked at', async () => {
    const guesses = thousand.slice(0, 100).map((i) => ({
      username: `compte-${i}@parite.example`,
      address: `2001:db8:7:7:${i.toString(16)}::${(i * 7).toString(16)}`,
    }));
    expect(await countLookedAt(office, guesses)).toBe(BY_ADDRESS);
  });
});

describe('one address is one address', () => {
  const many = Array.from({ length: 80 }, (_, i) => i);

  test('whatever X-Forwarded-For it makes up, without a proxy', async () => {
    const guesses = many.map((i) => ({
      username: `compte-${i}@parite.example`,
      address: '198.51.100.7',
      headers: {
        'x-forwarded-for': addressOf(i),
        forwarded: `for=${addressOf(i)}`,
        'x-real-ip': addressOf(i),
      },
    }));
    expect(await countLookedAt(office, guesses)).toBe(BY_ADDRESS);
  });

  test('whatever it writes before the proxy’s own entry', async () => {
    const guesses = many.map((i) => ({
      username: `compte-${i}@parite.example`,
      address: '10.0.0.1',
      headers: { 'x-forwarded-for': `${addressOf(i)}, ${addressOf(i + 1)}, 198.51.100.7` },
    }));
    expect(await countLookedAt(proxied, guesses)).toBe(BY_ADDRESS);
    const another = { username: 'x@parite.example', address: '10.0.0.1' };
    expect(await guess(proxied, { ...another, headers: { 'x-forwarded-for': '198.51.100.8' } })).toBe(401);
  });
});

test('an account is one account, however its name is written', async () => {
  const spellings = [
    'agent@parite.example',
    'AGENT@parite.example',
    ' agent@parite.example ',
    '\tagent@parite.example\n',
    'agent@PARITE.EXAMPLE\u00a0',
    '\ufeffagent@parite.example',
    '\u3000Agent@Parite.Example\u2028',
  ];
  const guesses = Array.from({ length: 30 }, (_, i) => ({
    username: spellings[i % spellings.length] ?? '',
    address: '198.51.100.7',
  }));
  expect(await countLookedAt(office, guesses)).toBe(BY_PAIR);
  // and what only looks like it is another name, which nobody has
  for (const username of ['agent@parite.example\u0301', 'аgent@parite.example', 'agent@parite.example.']) {
    expect(await guess(office, { username, address: '192.0.2.9', password: PASSWORD })).toBe(401);
  }
});

test('asking for password mails is bounded by account and by address', async () => {
  const { app, db } = office;
  const ask = (username: string, remoteAddress: string) =>
    app.inject({
      method: 'POST',
      url: '/api/iam/users/forgotten-password',
      remoteAddress,
      headers: { host: 'backoffice.localhost', cookie: `XSRF-TOKEN=${XSRF}`, 'x-xsrf-token': XSRF },
      payload: { username },
    });
  for (let i = 0; i < 200; i++) await ask(mailOf('agent'), addressOf(i));
  for (let i = 0; i < 200; i++) await ask(`compte-${i}@parite.example`, '198.51.100.7');
  const mails = await db.selectFrom('mails').where('kind', '=', 'password').select('recipient').execute();
  expect(mails.filter(({ recipient }) => recipient === mailOf('agent')).length).toBeLessThanOrEqual(5);
  expect(mails.filter(({ recipient }) => recipient !== mailOf('agent')).length).toBeLessThanOrEqual(30);
  expect(mails.length).toBeGreaterThan(0);
});
