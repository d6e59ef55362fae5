import type { Db } from '../../db/open.ts';
import { HttpError } from '../../http/http-error.ts';
import { type Counter, findOwnBranch } from './counters.queries.ts';

/** The counter that a call names, of this company; left out, the company itself. Or an HttpError (404). */
export async function ownCounter(db: Db, companyId: number, branch: number | undefined): Promise<Counter> {
  if (branch === undefined) return { companyId, branch: null };
  if (await findOwnBranch(db, companyId, branch)) return { companyId, branch };
  throw new HttpError(404, 'unknown_branch', 'Cette agence n’a pas de feuille à part.');
}
