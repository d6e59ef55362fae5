import { sayingConflicts } from '../../db/violation.ts';
import { HttpError } from '../../http-error.ts';

const CONFLICTS = {
  users_company_id_fkey: () => new HttpError(400, 'unknown_company', 'Ce bureau n’existe pas.'),
};

/** Runs a write; throws an HttpError where the user is given a bureau that is not there. */
export function nameConflict<T>(write: () => Promise<T>): Promise<T> {
  return sayingConflicts(CONFLICTS, write);
}
