import type { Db } from '../../db/open.ts';
import { HttpError } from '../../http/http-error.ts';
import { selectCompanyForUpdate } from './companies.queries.ts';

export async function lockCompany(trx: Db, id: number) {
  const company = await selectCompanyForUpdate(trx, id);
  if (!company) throw noSuchCompany();
  return company;
}

export function noSuchCompany(): HttpError {
  return new HttpError(404, 'not_found', 'Ce bureau n’existe pas.');
}
