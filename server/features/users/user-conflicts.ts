import { HttpError } from '../../http-error.ts';

/** For `sayingConflicts`: a user can be given only a bureau that exists. */
export const USER_CONFLICTS = {
  users_company_id_fkey: () => new HttpError(400, 'unknown_company', 'Ce bureau n’existe pas.'),
};
