import type { Answer } from '#domain/api.ts';
import type { Me } from '#domain/iam/me.ts';
import { call } from '#web/shared/api/client.ts';
import { holds } from '../../sections.ts';

export type Entry = Answer<'GET /api/audit'>[number];

/** How what the journal holds by its number or code is called, as far as the reader may list it. */
export type Names = { scopes: ReadonlyMap<string, string>; companies: ReadonlyMap<number, string> };

export type JournalData = { entries: Entry[]; names: Names };

/** As many entries as one call is asked for. */
export const JOURNAL_PAGE = 100;

export async function loadJournal(me: Me, { signal }: Pick<Request, 'signal'>): Promise<JournalData> {
  const [entries, scopes, companies] = await Promise.all([
    call('GET /api/audit', { signal, query: { limit: JOURNAL_PAGE } }),
    holds(me, 'iam.scopes.list.all') ? call('GET /api/iam/scopes', { signal }) : [],
    holds(me, 'sittings.list.all') ? call('GET /api/companies', { signal }) : [],
  ]);
  return {
    entries,
    names: {
      scopes: new Map(scopes.map(({ scope, label }) => [scope, label])),
      companies: new Map(companies.map(({ id, name }) => [id, name])),
    },
  };
}
