import { type RawBuilder, sql } from 'kysely';
import { drainRows } from '../db/drain-rows.ts';
import type { Db } from '../db/open.ts';
import { COLUMNS, type Kind } from './fixing-columns.ts';
import { readTexts } from './fixing-texts.ts';
import { isCompared, openRates } from './fixings.queries.ts';
import type { AddFixing } from './rate-book.ts';

const asNumber: Record<Kind, (column: RawBuilder<unknown>) => RawBuilder<unknown>> = {
  instant: (column) => sql`(date_part('epoch', ${column}) * 1000)::bigint`,
  whole: (column) => sql`${column}::int`,
};

/**
 * Fixings of a company as one text for readTexts. A row for each of a million fixings takes several times
 * as long, and so do exact epochs.
 */
const fixingTexts = sql<string>`string_agg(
  concat(currency_code, ' ', ${openRates.purchase}, ' ', ${openRates.sale}, ' ', ${sql.join(
    Object.values(COLUMNS).map(({ column, kind }) => asNumber[kind](sql.ref(column))),
    sql`, ' ', `,
  )}), ','
)`;

export function selectFixingTexts(
  db: Db,
  companyIds: readonly number[],
): Promise<{ companyId: number; texts: string }[]> {
  return db
    .selectFrom('fixings')
    .where(sql<boolean>`company_id = any(${companyIds}::int[])`)
    .where(isCompared)
    .groupBy('company_id')
    .select(['company_id as companyId', fixingTexts.as('texts')])
    .execute();
}

export async function readFixingTexts(db: Db, companyIds: readonly number[], add: AddFixing): Promise<void> {
  for (const { companyId, texts } of drainRows(await selectFixingTexts(db, companyIds))) {
    readTexts(texts, (code, rates) => add(code, companyId, rates));
  }
}
