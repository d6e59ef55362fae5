import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseDecimal } from '#domain/money/decimal.ts';
import { listed } from '../testing/followed-book.ts';
import type { Rates } from './market.ts';
import { type BookCompany, RateBook } from './rate-book.ts';

type BookFixing = Rates & { companyId: number };

const EUR = {
  code: 'EUR',
  label: 'euro',
  rate: { units: 1, scale: 0 },
  at: '',
  source: '',
  sourceJson: '""',
};
const USD = { ...EUR, code: 'USD', label: 'dollar des États-Unis', rate: { units: 11361, scale: 4 } };
const AT = Date.parse('2026-11-21T08:00:00.000Z');
const companies: BookCompany[] = ['Zéphyr', 'Étoile', 'Écu', 'alpha', 'Quai'].map((name, i) => ({
  id: i + 1,
  name,
  logo: `logo-${i}`,
  site: `https://${i}.example`,
  isPartner: i % 2 === 0,
}));

/** Few rates, so that ties are common; nulls, so that sides come and go. */
const rate = fc.option(fc.integer({ min: 11_000, max: 11_003 }).map((n) => parseDecimal(`${n}e-4`)));
const change = fc.record({
  companyId: fc.integer({ min: 1, max: 6 }),
  fixing: fc.option(fc.record({ sale: rate, purchase: rate })),
});

function bookOf(): RateBook {
  return new RateBook([EUR, USD], companies);
}

function loadedBook(code: string, fixings: readonly BookFixing[], book = bookOf()): RateBook {
  for (const fixing of fixings) book.set(code, fixing.companyId, fixing);
  return book;
}

/** Who serves the dollar, at what rate, and since when. */
function dollars(book: RateBook, offerIsBase: boolean) {
  return listed(book, 'USD', offerIsBase).map(({ head, rate, updatedAt }) => [
    JSON.parse(`${head}}`).company.name,
    rate,
    updatedAt,
  ]);
}

test('fixings set one by one give the book that is loaded at once', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 40 }), (changes) => {
      const book = bookOf();
      const now = new Map<number, BookFixing>();
      for (const [i, { companyId, fixing }] of changes.entries()) {
        const updatedAt = i + 1;
        if (fixing) now.set(companyId, { companyId, ...fixing, updatedAt });
        else now.delete(companyId);
        // read in between, so that what was written of the former fixing is there
        dollars(book, true);
        book.set('USD', companyId, now.get(companyId) ?? null);
      }
      const loaded = loadedBook('USD', [...now.values()]);
      for (const offerIsBase of [true, false])
        expect(dollars(book, offerIsBase)).toEqual(dollars(loaded, offerIsBase));
      expect(book.fixingCount).toBe(loaded.fixingCount);
    }),
  );
});

test('other currencies keep the lists of those that stay, and drop those of the others', () => {
  const book = bookOf();
  const GBP = { ...EUR, code: 'GBP', label: 'livre sterling', rate: { units: 8754, scale: 4 } };
  book.setCurrencies([EUR, USD, GBP]);
  for (const code of ['USD', 'GBP']) {
    const sale = parseDecimal('1.1');
    loadedBook(code, [{ companyId: 1, sale, purchase: null, updatedAt: AT }], book);
  }
  const { list } = book.offers('USD', true);
  book.setCurrencies([EUR, { ...USD, rate: { units: 12, scale: 1 } }]);
  expect(book.currencies.map(({ code }) => code)).toEqual(['EUR', 'USD']);
  expect(book.currency('USD')?.rate).toEqual({ units: 12, scale: 1 });
  expect(book.currency('GBP')).toBeUndefined();
  expect(book.offers('USD', true).list).toBe(list);
  expect(book.offers('GBP', true).list.length).toBe(0);
  expect(book.fixingCount).toBe(1);
});

test('the highest sale and the lowest purchase come first, ties by French name', () => {
  const fixing = (companyId: number, sale: string | null, purchase: string | null): BookFixing => ({
    companyId,
    sale: sale === null ? null : parseDecimal(sale),
    purchase: purchase === null ? null : parseDecimal(purchase),
    updatedAt: AT,
  });
  const book = loadedBook('USD', [
    fixing(1, '1.10', '1.17'),
    fixing(2, '1.10', null),
    fixing(3, '1.1000', '1.16'),
    fixing(4, null, '1.18'),
  ]);
  expect(dollars(book, true).map(([name]) => name)).toEqual(['Écu', 'Étoile', 'Zéphyr']);
  expect(dollars(book, false).map(([name]) => name)).toEqual(['Écu', 'Zéphyr', 'alpha']);
  expect(book.offers('GBP', true).list.length).toBe(0);
  expect(book.companyBySite('https://3.example')?.name).toBe('alpha');
  expect(book.companyBySite('https://9.example')).toBeUndefined();
});

test('an offer stands since its fixing, the newest one', () => {
  const sale = parseDecimal('1.1');
  const book = loadedBook('USD', [{ companyId: 1, sale, purchase: null, updatedAt: AT }]);
  expect(dollars(book, true)).toEqual([['Zéphyr', 1.1, '2026-11-21T08:00:00.000Z']]);
  book.set('USD', 1, { sale, purchase: null, updatedAt: AT + 1 });
  expect(dollars(book, true)).toEqual([['Zéphyr', 1.1, '2026-11-21T08:00:00.001Z']]);
});

test('a company or a currency that the book does not know is left out', () => {
  const rates = { sale: parseDecimal('1.1'), purchase: null, updatedAt: AT };
  const book = loadedBook('USD', [{ companyId: 9, ...rates }]);
  book.set('USD', 9, rates);
  book.set('GBP', 1, rates);
  expect(book.fixingCount).toBe(0);
  expect(dollars(book, true)).toEqual([]);
});
