import { violatedConstraint } from '../../db/violation.ts';
import { HttpError } from '../../http-error.ts';

const CONFLICTS: Record<string, [code: string, sentence: string]> = {
  companies_name_key: ['name_taken', 'Un bureau porte déjà ce nom.'],
  companies_site_key: ['site_taken', 'Ce site est déjà celui d’un autre bureau.'],
};

/** Says in an HttpError what the database refused, when that is the fault of a field. */
export async function nameConflict<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const conflict = CONFLICTS[violatedConstraint(error) ?? ''];
    throw conflict ? new HttpError(409, ...conflict) : error;
  }
}
