import { administersUsers, roleOf } from '#domain/iam/grants.ts';
import { type UserEdit, userDraft } from '#domain/users/administration.ts';
import { toUserRow } from '#domain/users/fields.ts';
import type { Db } from '../../db/open.ts';
import { type Act, requireVerified } from '../../http/actor.ts';
import { checkDraft } from '../../http/check-draft.ts';
import { refuseConflicts } from '../../http/conflicts.ts';
import { HttpError } from '../../http/http-error.ts';
import { changesOf, writeAudit } from '../audit/write-audit.ts';
import { originOfAct } from '../security-events/origin.ts';
import { writeSecurityEvent } from '../security-events/write-security-event.ts';
import { checkScopes, lockUser, uniqueSorted } from './user-rights.ts';
import { replaceScopes, updateUser } from './users.queries.ts';

export const USER_CONFLICTS = {
  users_company_id_fkey: () => new HttpError(400, 'unknown_company', 'Ce bureau n’existe pas.'),
};

/** Changes a user. Scopes are read at each request and hold at once; throws an HttpError. */
export async function editUser(db: Db, edit: UserEdit, act: Act): Promise<void> {
  const { id, status } = edit;
  const fields = toUserRow(checkDraft(userDraft, edit));
  const scopes = uniqueSorted(edit.scopes);
  await refuseConflicts(USER_CONFLICTS, () =>
    db.transaction().execute(async (trx) => {
      const user = await lockUser(trx, id, act.by);
      await checkScopes(trx, { scopes, before: user.scopes, by: act.by });
      if (id === act.by.userId && !administersUsers(scopes)) {
        const sentence = 'Vous ne pouvez pas vous retirer le droit de modifier les utilisateurs.';
        throw new HttpError(409, 'own_right', sentence);
      }
      if (status && user.status === 'awaiting_password') {
        const sentence =
          'Cet utilisateur n’a pas encore créé son mot de passe. Son statut ne peut pas être choisi.';
        throw new HttpError(409, 'awaiting_password', sentence);
      }
      const areSame = scopes.join() === user.scopes.join();
      // a change of company is a change of rights
      if (!areSame || fields.company_id !== user.fields.company_id) requireVerified(act.by);
      const before = { ...user.fields, status: user.status, role: user.role };
      const after = { ...fields, status: status ?? user.status, role: areSame ? user.role : roleOf(scopes) };
      const changes = changesOf<typeof before & { scopes: string[] }>(
        { ...before, scopes: user.scopes },
        { ...after, scopes },
      );
      if (Object.keys(changes).length === 0) return;
      await updateUser(trx, id, after);
      if (!areSame) await replaceScopes(trx, id, scopes);
      await writeAudit(trx, act, {
        action: 'user.edited',
        subjectUserId: id,
        companyId: fields.company_id,
        changes,
      });
      if (!areSame || changes.company_id) {
        await writeSecurityEvent(trx, {
          kind: 'rights_changed',
          at: act.at,
          from: originOfAct(act),
          subjectUserId: id,
          details: {
            given: scopes.filter((scope) => !user.scopes.includes(scope)),
            taken: user.scopes.filter((scope) => !scopes.includes(scope)),
            ...(changes.company_id && { company: true }),
          },
        });
      }
    }),
  );
}
