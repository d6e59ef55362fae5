import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Hosts, officeOrigin } from '../../http/origins.ts';
import type { MailChange } from './mail-changes.queries.ts';

/** Where the link of a change leads: a page of the profile, where a button confirms it. */
export function mailChangeAddress(config: Hosts, secret: string, change: MailChange): string {
  const token = `${change.id}.${signature(secret, change).toString('base64url')}`;
  return `${officeOrigin(config)}/#/profil/adresse?token=${token}`;
}

/** Derived from the secret and the row, as password links are: kept nowhere, and of no use for another row. */
export function isTokenOfChange(secret: string, token: string, change: MailChange): boolean {
  const [, id, sent = ''] = /^(\d{1,9})\.([\w-]{43})$/.exec(token) ?? [];
  if (Number(id) !== change.id) return false;
  return timingSafeEqual(Buffer.from(sent, 'base64url'), signature(secret, change));
}

function signature(secret: string, { id, userId, mail, createdAt }: MailChange): Buffer {
  const said = `mail-change:${id}:${userId}:${createdAt.getTime()}:${mail}`;
  return createHmac('sha256', secret).update(said).digest();
}
