import { randomInt } from 'node:crypto';
import type { Db } from '../../db/open.ts';
import type { PasswordHasher } from '../accounts/password-hasher.ts';
import { findRecoveryCode, type StoredCode, spendRecoveryCode } from './factors.queries.ts';

const RECOVERY_CODES = 10;
/** Unambiguous characters: no 0 O, 1 I L, 8 B, and no U, so that no words appear. */
const SIGNS = '2345679ACDEFGHJKMNPQRSTVWXYZ';
const SELECTOR = 2;
/** Characters of the secret part: 48 bits behind argon2id. */
const GUESSED = 10;

/** Ten codes for display, such as `A2CD-EFGH-J3KM`, and for storage. */
export async function makeRecoveryCodes(
  passwords: PasswordHasher,
  network: string,
): Promise<{ plainCodes: string[]; storedCodes: StoredCode[] }> {
  const selectors = new Set<string>();
  while (selectors.size < RECOVERY_CODES) selectors.add(signs(SELECTOR));
  const codes = [...selectors].map((selector) => ({ selector, guessed: signs(GUESSED) }));
  const storedCodes: StoredCode[] = [];
  // sequential, so that one person does not fill the hashing line
  for (const { selector, guessed } of codes) {
    storedCodes.push({ selector, codeHash: await passwords.hash(guessed, network) });
  }
  const plainCodes = codes.map(({ selector, guessed }) =>
    `${selector}${guessed}`.replace(/(.{4})(?=.)/g, '$1-'),
  );
  return { plainCodes, storedCodes };
}

export async function verifyRecoveryCode(
  { db, passwords }: { db: Db; passwords: PasswordHasher },
  { userId, code, network, at }: { userId: number; code: string; network: string; at: Date },
): Promise<boolean> {
  const selector = code.slice(0, SELECTOR);
  const found = await findRecoveryCode(db, { userId, selector });
  const isRight = await passwords.verify(found?.codeHash ?? null, code.slice(SELECTOR), network);
  // simultaneous uses, where one succeeds
  return isRight && spendRecoveryCode(db, { userId, selector, at });
}

function signs(length: number): string {
  return Array.from({ length }, () => SIGNS[randomInt(SIGNS.length)]).join('');
}
