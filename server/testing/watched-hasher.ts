import { createPasswordHasher, type PasswordHasher } from '../features/accounts/password-hasher.ts';

/** The real hasher, and each hash that it was asked to verify against, in order. */
export function createWatchedHasher(): { passwords: PasswordHasher; verified: (string | null)[] } {
  const verified: (string | null)[] = [];
  const real = createPasswordHasher();
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
