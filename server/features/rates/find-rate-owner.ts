import type { Db } from '../../db/open.ts';
import { HttpError } from '../../http/http-error.ts';
import { findBranchWithOwnRates, type RateOwner } from './rate-owners.queries.ts';

export async function findRateOwner(
  db: Db,
  companyId: number,
  branch: number | undefined,
): Promise<RateOwner> {
  if (branch === undefined) return { companyId, branch: null };
  if (await findBranchWithOwnRates(db, companyId, branch)) return { companyId, branch };
  throw new HttpError(404, 'unknown_branch', 'Cette agence n’a pas de feuille à part.');
}
