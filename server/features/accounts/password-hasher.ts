import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { HttpError } from '../../http/http-error.ts';
import { limitConcurrency, limitShare, TooManyWaiting } from '../../process/concurrency.ts';

// OWASP's parameters for argon2id, which is the library's default algorithm; 19 MiB each time
export const OWASP = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Bounds the memory, and leaves threads of Node's pool to files and to DNS. */
const AT_ONCE = 2;
/** About a second of work: whoever comes next waits for no longer. */
const PLACES = 40;
/** What one network may have in line of those: one visitor does not shut the others out. */
const OF_ONE_NETWORK = 10;
const RETRY_AFTER_SECONDS = 5;

export type PasswordHasher = {
  hash(password: string, network?: string): Promise<string>;
  /** Costs the same whether there is a hash to compare with or none (null: always false). */
  verify(passwordHash: string | null, password: string, network?: string): Promise<boolean>;
};

/** Either throws an HttpError (503) when too many are in line already. */
export function createPasswordHasher(inLine = limitConcurrency(AT_ONCE, PLACES)): PasswordHasher {
  const share = limitShare(OF_ONE_NETWORK);
  const queue = <T>(network: string | undefined, work: () => Promise<T>) =>
    share(network, () => inLine(work)).catch((error) => {
      throw error instanceof TooManyWaiting ? tooManyLogins() : error;
    });
  // verified where there is no account, so that it takes as long; nobody knows the password of this hash
  const dummyHash = hash(randomBytes(32), OWASP);
  return {
    hash: (password, network) => queue(network, () => hash(typed(password), OWASP)),
    verify: (passwordHash, password, network) =>
      queue(network, async () => {
        const isRight = await verify(passwordHash ?? (await dummyHash), typed(password));
        return isRight && passwordHash !== null;
      }),
  };
}

function tooManyLogins(): HttpError {
  const sentence = 'Beaucoup de personnes se connectent en ce moment. Réessayez dans quelques secondes.';
  return new HttpError(503, 'busy', sentence, { retryAfter: RETRY_AFTER_SECONDS });
}

/** The same letters whatever keyboard composed their accents, without spaces at both ends (spec 5). */
function typed(password: string): string {
  return password.normalize('NFC').trim();
}
