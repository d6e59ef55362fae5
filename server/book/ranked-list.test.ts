import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Decimal, decimalNumber, decimalOf, parseDecimal } from '#domain/money/decimal.ts';
import { receivedAmount } from '#domain/offers/quote.ts';
import { aBookBranch, aBookCompany, aBookCurrency, someRates } from '../testing/book.ts';
import { ALWAYS } from '../testing/followed-book.ts';
import { fastForm } from './fast-book.ts';
import { plainForm } from './plain-form.ts';
import type {
  BookCompany,
  BookOffer,
  BranchQuestion,
  RateBook,
  ScoreOf,
  SelectionOffers,
} from './rate-book.ts';

const NOW = 1_800_000_000_000;
const HOUR = 3_600_000;
const SINCE = { fresh: NOW - 24 * HOUR, compared: NOW - 72 * HOUR, ahead: NOW };
const MID = 29_000;

const currencies = ['EUR', 'VND'].map((code) =>
  aBookCurrency({ code, rate: decimalOf(code === 'EUR' ? 1 : MID) }),
);
const bothOf = (companies: readonly BookCompany[]) =>
  [fastForm, plainForm].map((form) => form.create(currencies, companies)) as [RateBook, RateBook];
const shown = (offers: readonly BookOffer[]) =>
  offers.map(({ company: { name }, rate, score, isFresh }) => [name, decimalNumber(rate), score, isFresh]);

const amount = fc.oneof(fc.integer({ min: 1, max: 1_000_000_000 }), fc.integer({ min: 1, max: 300 }));
/** Few different ones, so that runs of equal amounts are common; some bureaux have none. */
const rates: fc.Arbitrary<(Decimal | null)[]> = fc.array(
  fc.option(
    fc.integer({ min: 11_000, max: 11_400 }).map((n) => parseDecimal(`${n}e-4`)),
    { freq: 8 },
  ),
  { maxLength: 400, size: 'max' },
);

test('the best of any amount are those of the plain form, at any limit, and so after each fixing', () => {
  const companies = Array.from({ length: 400 }, (_, id) => aBookCompany({ id }));
  const limit = fc.integer({ min: 1, max: 60 });
  fc.assert(
    fc.property(rates, rates, amount, fc.boolean(), limit, (before, after, given, offerIsBase, most) => {
      const [fast, plain] = bothOf(companies);
      const set = (id: number, rate: Decimal | null) => {
        const fixed = rate && { ...someRates({}, NOW), sale: rate, purchase: rate };
        for (const book of [fast, plain]) book.set('VND', id, fixed);
      };
      const compare = () => {
        const scoreOf: ScoreOf = (rate) => receivedAmount({ amount: given, offerIsBase }, rate);
        const [one, other] = [fast, plain].map((book) =>
          shown(book.sideOffers('VND', offerIsBase, ALWAYS).best(most, scoreOf)),
        );
        expect(one).toEqual(other);
      };
      for (const [id, rate] of before.entries()) set(id, rate);
      compare();
      // one fixing after the other: set, changed, taken away, left without one
      for (const [id, rate] of after.entries()) {
        set(id, rate);
        if (id % 64 === 0) compare();
      }
      compare();
    }),
    { numRuns: 100 },
  );
});

test('a long run of equal amounts is put in the order of names, whatever its rates', () => {
  for (const size of [127, 128, 136, 137, 600]) {
    // the rates fall as the names rise or the other way, every third is shared, and every fifth bureau has none
    for (const step of [1, -1]) {
      const [fast, plain] = bothOf(Array.from({ length: size * 2 }, (_, id) => aBookCompany({ id })));
      for (const { id } of plain.companies) {
        const rate = parseDecimal(`${11_000 + step * Math.floor((id * 7) / 3)}e-6`);
        for (const book of [fast, plain])
          if (id % 5 > 0) book.set('VND', id, { ...someRates({}, NOW), sale: rate });
      }
      for (const limit of [1, 50, size * 2]) {
        const scoreOf: ScoreOf = (rate) => receivedAmount({ amount: 100, offerIsBase: true }, rate);
        const [one, other] = [fast, plain].map((book) =>
          shown(book.sideOffers('VND', true, ALWAYS).best(limit, scoreOf)),
        );
        expect(one).toEqual(other);
      }
    }
  }
});

// Of more bureaux than the front of a list holds and than a run is gathered of at once, most amounts are equal.
const BUREAUX = 2_500;
const PERCENTS = [0, -850, -1, 40];

/** Every second has a branch that one question finds, every twentieth one that the other finds. */
const many = Array.from({ length: BUREAUX }, (_, id) =>
  aBookCompany({
    id,
    name: `Bureau ${(id * 7919) % BUREAUX}`,
    branches: [PERCENTS[id % 4] as number, id % 5 === 0 ? -850 : 0].map((percent, n) => {
      const kind = id % 20 === 0 ? 'airport' : id % 2 === 0 ? 'station' : 'street';
      return aBookBranch({ id: id * 2 + n, percent, kind: n === (id >> 3) % 2 ? kind : 'street' });
    }),
  }),
);

test.each([
  ['many', ['airport', 'station'] as const],
  ['few', ['airport'] as const],
])('among %s, the first by amount then by name are those of the plain form, for any amount', (_, kinds) => {
  const books = bothOf(many);
  for (const book of books) {
    for (const { id } of many) {
      const margin = ((id * 31) % 700) / 10_000;
      const fixed = {
        sale: Math.round(MID * (0.99 - margin)),
        purchase: Math.round(MID * (1.01 + margin)),
      };
      book.set('VND', id, someRates(fixed, NOW - (id % 7 === 0 ? 30 : 1) * HOUR));
    }
  }
  for (const offerIsBase of [true, false]) {
    const side = offerIsBase ? 'sale' : 'purchase';
    const question: BranchQuestion = {
      key: side,
      side,
      near: null,
      kinds,
      buysBack: false,
      openAt: null,
      sort: 'amount',
    };
    for (const amount of [1, 77, 1_000, 250_000, 3_000_000, 90_000_000]) {
      const scoreOf: ScoreOf = (rate) => receivedAmount({ amount, offerIsBase }, rate);
      for (const limit of [50, 5]) {
        const of = (select: (book: RateBook) => SelectionOffers) =>
          books.map((book) => shown(select(book).best(limit, scoreOf)));
        const [one, other] = of((book) => book.sideOffers('VND', offerIsBase, SINCE).among(question));
        expect(one).toEqual(other);
      }
    }
  }
});
