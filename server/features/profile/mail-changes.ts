import { type Hosts, officeOrigin } from '../../http/origins.ts';
import { isRowToken, rowToken } from '../../http/row-token.ts';
import type { MailChange } from './mail-changes.queries.ts';

export function mailChangeAddress(config: Hosts, secret: string, change: MailChange): string {
  return `${officeOrigin(config)}/#/profil/adresse?token=${rowToken(secret, change.id, wordsOf(change))}`;
}

export function isTokenOfChange(secret: string, token: string, change: MailChange): boolean {
  return isRowToken(secret, token, change.id, wordsOf(change));
}

function wordsOf({ id, userId, mail, createdAt }: MailChange): string {
  return `mail-change:${id}:${userId}:${createdAt.getTime()}:${mail}`;
}
