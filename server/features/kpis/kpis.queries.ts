import { sql } from 'kysely';
import type { Kpis } from '#domain/kpis/kpis.ts';
import type { Db } from '../../db/open.ts';

export async function addComparisons(db: Db, day: string, count: number): Promise<void> {
  await db
    .insertInto('comparison_counts')
    .values({ day, count })
    .onConflict((conflict) =>
      conflict.column('day').doUpdateSet({ count: sql`comparison_counts.count + excluded.count` }),
    )
    .execute();
}

export type Impressions = { companyId: number; code: string; shown: number; ranks: number };

/** Adds to the day's counts and ignores deleted companies. */
export async function addImpressions(db: Db, day: string, lines: readonly Impressions[]): Promise<void> {
  await sql`
    INSERT INTO shown_counts (company_id, currency_code, day, shown, ranks)
    SELECT company_id, code, ${day}::date, shown, ranks
    FROM unnest(
      ${lines.map(({ companyId }) => companyId)}::int[],
      ${lines.map(({ code }) => code)}::text[],
      ${lines.map(({ shown }) => shown)}::bigint[],
      ${lines.map(({ ranks }) => ranks)}::bigint[]
    ) AS line (company_id, code, shown, ranks)
    WHERE EXISTS (SELECT FROM companies WHERE id = company_id) AND code IN (SELECT code FROM currencies)
    ON CONFLICT (company_id, day, currency_code) DO UPDATE
    SET shown = shown_counts.shown + excluded.shown, ranks = shown_counts.ranks + excluded.ranks`.execute(db);
}

type Counts = Omit<Kpis, 'since' | 'before'>;

/** `until` null: up to now, and what a later instant may already hold. */
export async function countBetween(db: Db, since: Date, until: Date | null): Promise<Counts> {
  const dayOf = (at: Date) => at.toISOString().slice(0, 10);
  const [{ comparisons }, leads, subscriptions, { fixings }] = await Promise.all([
    db
      .selectFrom('comparison_counts')
      .where('day', '>=', dayOf(since))
      .$if(until !== null, (query) => query.where('day', '<', dayOf(until as Date)))
      .select(sql<number>`coalesce(sum(count), 0)::bigint`.as('comparisons'))
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('leads')
      .innerJoin('companies', 'companies.id', 'leads.company_id')
      .where('at', '>=', since)
      .$if(until !== null, (query) => query.where('at', '<', until as Date))
      .groupBy(['companies.id', 'companies.name'])
      .select(['name', (eb) => eb.fn.countAll<number>().as('count')])
      .orderBy('count', 'desc')
      .orderBy('name')
      .execute(),
    db
      .selectFrom('subscriptions')
      .where('at', '>=', since)
      .$if(until !== null, (query) => query.where('at', '<', until as Date))
      .select((eb) => [
        eb.fn.countAll<number>().as('subscriptions'),
        eb.fn.count<number>('confirmed_at').as('confirmed_subscriptions'),
      ])
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('fixing_logs')
      .where('at', '>=', since)
      .$if(until !== null, (query) => query.where('at', '<', until as Date))
      .select((eb) => eb.fn.countAll<number>().as('fixings'))
      .executeTakeFirstOrThrow(),
  ]);
  return {
    comparisons,
    leads: leads.map(({ name, count }) => ({ company: { name }, count })),
    ...subscriptions,
    fixings,
  };
}
