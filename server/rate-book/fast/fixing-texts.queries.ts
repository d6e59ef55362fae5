import { type RawBuilder, sql } from 'kysely';
import { type Decimal, powerOfTen } from '#domain/money/decimal.ts';
import type { Db } from '../../db/open.ts';
import { COLUMNS, type Columns, type Kind, NAMES } from '../fixing-columns.ts';
import { isCompared, openRates } from '../fixings.queries.ts';
import type { AddFixing, Rates } from '../rate-book.ts';

const asNumber: Record<Kind, (column: RawBuilder<unknown>) => RawBuilder<unknown>> = {
  instant: (column) => sql`(date_part('epoch', ${column}) * 1000)::bigint`,
  whole: (column) => sql`${column}::int`,
};

/**
 * All fixings of a company as one text, which readTexts reads. A row of its own for each of a million fixings
 * takes several times as long, and so do exact epochs.
 */
const fixingTexts = sql<string>`string_agg(
  concat(currency_code, ' ', ${openRates.purchase}, ' ', ${openRates.sale}, ' ', ${sql.join(
    Object.values(COLUMNS).map(({ column, kind }) => asNumber[kind](sql.ref(column))),
    sql`, ' ', `,
  )}), ','
)`;

export async function readFixingTexts(db: Db, companyIds: readonly number[], add: AddFixing): Promise<void> {
  const rows = await db
    .selectFrom('fixings')
    .where(sql<boolean>`company_id = any(${companyIds}::int[])`)
    .where(isCompared)
    .groupBy('company_id')
    .select(['company_id as companyId', fixingTexts.as('texts')])
    .execute();
  for (const { companyId, texts } of rows) {
    readTexts(texts, (code, rates) => add(code, companyId, rates));
  }
}

const POINT = 0x2e;
/** A character below '0' ends the digits: a separator, or the point. */
const ZERO = 0x30;

/**
 * Reads 'USD 1.17000000 1.10500000 1795248000000,JPY  184.20000000 1795248000000' character by character: split into
 * pieces, it would fill the memory with texts that nobody needs a moment later. One loop, since a function for each
 * number takes three times as long.
 */
function readTexts(texts: string, add: (code: string, rates: Rates) => void): void {
  const { length } = texts;
  let at = 0;
  while (at < length) {
    const code = texts.slice(at, at + 3);
    at += 4;
    let purchase: Decimal | null = null;
    let sale: Decimal | null = null;
    let units = 0;
    const columns: Record<string, number> = {};
    for (let field = 0; field < 2 + NAMES.length; field++) {
      const start = at;
      let c = 0;
      units = 0;
      for (; at < length; at++) {
        c = texts.charCodeAt(at);
        if (c < ZERO) break;
        units = units * 10 + c - ZERO;
      }
      let scale = 0;
      if (c === POINT) {
        // counted, not added yet: a Decimal has no zeros at its end
        let zeros = 0;
        for (at++; at < length; at++) {
          c = texts.charCodeAt(at);
          if (c < ZERO) break;
          if (c === ZERO) zeros += 1;
          else {
            units = units * powerOfTen(zeros + 1) + c - ZERO;
            scale += zeros + 1;
            zeros = 0;
          }
        }
      }
      if (field > 1) columns[NAMES[field - 2] as string] = units;
      else if (at > start && field === 0) purchase = { units, scale };
      else if (at > start) sale = { units, scale };
      // over the separator
      at += 1;
    }
    // one of each name
    add(code, { ...(columns as Columns), purchase, sale });
  }
}
