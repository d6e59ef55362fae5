import { mayAdminister, mayGrant } from '#domain/iam/grants.ts';
import type { Db } from '../../db/open.ts';
import type { Administrator } from '../../http/actor.ts';
import { HttpError } from '../../http/http-error.ts';
import { lockUserRow, selectKnownScopes } from './users.queries.ts';

/** Locks a user whom the administrator may change. Throws an HttpError: 403, 404. */
export async function lockUser(trx: Db, id: number, by: Administrator) {
  const user = await lockUserRow(trx, id);
  if (!user) throw noSuchUser();
  if (!mayAdminister(by.scopes, user.scopes)) {
    const sentence = 'Cet utilisateur a des droits que vous n’avez pas. Vous ne pouvez pas le modifier.';
    throw new HttpError(403, 'beyond_own_rights', sentence);
  }
  return { ...user, scopes: uniqueSorted(user.scopes) };
}

export function noSuchUser(): HttpError {
  return new HttpError(404, 'not_found', 'Cet utilisateur n’existe pas.');
}

export async function checkScopes(
  trx: Db,
  { scopes, before, by }: { scopes: readonly string[]; before: readonly string[]; by: Administrator },
): Promise<void> {
  if ((await selectKnownScopes(trx, scopes)).length !== scopes.length) {
    throw new HttpError(400, 'unknown_scope', 'L’un des droits demandés n’existe pas.');
  }
  const changed = [
    ...scopes.filter((scope) => !before.includes(scope)),
    ...before.filter((scope) => !scopes.includes(scope)),
  ];
  if (changed.every((scope) => mayGrant(by.scopes, scope))) return;
  const sentence = 'Vous ne pouvez donner ou retirer que des droits que vous avez vous-même.';
  throw new HttpError(403, 'beyond_own_rights', sentence);
}

export function uniqueSorted(scopes: readonly string[]): string[] {
  return [...new Set(scopes)].sort();
}
