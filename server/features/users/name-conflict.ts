import { violatedConstraint } from '../../db/violation.ts';
import { HttpError } from '../../http-error.ts';

const CONFLICTS: Record<string, [status: number, code: string, sentence: string]> = {
  users_company_id_fkey: [400, 'unknown_company', 'Ce bureau n’existe pas.'],
};

/** Says in an HttpError what the database refused, when that is the fault of a field. */
export async function nameConflict<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const conflict = CONFLICTS[violatedConstraint(error) ?? ''];
    throw conflict ? new HttpError(...conflict) : error;
  }
}
