import type { Me } from '#domain/iam/me.ts';
import type { Account } from '../accounts/accounts.queries.ts';

export function toMe(
  {
    id,
    name,
    surname,
    img,
    role,
    scopes,
  }: Pick<Account, 'id' | 'name' | 'surname' | 'img' | 'role' | 'scopes'>,
  companyId: number | null,
): Me {
  return { id, name, surname, img, role, company_id: companyId, allowed_scope: scopes };
}
