import { createHmac, timingSafeEqual } from 'node:crypto';

const DAY = 24 * 60 * 60_000;
/** contract 3: a link works for 7 days. */
const WORKS_FOR = 7 * DAY;

/** A row of password_links: what a token is derived from. */
export type PasswordLink = { id: number; userId: number; createdAt: Date };

/** Links created after this moment still work. */
export function worksSince(at: Date): Date {
  return new Date(at.getTime() - WORKS_FOR);
}

/**
 * The token of a link: derived from the secret and the row, so that it can be shown again and is stored
 * nowhere (docs/decisions/0030-password-links.md). The time of creation is part of it: a row of another
 * database that happens to have the same numbers has another token.
 */
export function tokenOf(secret: string, link: PasswordLink): string {
  return `${link.id}.${signature(secret, link).toString('base64url')}`;
}

/** The id that a token names, before anything is known of its worth; null when it has not even the form. */
export function linkIdOf(token: string): number | null {
  const match = /^(\d{1,9})\.[\w-]{43}$/.exec(token);
  return match ? Number(match[1]) : null;
}

export function isTokenOf(secret: string, token: string, link: PasswordLink): boolean {
  const sent = Buffer.from(token.slice(token.indexOf('.') + 1), 'base64url');
  const own = signature(secret, link);
  return sent.length === own.length && timingSafeEqual(sent, own);
}

function signature(secret: string, { id, userId, createdAt }: PasswordLink): Buffer {
  return createHmac('sha256', secret).update(`password-link:${id}:${userId}:${createdAt.getTime()}`).digest();
}
