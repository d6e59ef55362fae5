import { randomBytes } from 'node:crypto';
import { hash, type Options, verify } from '@node-rs/argon2';
import { HttpError } from '../../http/http-error.ts';
import { limitConcurrency, limitShare, TooManyWaiting } from '../../process/concurrency.ts';

// OWASP's parameters for argon2id, the library's default algorithm, with 19 MiB each
export const OWASP = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Bounds memory and leaves threads of Node's pool to files and DNS. */
const AT_ONCE = 2;
/** About a second of work in line. */
const PLACES = 40;
/** Places of one network, so that one visitor does not shut out the others. */
const OF_ONE_NETWORK = 10;
const RETRY_AFTER_SECONDS = 5;

export type PasswordHasher = {
  hash(password: string, network?: string): Promise<string>;
  /** Equal cost with and without a hash. null: always false. */
  verify(passwordHash: string | null, password: string, network?: string): Promise<boolean>;
};

/** Throws an HttpError (503) when the line is full. `cost`: less than a password's in tests alone. */
export function createPasswordHasher(
  inLine = limitConcurrency(AT_ONCE, PLACES),
  cost: Options = OWASP,
): PasswordHasher {
  const share = limitShare(OF_ONE_NETWORK);
  const queue = <T>(network: string | undefined, work: () => Promise<T>) =>
    share(network, () => inLine(work)).catch((error) => {
      throw error instanceof TooManyWaiting ? tooManyLogins() : error;
    });
  // verified where there is no account, for equal time; nobody knows its password
  const dummyHash = hash(randomBytes(32), cost);
  return {
    hash: (password, network) => queue(network, () => hash(normalizePassword(password), cost)),
    verify: (passwordHash, password, network) =>
      queue(network, async () => {
        const isRight = await verify(passwordHash ?? (await dummyHash), normalizePassword(password));
        return isRight && passwordHash !== null;
      }),
  };
}

function tooManyLogins(): HttpError {
  const sentence = 'Beaucoup de personnes se connectent en ce moment. Réessayez dans quelques secondes.';
  return new HttpError(503, 'busy', sentence, { retryAfter: RETRY_AFTER_SECONDS });
}

/** Composed accents and no outer spaces, so that keyboards agree (spec 5). */
function normalizePassword(password: string): string {
  return password.normalize('NFC').trim();
}
