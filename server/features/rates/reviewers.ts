import { isAllowed } from '#domain/iam/scopes.ts';
import type { Db } from '../../db/open.ts';
import { listPossibleReviewers } from './held-fixings.queries.ts';

/** Right to review a company's held fixings set by others (contract 2). */
export function mayReview(
  user: { companyId: number | null; scopes: readonly string[] },
  companyId: number,
): boolean {
  const granted = user.scopes.join(',');
  const isColleague = user.companyId === companyId && isAllowed('fixings.list.me', granted);
  return isColleague || isAllowed('fixings.edit.all', granted);
}

export async function listReviewers(db: Db, companyId: number): Promise<{ id: number; mail: string }[]> {
  const users = await listPossibleReviewers(db, companyId);
  return users.filter((user) => mayReview(user, companyId));
}
