import { type Hosts, officeOrigin } from '../../http/origins.ts';
import { isRowToken, rowToken } from '../../http/row-token.ts';

const DAY = 24 * 60 * 60_000;
/** 7 days (contract 3). */
const WORKS_FOR = 7 * DAY;
/** Age from which a link is not mailed again, because it would soon expire. */
const IS_NEW_FOR = DAY;

export type PasswordLink = { id: number; userId: number; createdAt: Date };

export type KnownLink = PasswordLink & {
  usedAt: Date | null;
  newestId: number;
  isSuspended: boolean;
  user: { mail: string; name: string; surname: string };
};

export function worksSince(at: Date): Date {
  return new Date(at.getTime() - WORKS_FOR);
}

export function worksUntil({ createdAt }: PasswordLink): Date {
  return new Date(createdAt.getTime() + WORKS_FOR);
}

/** true until used, replaced or expired, or its user is suspended. */
export function isWorking({ id, newestId, usedAt, isSuspended, createdAt }: KnownLink, at: Date): boolean {
  return usedAt === null && newestId === id && !isSuspended && createdAt > worksSince(at);
}

export function newSince(at: Date): Date {
  return new Date(at.getTime() - IS_NEW_FOR);
}

/** Host of the settings, never of the request. */
export function linkAddress(config: Hosts, secret: string, link: PasswordLink): string {
  return `${officeOrigin(config)}/#/password?token=${tokenOf(secret, link)}`;
}

/** Token that can be shown again (decision 042). The creation time makes rows of other databases differ. */
export function tokenOf(secret: string, link: PasswordLink): string {
  return rowToken(secret, link.id, wordsOf(link));
}

export function isTokenOf(secret: string, token: string, link: PasswordLink): boolean {
  return isRowToken(secret, token, link.id, wordsOf(link));
}

function wordsOf({ id, userId, createdAt }: PasswordLink): string {
  return `password-link:${id}:${userId}:${createdAt.getTime()}`;
}
