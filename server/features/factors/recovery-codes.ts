import { randomInt } from 'node:crypto';
import type { Db } from '../../db/open.ts';
import type { PasswordHasher } from '../accounts/password-hasher.ts';
import { findRecoveryCode, type KeptCode, spendRecoveryCode } from './factors.queries.ts';

const RECOVERY_CODES = 10;
/** Without what is taken for something else: 0 and O, 1, I and L, 8 and B; U, so that no word comes of it. */
const SIGNS = '2345679ACDEFGHJKMNPQRSTVWXYZ';
const SELECTOR = 2;
/** 48 bits behind argon2id. */
const GUESSED = 10;

/** Ten codes as they are shown, such as `A2CD-EFGH-J3KM`, and as they are kept. */
export async function makeRecoveryCodes(
  passwords: PasswordHasher,
  network: string,
): Promise<{ shown: string[]; kept: KeptCode[] }> {
  const selectors = new Set<string>();
  while (selectors.size < RECOVERY_CODES) selectors.add(signs(SELECTOR));
  const codes = [...selectors].map((selector) => ({ selector, guessed: signs(GUESSED) }));
  const kept: KeptCode[] = [];
  // one after the other: ten places in the line of all who log in are not one person's to take
  for (const { selector, guessed } of codes) {
    kept.push({ selector, codeHash: await passwords.hash(guessed, network) });
  }
  const shown = codes.map(({ selector, guessed }) => `${selector}${guessed}`.replace(/(.{4})(?=.)/g, '$1-'));
  return { shown, kept };
}

/** Whether this is a recovery code of the user that has not served yet: from now on it has. */
export async function verifyRecoveryCode(
  { db, passwords }: { db: Db; passwords: PasswordHasher },
  { userId, code, network, at }: { userId: number; code: string; network: string; at: Date },
): Promise<boolean> {
  const selector = code.slice(0, SELECTOR);
  const found = await findRecoveryCode(db, { userId, selector });
  const isRight = await passwords.verify(found?.codeHash ?? null, code.slice(SELECTOR), network);
  // of two who send the same code at once, one has it
  return isRight && spendRecoveryCode(db, { userId, selector, at });
}

function signs(length: number): string {
  return Array.from({ length }, () => SIGNS[randomInt(SIGNS.length)]).join('');
}
