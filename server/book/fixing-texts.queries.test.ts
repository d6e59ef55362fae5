import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimalText } from '#domain/money/decimal.ts';
import { createTestDatabase } from '../testing/database.ts';
import { anyRates } from '../testing/markets.ts';
import { aCompanyRow, aCurrencyRow, aFixingRow } from '../testing/rows.ts';
import { fastForm } from './fast-book.ts';
import { COLUMNS, NAMES } from './fixing-columns.ts';
import { readTexts, writeTexts } from './fixing-texts.ts';
import { plainForm } from './plain-form.ts';
import type { BookForm, Rates } from './rate-book.ts';

const CODES = ['AED', 'USD', 'VND', 'ZAR'];

/** As the database takes them. */
function columnsOf(rates: Rates): { updated_at: Date } {
  const columns = NAMES.map((name) => {
    const { column, kind } = COLUMNS[name];
    return [column, kind === 'instant' ? new Date(rates[name]) : rates[name]];
  });
  // at least this one
  return Object.fromEntries(columns) as { updated_at: Date };
}

test('the texts of a company say what its rows say, fixing by fixing', async () => {
  const { db, close } = await createTestDatabase();
  await db
    .insertInto('currencies')
    .values(CODES.map((code) => aCurrencyRow({ code })))
    .execute();
  const companies = await db
    .insertInto('companies')
    .values(
      ['pont', 'quai', 'rive'].map((name) =>
        aCompanyRow({ name, logo: name, site: `https://${name}.example` }),
      ),
    )
    .returning('id')
    .execute();
  const ids = companies.map(({ id }) => id);
  const read = async ({ readFixings }: BookForm) => {
    const found: [string, number, Rates][] = [];
    await readFixings(db, ids, (...fixing) => found.push(fixing));
    return found.sort(([a, one], [b, other]) => one - other || (a < b ? -1 : 1));
  };
  const keys = ids.flatMap((id) => CODES.map((code) => ({ company_id: id, currency_code: code })));
  const fixings = fc.tuple(...keys.map(() => fc.option(anyRates)));
  await fc.assert(
    fc.asyncProperty(fixings, async (all) => {
      const rows = keys.flatMap((key, i) => {
        const rates = all[i];
        if (!rates) return [];
        const text = (rate: Rates['sale']) => rate && decimalText(rate);
        return [
          aFixingRow({ ...key, sale: text(rates.sale), purchase: text(rates.purchase), ...columnsOf(rates) }),
        ];
      });
      await db.deleteFrom('fixings').execute();
      if (rows.length > 0) await db.insertInto('fixings').values(rows).execute();
      expect(await read(fastForm)).toEqual(await read(plainForm));
      expect(await read(plainForm)).toHaveLength(rows.length);
    }),
    { numRuns: 100 },
  );
  await close();
});

test('what is written as texts is read back', () => {
  const fixings = fc.uniqueArray(fc.tuple(fc.constantFrom(...CODES), anyRates), {
    selector: ([code]) => code,
  });
  fc.assert(
    fc.property(fixings, (written) => {
      const read: [string, Rates][] = [];
      readTexts(writeTexts(written), (...fixing) => read.push(fixing));
      expect(read).toEqual(written);
    }),
  );
});
