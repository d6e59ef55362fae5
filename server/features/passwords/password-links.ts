import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Hosts, officeOrigin } from '../../http/origins.ts';

const DAY = 24 * 60 * 60_000;
/** contract 3: a link works for 7 days. */
const WORKS_FOR = 7 * DAY;
/** A link older than this is not mailed again: a mail says how long its link works, and it would soon be over. */
const IS_NEW_FOR = DAY;

/** A row of password_links: what a token is derived from. */
export type PasswordLink = { id: number; userId: number; createdAt: Date };

/** A link with its user, for deciding whether it still works. */
export type KnownLink = PasswordLink & {
  usedAt: Date | null;
  newestId: number;
  /** of its user */
  isSuspended: boolean;
  user: { mail: string; name: string; surname: string };
};

/** Links created after this moment still work. */
export function worksSince(at: Date): Date {
  return new Date(at.getTime() - WORKS_FOR);
}

/** When a link stops working. */
export function worksUntil({ createdAt }: PasswordLink): Date {
  return new Date(createdAt.getTime() + WORKS_FOR);
}

/** True until it is used, replaced or too old, or its user is suspended. */
export function isWorking({ id, newestId, usedAt, isSuspended, createdAt }: KnownLink, at: Date): boolean {
  return usedAt === null && newestId === id && !isSuspended && createdAt > worksSince(at);
}

/** Links created after this moment may be sent once more. */
export function newSince(at: Date): Date {
  return new Date(at.getTime() - IS_NEW_FOR);
}

/** Where a link leads: to the back-office of the settings, whatever host a request names. */
export function linkAddress(config: Hosts, secret: string, link: PasswordLink): string {
  return `${officeOrigin(config)}/#/password?token=${tokenOf(secret, link)}`;
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
