import { createPasswordHasher, type PasswordHasher } from '../features/accounts/password-hasher.ts';
import { LEAST } from './office.ts';

/** Cheap hasher that records the hashes it verifies against, in order. */
export function createWatchedHasher(): { passwords: PasswordHasher; verified: (string | null)[] } {
  const verified: (string | null)[] = [];
  const real = createPasswordHasher(undefined, LEAST);
  return {
    verified,
    passwords: {
      hash: real.hash,
      verify(passwordHash, password, network) {
        verified.push(passwordHash);
        return real.verify(passwordHash, password, network);
      },
    },
  };
}
