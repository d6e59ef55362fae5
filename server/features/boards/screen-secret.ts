import { createHash, randomBytes } from 'node:crypto';

const SECRET = /^[\w-]{43}$/;

/** 256 bits in base64url. */
export function makeScreenSecret(): string {
  return randomBytes(32).toString('base64url');
}

export function hashOfScreen(secret: string): Buffer | null {
  return SECRET.test(secret) ? createHash('sha256').update(secret).digest() : null;
}
