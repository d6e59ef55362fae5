import type { Db } from '../../db/open.ts';

const PAGE = 1_000;

/** Oldest first, by pages, so that a long list is never whole in memory. */
export function selectLeadPages(db: Db, page = PAGE) {
  return byPages(page, (after) =>
    db
      .selectFrom('leads')
      .innerJoin('companies', 'companies.id', 'leads.company_id')
      .where('leads.id', '>', after)
      .select(['leads.id', 'leads.at', 'companies.name as company', 'companies.site'])
      .select(['leads.email', 'consent_at', 'consent_text'])
      .orderBy('leads.id')
      .limit(page)
      .execute(),
  );
}

export function selectSubscriptionPages(db: Db, page = PAGE) {
  return byPages(page, (after) =>
    db
      .selectFrom('subscriptions')
      .where('id', '>', after)
      .select(['id', 'at', 'email', 'type', 'consent_text', 'confirmed_at'])
      .orderBy('id')
      .limit(page)
      .execute(),
  );
}

async function* byPages<Row extends { id: number }>(
  page: number,
  read: (after: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let after = 0; ; ) {
    const rows = await read(after);
    const last = rows.at(-1);
    if (last) yield rows;
    if (!last || rows.length < page) return;
    after = last.id;
  }
}
