import { useClientState } from '#web/shared/feedback/client-state.ts';
import { findCompany } from '../../find-company.ts';
import type { Visit } from '../../page.tsx';
import { hasScope } from '../../sections.ts';

/** Company whose branches the page shows. `from` null: the user's own. */
export type BranchesScope = { id: number; from: { id: number; name: string } | null };

export async function findBranchesScope({
  user,
  params: { id },
  signal,
}: Visit): Promise<BranchesScope | null> {
  if (id === undefined) return user.company_id === null ? null : { id: user.company_id, from: null };
  const company = await findCompany(id, signal);
  return company && { id: company.id, from: { id: company.id, name: company.name } };
}

export function useMayEdit(scope: BranchesScope | null): boolean {
  const user = useClientState((state) => state.user);
  return hasScope(user, scope?.from ? 'branches.edit.all' : 'branches.edit.me');
}

export const SEES_OWN = ['branches.list.me'];
export const SEES_ALL = ['sittings.list.all', 'branches.list.all'];
