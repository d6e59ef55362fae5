import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseDecimal } from '#domain/money/decimal.ts';
import { createTestDatabase } from '../testing/database.ts';
import { fixingTexts, readFixingTexts } from './fixing-texts.queries.ts';
import type { Rates } from './market.ts';

function read(texts: string): [string, Rates][] {
  const found: [string, Rates][] = [];
  readFixingTexts(texts, (code, rates) => found.push([code, rates]));
  return found;
}

/** As SQL's numeric(15, 8) writes it, from the smallest rate to the largest. */
const rate = fc.option(
  fc
    .tuple(fc.nat(9_999_999), fc.nat(99_999_999), fc.nat(8))
    .filter(([whole, fraction, zeros]) => whole > 0 || Math.floor(fraction / 10 ** zeros) > 0)
    .map(([whole, fraction, zeros]) => {
      const kept = Math.floor(fraction / 10 ** zeros) * 10 ** zeros;
      return `${whole}.${String(kept).padStart(8, '0')}`;
    }),
);
const fixing = fc.tuple(fc.stringMatching(/^[A-Z]{3}$/), rate, rate, fc.integer({ min: 1, max: 4e12 }));

test('what is read is what parseDecimal reads, fixing by fixing', () => {
  fc.assert(
    fc.property(fc.array(fixing), (fixings) => {
      const texts = fixings.map(
        ([code, purchase, sale, at]) => `${code} ${purchase ?? ''} ${sale ?? ''} ${at}`,
      );
      const expected = fixings.map(([code, purchase, sale, updatedAt]) => [
        code,
        {
          purchase: purchase === null ? null : parseDecimal(purchase),
          sale: sale === null ? null : parseDecimal(sale),
          updatedAt,
        },
      ]);
      expect(read(texts.join(','))).toEqual(expected);
    }),
  );
});

test('PostgreSQL writes what is read, to the millisecond', async () => {
  const { db, close } = await createTestDatabase();
  await db
    .insertInto('currencies')
    .values([
      { code: 'EUR', label: 'euro', position: 1 },
      { code: 'USD', label: 'dollar', position: 2 },
      { code: 'VND', label: 'dông' },
    ])
    .execute();
  const { id } = await db
    .insertInto('companies')
    .values({ name: 'Quai', logo: 'quai', site: 'https://quai.example' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const at = (ms: number) => new Date(Date.parse('2026-11-21T08:41:59.000Z') + ms);
  const rows = [
    { currency_code: 'EUR', purchase: null, sale: '0.00000001', updated_at: at(1) },
    { currency_code: 'USD', purchase: '1.17', sale: '1.105', updated_at: at(999) },
    { currency_code: 'VND', purchase: '9999999.99999999', sale: null, updated_at: at(123) },
  ];
  await db
    .insertInto('fixings')
    .values(rows.map((row) => ({ ...row, company_id: id })))
    .execute();
  const { texts } = await db.selectFrom('fixings').select(fixingTexts.as('texts')).executeTakeFirstOrThrow();
  const decimal = (text: string | null) => (text === null ? null : parseDecimal(text));
  expect(read(texts).toSorted(([a], [b]) => (a < b ? -1 : 1))).toEqual(
    rows.map(({ currency_code, purchase, sale, updated_at }) => [
      currency_code,
      { purchase: decimal(purchase), sale: decimal(sale), updatedAt: updated_at.getTime() },
    ]),
  );
  await close();
});
