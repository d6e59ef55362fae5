import { HttpError } from '../../http-error.ts';

/** For `sayingConflicts`: what a bureau's row may not share with another one's. */
export const COMPANY_CONFLICTS = {
  companies_name_key: () => new HttpError(409, 'name_taken', 'Un bureau porte déjà ce nom.'),
  companies_site_key: () => new HttpError(409, 'site_taken', 'Ce site est déjà celui d’un autre bureau.'),
};
