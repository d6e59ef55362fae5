import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Hosts, officeOrigin } from '../../http/origins.ts';
import type { MailChange } from './mail-changes.queries.ts';

export function mailChangeAddress(config: Hosts, secret: string, change: MailChange): string {
  const token = `${change.id}.${signature(secret, change).toString('base64url')}`;
  return `${officeOrigin(config)}/#/profil/adresse?token=${token}`;
}

/** Derived from the secret and the row, stored nowhere, and useless for another row. */
export function isTokenOfChange(secret: string, token: string, change: MailChange): boolean {
  const [, id, sent = ''] = /^(\d{1,9})\.([\w-]{43})$/.exec(token) ?? [];
  if (Number(id) !== change.id) return false;
  return timingSafeEqual(Buffer.from(sent, 'base64url'), signature(secret, change));
}

function signature(secret: string, { id, userId, mail, createdAt }: MailChange): Buffer {
  const payload = `mail-change:${id}:${userId}:${createdAt.getTime()}:${mail}`;
  return createHmac('sha256', secret).update(payload).digest();
}
