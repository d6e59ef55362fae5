import type { Answer } from '#domain/api.ts';
import type { Me } from '#domain/iam/me.ts';
import { isAllowed } from '#domain/iam/scopes.ts';
import { call } from '#web/shared/api/client.ts';
import { grantedTo } from '../../sections.ts';

export type SittingsData =
  | { view: 'me'; currencies: Answer<'GET /api/fixings/currencies'> }
  | { view: 'all'; companies: Answer<'GET /api/companies'> }
  | { view: 'none' };

/** spec 6: `me` takes precedence when both are held. */
export async function loadSittings(user: Me, { signal }: Request): Promise<SittingsData> {
  const granted = grantedTo(user);
  if (isAllowed('sittings.list.me', granted)) {
    return { view: 'me', currencies: await call('GET /api/fixings/currencies', { signal }) };
  }
  if (isAllowed('sittings.list.all', granted)) {
    return { view: 'all', companies: await call('GET /api/companies', { signal }) };
  }
  return { view: 'none' };
}
