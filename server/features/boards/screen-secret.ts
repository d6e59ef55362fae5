import { createHash, randomBytes } from 'node:crypto';

const SECRET = /^[\w-]{43}$/;

/** 256 bits, as an address holds them. */
export function makeScreenSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of a secret; null for what is none. */
export function hashOfScreen(secret: string): Buffer | null {
  return SECRET.test(secret) ? createHash('sha256').update(secret).digest() : null;
}
