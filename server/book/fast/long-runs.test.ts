import { expect, test } from 'vitest';
import { decimalOf } from '#domain/money/decimal.ts';
import { receivedAmount } from '#domain/offers/quote.ts';
import { aBookBranch, aBookCompany, aBookCurrency, someRates } from '../../testing/book.ts';
import { plainForm } from '../plain-form.ts';
import type { CompanySelection, SideOffers } from '../rate-book.ts';
import { fastForm } from './fast-form.ts';

// Of more bureaux than the front of a list holds and than a run is gathered of at once, most amounts are equal.
const BUREAUX = 2_500;
const NOW = 1_800_000_000_000;
const HOUR = 3_600_000;
const SINCE = { fresh: NOW - 24 * HOUR, compared: NOW - 72 * HOUR };
const MID = 29_000;
const PERCENTS = [0, -850, -1, 40];

const currencies = ['EUR', 'VND'].map((code) =>
  aBookCurrency({ code, rate: decimalOf(code === 'EUR' ? 1 : MID) }),
);
const percentsOf = (id: number) => [PERCENTS[id % 4] as number, id % 5 === 0 ? -850 : 0];
const companies = Array.from({ length: BUREAUX }, (_, id) =>
  aBookCompany({
    id,
    name: `Bureau ${(id * 7919) % BUREAUX}`,
    branches: percentsOf(id).map((percent, n) => aBookBranch({ id: id * 2 + n, percent })),
  }),
);
/** Every company of which the number leaves no rest, at one of its two branches. */
function among(divisor: number): CompanySelection {
  const ids = companies.map(({ id }) => id).filter((id) => id % divisor === 0);
  return { ids, percents: ids.map((id) => percentsOf(id)[(id >> 3) % 2] as number) };
}

test.each([
  ['many', 2],
  ['few', 20],
])('among %s, the first by amount then by name are those of the plain form, for any amount', (_, divisor) => {
  const [fast, plain] = [fastForm, plainForm].map((form) => {
    const book = form.create(currencies, companies);
    for (const { id } of companies) {
      const margin = ((id * 31) % 700) / 10_000;
      const rates = {
        sale: Math.round(MID * (0.99 - margin)),
        purchase: Math.round(MID * (1.01 + margin)),
      };
      book.set('VND', id, someRates(rates, NOW - (id % 7 === 0 ? 30 : 1) * HOUR));
    }
    return book;
  });
  const some = among(divisor);
  for (const offerIsBase of [true, false]) {
    for (const amount of [1, 77, 1_000, 250_000, 3_000_000, 90_000_000]) {
      for (const limit of [50, 5]) {
        const shown = (served?: SideOffers) =>
          served
            ?.among(some)
            .best(limit, (rate) => receivedAmount({ amount, offerIsBase }, rate))
            .map(({ company: { name }, rate, score, isFresh }) => ({ name, rate, score, isFresh }));
        expect(shown(fast?.sideOffers('VND', offerIsBase, SINCE))).toEqual(
          shown(plain?.sideOffers('VND', offerIsBase, SINCE)),
        );
      }
    }
  }
});
