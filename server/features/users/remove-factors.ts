import type { Db } from '../../db/open.ts';
import { type Act, requireVerified } from '../../http/actor.ts';
import { HttpError } from '../../http/http-error.ts';
import { removeAllFactors } from '../factors/remove-all-factors.ts';
import { lockUser } from './user-rights.ts';

// Removes the second factors of a user who lost them. Throws an HttpError: 403, 404, 409.
export async function removeFactors(db: Db, id: number, act: Act): Promise<void> {
  if (id === act.by.userId) {
    throw new HttpError(409, 'oneself', 'Retirez vos propres facteurs depuis votre profil.');
  }
  await db.transaction().execute(async (trx) => {
    await lockUser(trx, id, act.by);
    requireVerified(act.by);
    if (await removeAllFactors(trx, id, act)) return;
    throw new HttpError(409, 'no_factor', 'Cet utilisateur n’a pas de double authentification.');
  });
}
