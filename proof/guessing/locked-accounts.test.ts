import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openElsewhere, resetPassword, shutAccount, WRONG } from '../../server/testing/guesses.ts';
import { type AccountName, Browser, enter, mailOf, PASSWORD } from '../../server/testing/office.ts';
import { type OpenOffice, openOffice } from '../../server/testing/open-office.ts';

// Somebody who knows an address tries passwords until its account is shut, from as many networks as it takes, and goes
// on for days. Its owner must get in: by the browsers that they use, and by a new password from anywhere.

const SECRET = 'of-these-tests-and-of-nothing-else-012345';
const NEW = 'quatre girafes au marché';
const START = new Date('2026-11-21T08:00:00.123Z');
const DAY = 24 * 60 * 60_000;

let office: OpenOffice;
let clock = START;

beforeAll(async () => {
  office = await openOffice({ SECRET }, () => clock);
});
beforeEach(async () => {
  clock = START;
  await office.db.deleteFrom('login_failures').execute();
});
afterAll(() => office.close());

const elsewhere = (address?: string) => openElsewhere(office, address);
const shut = (name: AccountName) => shutAccount(office, name);
const reset = (browser: Browser, name: AccountName, password: string) =>
  resetPassword(office, browser, { name, password, secret: SECRET, at: clock });

describe('an account that somebody shuts', () => {
  test('is open again from anywhere after a new password, which alone ends it', async () => {
    await shut('agent2');
    const owner = elsewhere();
    expect(await reset(owner, 'agent2', NEW)).toBe(200);
    expect((await elsewhere('192.0.2.78').login('agent2', NEW)).statusCode).toBe(200);
    // shut anew at once: the browser of the new password is known
    await shut('agent2');
    expect((await owner.login('agent2', NEW)).statusCode).toBe(200);
    expect(await reset(owner, 'agent2', PASSWORD)).toBe(200);
  });

  test('cannot be shut by asking for new passwords, nor kept from getting one', async () => {
    const ask = (address: string) =>
      elsewhere(address).post('/api/iam/users/forgotten-password', { username: mailOf('admin') });
    for (let i = 0; i < 60; i++) expect((await ask(`198.18.7.${i}`)).statusCode).toBe(200);
    expect((await ask('192.0.2.79')).statusCode).toBe(200);
    expect((await elsewhere().login('admin')).statusCode).toBe(200);
    // what is in the owner's box works, and no more than a few are
    const mails = await office.db.selectFrom('mails').where('kind', '=', 'password').selectAll().execute();
    expect(mails).toHaveLength(5);
  });
});

describe('a browser that an account knows', () => {
  const failures = async (browser: Browser, name: AccountName) => {
    const statuses: number[] = [];
    for (let i = 0; i < 15; i++) statuses.push((await browser.login(name, WRONG)).statusCode);
    return statuses.filter((status) => status === 401).length;
  };

  test('has ten tries in a quarter of an hour like any other', async () => {
    const own = await enter(office.app, 'agent');
    expect(await failures(own, 'agent')).toBe(10);
  });

  test('is known to that account alone, and by a value of its own alone', async () => {
    const own = await enter(office.app, 'idle');
    const value = own.cookies.get('device') ?? '';
    await shut('loner');
    await shut('idle');
    expect((await own.login('loner')).statusCode).toBe(429);
    const forged = [
      value.slice(0, -2),
      `${value}A`,
      `A${value.slice(1)}`,
      value.toUpperCase(),
      'A'.repeat(43),
      '',
      `.${'A'.repeat(43)}.`.repeat(500),
    ];
    for (const one of forged) {
      const browser = elsewhere();
      browser.cookies.set('device', one);
      expect((await browser.login('idle')).statusCode, one).toBe(429);
    }
    expect((await own.login('idle')).statusCode).toBe(200);
  });

  test('is unknown after the password changed, and after half a year', async () => {
    const own = await enter(office.app, 'root');
    expect(await reset(elsewhere(), 'root', PASSWORD)).toBe(200);
    await shut('root');
    expect((await own.login('root')).statusCode).toBe(429);
    await office.db.deleteFrom('login_failures').execute();
    const again = await enter(office.app, 'root');
    clock = new Date(clock.getTime() + 180 * DAY);
    await shut('root');
    expect((await again.login('root')).statusCode).toBe(429);
  });

  test('of several people is known to each of them', async () => {
    const shared = new Browser(office.app);
    for (const name of ['agent', 'agent2', 'idle'] as const) {
      expect((await shared.login(name)).statusCode).toBe(200);
      await shared.get('/api/logout');
    }
    await shut('agent');
    await shut('idle');
    expect((await shared.login('agent')).statusCode).toBe(200);
    expect((await shared.login('idle')).statusCode).toBe(200);
  });
});
