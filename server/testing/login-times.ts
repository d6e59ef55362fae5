/** Response times of requests taken in turns, so that other load of the machine affects all alike. */
import { hash } from '@node-rs/argon2';
import { expect } from 'vitest';
import { createPasswordHasher, OWASP } from '../features/accounts/password-hasher.ts';
import { PASSWORD } from './office.ts';
import { type OpenOffice, openOffice } from './open-office.ts';

export const ROUNDS = 40;

/** An office whose passwords are as costly as those of the product, and in which one account is suspended. */
export async function openCostlyOffice(): Promise<OpenOffice> {
  const office = await openOffice({}, undefined, { passwords: createPasswordHasher() });
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
  return office;
}

/** Milliseconds of each kind of request, taken in turns. */
export async function sampleTimes(
  office: OpenOffice,
  kinds: Record<string, () => Promise<number>>,
): Promise<Record<string, number[]>> {
  const times: Record<string, number[]> = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, []]));
  for (let round = -2; round < ROUNDS; round++) {
    await office.db.deleteFrom('login_failures').execute();
    for (const [kind, run] of Object.entries(kinds)) {
      const begun = performance.now();
      const status = await run();
      const took = performance.now() - begun;
      expect([200, 401]).toContain(status);
      // the first rounds warm up
      if (round >= 0) times[kind]?.push(took);
    }
  }
  return times;
}

/** Share of pairs in which `a` took longer than `b`, 0.5 for equal distributions (Mann-Whitney). */
export function longerShare(a: readonly number[], b: readonly number[]): number {
  const wins = a.flatMap((x) => b.map((y): number => (x > y ? 1 : x === y ? 0.5 : 0)));
  return wins.reduce((sum, win) => sum + win, 0) / wins.length;
}

/** Four standard deviations of the share: 0.065 each, with 40 samples a kind. A missing hash gives a share of 1. */
const MAX_STRAY = 0.26;

export function expectAlike(times: Record<string, number[]>): void {
  for (const [kind, these] of Object.entries(times)) {
    for (const [other, those] of Object.entries(times)) {
      const stray = Math.abs(longerShare(these, those) - 0.5);
      expect(stray, `${kind} against ${other}`).toBeLessThan(MAX_STRAY);
    }
  }
}
