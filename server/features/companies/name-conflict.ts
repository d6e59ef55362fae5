import { sayingConflicts } from '../../db/violation.ts';
import { HttpError } from '../../http-error.ts';

const CONFLICTS = {
  companies_name_key: () => new HttpError(409, 'name_taken', 'Un bureau porte déjà ce nom.'),
  companies_site_key: () => new HttpError(409, 'site_taken', 'Ce site est déjà celui d’un autre bureau.'),
};

/** Runs a write; throws an HttpError where the name or the site is another bureau's. */
export function nameConflict<T>(write: () => Promise<T>): Promise<T> {
  return sayingConflicts(CONFLICTS, write);
}
