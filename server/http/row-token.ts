import { createHmac, timingSafeEqual } from 'node:crypto';

/** Token of a row in a mailed link, derived from the secret and stored nowhere. `words`: of the row, so that no other fits. */
export function rowToken(secret: string, id: number, words: string): string {
  return `${id}.${signature(secret, words).toString('base64url')}`;
}

/** Row that a token names, before its signature is checked. null: no token. */
export function rowIdOf(token: string): number | null {
  const [, id] = /^(\d{1,9})\.[\w-]{43}$/.exec(token) ?? [];
  return id === undefined ? null : Number(id);
}

export function isRowToken(secret: string, token: string, id: number, words: string): boolean {
  if (rowIdOf(token) !== id) return false;
  const sent = Buffer.from(token.slice(token.indexOf('.') + 1), 'base64url');
  const own = signature(secret, words);
  return sent.length === own.length && timingSafeEqual(sent, own);
}

function signature(secret: string, words: string): Buffer {
  return createHmac('sha256', secret).update(words).digest();
}
