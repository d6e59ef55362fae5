import type { UserInvitation } from '#domain/iam/administration.ts';
import { violatedConstraint } from '../../db/violation.ts';
import { HttpError } from '../../http-error.ts';
import { isName, readPhone, readText } from '../../read-text.ts';
import type { UserFields } from './users.queries.ts';

/** What an administrator says of a user, as it is stored; or an HttpError (400) that says what is wrong. */
export function readUserFields(said: Omit<UserInvitation, 'mail' | 'scopes'>): UserFields {
  const fields = {
    name: readText('name', said.name),
    surname: readText('surname', said.surname),
    phone: readPhone(said.phone),
    company_id: said.company_id,
  };
  if (!isName(fields.name)) throw new HttpError(400, 'invalid_name', 'Donnez un prénom à l’utilisateur.');
  return fields;
}

const CONFLICTS: Record<string, [status: number, code: string, sentence: string]> = {
  users_mail_key: [409, 'mail_taken', 'Cette adresse est déjà celle d’un utilisateur.'],
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
