import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { limitConcurrency } from '../../concurrency.ts';

// OWASP's parameters for argon2id, which is the library's default algorithm; 19 MiB each time
const OWASP = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Bounds the memory, and leaves threads of the pool to files and names. */
const AT_ONCE = 2;

export type PasswordHasher = {
  hash(password: string): Promise<string>;
  /** Costs the same whether there is a hash to compare with or none (null: always false). */
  verify(passwordHash: string | null, password: string): Promise<boolean>;
};

export function createPasswordHasher(): PasswordHasher {
  const queue = limitConcurrency(AT_ONCE);
  // compared with when there is no account, so that this takes as long; nobody knows its password
  const dummyHash = hash(randomBytes(32), OWASP);
  return {
    hash: (password) => queue(() => hash(typed(password), OWASP)),
    verify: (passwordHash, password) =>
      queue(async () => {
        const isRight = await verify(passwordHash ?? (await dummyHash), typed(password));
        return isRight && passwordHash !== null;
      }),
  };
}

/** The same letters whatever keyboard composed their accents. */
function typed(password: string): string {
  return password.normalize('NFC');
}
