import type { Answer } from '#domain/api.ts';
import type { Me } from '#domain/iam/me.ts';
import { call } from '#web/shared/api/client.ts';
import { holds } from './sections.ts';

export type SittingsData =
  | { view: 'me'; currencies: Answer<'GET /api/fixings/currencies'> }
  | { view: 'all'; companies: Answer<'GET /api/companies'> }
  | { view: 'none' };

/** spec 6: `me` takes precedence when both are held. */
export async function loadSittings(user: Me, { signal }: Request): Promise<SittingsData> {
  if (holds(user, 'sittings.list.me')) {
    return { view: 'me', currencies: await call('GET /api/fixings/currencies', { signal }) };
  }
  return loadCompanies(user, { signal });
}

/** The bureaux, at their own address too for those whose own view comes first. */
export async function loadCompanies(
  user: Me,
  { signal }: Pick<Request, 'signal'>,
): Promise<Extract<SittingsData, { view: 'all' | 'none' }>> {
  if (!holds(user, 'sittings.list.all')) return { view: 'none' };
  return { view: 'all', companies: await call('GET /api/companies', { signal }) };
}
