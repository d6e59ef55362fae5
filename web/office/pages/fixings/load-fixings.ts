import type { Answer, Query } from '#domain/api.ts';
import type { Me } from '#domain/iam/me.ts';
import { isAllowed } from '#domain/iam/scopes.ts';
import { call } from '#web/shared/api/client.ts';
import { useClientState } from '#web/shared/feedback/client-state.ts';
import { findSection, grantedTo, maySee } from '../../sections.ts';
import { openDrafts } from './drafts.ts';

export type RatesFilter = Required<Pick<Query<'GET /api/fixings/rates'>, 'company' | 'currency' | 'q'>> & {
  page: number;
};

export type FixingsData =
  | {
      view: 'me';
      user: Me;
      rates: Answer<'GET /api/fixings/rates'>;
      logs: Answer<'GET /api/fixings/logs'>;
      at: Date;
    }
  | { view: 'all'; rates: Answer<'GET /api/fixings/rates'>; filter: RatesFilter; at: Date }
  | { view: 'none' };

/** spec 6: `me` takes precedence when both are held. */
export async function loadFixings(user: Me, { url, signal }: Request): Promise<FixingsData> {
  if (isAllowed('fixings.list.me', grantedTo(user))) return loadOwn(user, signal);
  // what another user left in this tab waits for that user
  openDrafts(user.id, []);
  if (maySee(user, findSection('/fixings'))) return loadAll(url, signal);
  return { view: 'none' };
}

async function loadOwn(user: Me, signal: AbortSignal): Promise<FixingsData> {
  const [rates, logs] = await Promise.all([
    call('GET /api/fixings/rates', { signal }),
    call('GET /api/fixings/logs', { signal }),
  ]);
  openDrafts(user.id, rates.rates);
  return { view: 'me', user, rates, logs, at: new Date() };
}

async function loadAll(url: string, signal: AbortSignal): Promise<FixingsData> {
  const filter = readFilter(new URL(url).searchParams);
  const [rates, currencies] = await Promise.all([
    call('GET /api/fixings/rates', { signal, query: filter }),
    call('GET /api/fixings/currencies', { signal }),
  ]);
  useClientState.setState({ remote: { public_currencies: currencies } });
  return { view: 'all', rates, filter, at: new Date() };
}

/** The filter lives in the address: it can be sent on, and gone back to. */
function readFilter(parameters: URLSearchParams): RatesFilter {
  const page = Number(parameters.get('page'));
  return {
    company: parameters.get('bureau')?.slice(0, 200) ?? '',
    currency: parameters.get('devise')?.slice(0, 3) ?? '',
    q: parameters.get('recherche')?.slice(0, 100) ?? '',
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
  };
}
