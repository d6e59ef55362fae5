/** Guesses at passwords, from as many networks as it takes. */
import { expect } from 'vitest';
import { tokenOf } from '../features/passwords/password-links.ts';
import { type AccountName, Browser } from './office.ts';
import type { OpenOffice } from './open-office.ts';

export const WRONG = 'faux et archifaux';
const XSRF = 'A'.repeat(43);

export type Guess = {
  username: string;
  address: string;
  password?: string;
  headers?: Record<string, string>;
};

/** Status of the answer to one login. */
export async function guess(
  { app }: OpenOffice,
  { username, address, password = WRONG, headers = {} }: Guess,
): Promise<number> {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/login',
    remoteAddress: address,
    headers: { host: 'backoffice.localhost', cookie: `XSRF-TOKEN=${XSRF}`, 'x-xsrf-token': XSRF, ...headers },
    payload: { username, password },
  });
  return answer.statusCode;
}

/** Number of attempts whose password was checked. The others were answered 429. */
export async function countLookedAt(target: OpenOffice, guesses: readonly Guess[]): Promise<number> {
  const statuses: number[] = [];
  // the most attempts of one network that may wait at once
  for (let from = 0; from < guesses.length; from += 10) {
    statuses.push(...(await Promise.all(guesses.slice(from, from + 10).map((one) => guess(target, one)))));
  }
  expect(statuses.filter((status) => status !== 401 && status !== 429)).toEqual([]);
  return statuses.filter((status) => status === 401).length;
}

/** Address of a network of its own for each number. */
export function addressOf(i: number): string {
  return `198.${18 + (i >> 16)}.${(i >> 8) & 255}.${i & 255}`;
}

/** A browser without any cookie, on a network of its own. */
export function openElsewhere({ app }: OpenOffice, address = '192.0.2.77'): Browser {
  return new Browser(app, {}, address);
}

/** Fails logins from many networks until attempts of a new network are refused, too. */
export async function shutAccount(office: OpenOffice, name: AccountName): Promise<void> {
  await openElsewhere(office).get('/api/logout');
  for (let i = 0; i < 110; i += 10) {
    await Promise.all(
      Array.from({ length: 10 }, (_, k) => openElsewhere(office, `198.18.${i}.${k}`).login(name, WRONG)),
    );
  }
  expect((await openElsewhere(office, '198.18.200.1').login(name)).statusCode).toBe(429);
}

/** Sets a new password by a link, and returns the status of the answer. */
export async function resetPassword(
  office: OpenOffice,
  browser: Browser,
  { name, password, secret, at }: { name: AccountName; password: string; secret: string; at: Date },
): Promise<number> {
  const link = await office.db
    .insertInto('password_links')
    .values({ user_id: office.users[name], created_at: at })
    .returning(['id', 'user_id as userId', 'created_at as createdAt'])
    .executeTakeFirstOrThrow();
  const token = tokenOf(secret, link);
  return (await browser.post('/api/iam/users/new-password', { token, password })).statusCode;
}
