import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Decimal, decimalOf, parseDecimal } from '#domain/money/decimal.ts';
import { receivedAmount, startComparison } from '#domain/offers/quote.ts';
import { aBookCompany } from '../../testing/book.ts';
import type { BookOffer } from '../rate-book.ts';
import { Decimals } from './decimals.ts';
import type { CachedOffer } from './front.ts';
import { RankedList } from './ranked-list.ts';

const amount = fc.integer({ min: 1, max: 1_000_000_000 });
/** Rates by name rank. Few different ones, so that runs of equal amounts are common; some bureaux have none. */
const bureaux: fc.Arbitrary<(Decimal | null)[]> = fc.array(
  fc.option(
    fc.integer({ min: 11_000, max: 11_400 }).map((n) => parseDecimal(`${n}e-4`)),
    { freq: 8 },
  ),
  { maxLength: 120, size: 'max' },
);

const made = (nameRank: number, score: number) => ({ nameRank, score });
const company = aBookCompany();
const kept = (nameRank: number, rate: Decimal): CachedOffer => {
  return { nameRank, rate, company, updatedAt: nameRank, isFresh: true, start: null, end: null };
};
/** By the place of the name, which is also when it was fixed. */
const ofFront = (standings: readonly BookOffer[] | null) =>
  standings?.map(({ updatedAt, rate, score }) => ({ nameRank: updatedAt, score, rate }));

function listOf(rates: readonly (Decimal | null)[], offerIsBase: boolean) {
  const column = new Decimals(rates.length);
  for (const [nameRank, one] of rates.entries()) column.set(nameRank, one);
  const list = new RankedList(column, offerIsBase, (nameRank) => column.has(nameRank));
  const rateOf = (nameRank: number) => column.get(nameRank);
  const set = (nameRank: number, rate: Decimal | null) => {
    if (column.has(nameRank)) list.remove(nameRank);
    column.set(nameRank, rate);
    if (rate) list.add(nameRank);
  };
  return Object.assign(list, { set, rateOf });
}

test('is the order of a plain sort by score, then by name, at any limit, and so are the first ones where they tell', () => {
  const told = { yes: 0, no: 0 };
  fc.assert(
    fc.property(
      bureaux,
      bureaux,
      fc.oneof(amount, fc.integer({ min: 1, max: 300 })),
      fc.boolean(),
      fc.integer({ min: 1, max: 60 }),
      (before, after, given, offerIsBase, limit) => {
        const comparison = startComparison(given, offerIsBase, decimalOf(1.1361));
        const receivedOf = (one: Decimal) => receivedAmount(comparison, one);
        const plain = (rates: readonly (Decimal | null)[]) =>
          rates
            .flatMap((one, nameRank) => (one ? [{ nameRank, score: receivedOf(one) }] : []))
            .sort((a, b) => b.score - a.score || a.nameRank - b.nameRank)
            .slice(0, limit);
        const ranked = listOf(before, offerIsBase);
        const held = (expected: { nameRank: number; score: number }[]) => {
          expect(ranked.best(limit, receivedOf, made)).toEqual(expected);
          const first = ofFront(ranked.front(kept).best(limit, receivedOf));
          told[first ? 'yes' : 'no'] += 1;
          if (first)
            expect(first).toEqual(expected.map((one) => ({ ...one, rate: ranked.rateOf(one.nameRank) })));
        };
        held(plain(before));
        // one fixing after the other: set, changed, taken away, left without one
        const now = [...before];
        for (const [nameRank, one] of after.slice(0, before.length).entries()) {
          ranked.set(nameRank, one);
          now[nameRank] = one;
          if (nameRank % 16 === 0) held(plain(now));
        }
        held(plain(now));
        expect(ranked.length).toBe(now.filter((one) => one !== null).length);
        expect(ranked.best(200, (one) => one.units, made)).toEqual(
          listOf(now, offerIsBase).best(200, (one) => one.units, made),
        );
      },
    ),
    { numRuns: 300 },
  );
  expect(Object.values(told)).not.toContain(0);
});

test('a long run of equal amounts is put in the order of names, whatever its rates', () => {
  for (const size of [255, 256, 257, 258, 600]) {
    // the rates fall as the names rise or the other way, every third is shared, and every fifth bureau has none
    for (const step of [1, -1]) {
      const rates = Array.from({ length: size * 2 }, (_, i) =>
        i % 5 === 0 ? null : parseDecimal(`${11_000 + step * Math.floor((i * 7) / 3)}e-6`),
      );
      const comparison = startComparison(100, true, decimalOf(1.1361));
      const receivedOf = (one: Decimal) => receivedAmount(comparison, one);
      const all = rates.flatMap((one, nameRank) => (one ? [{ nameRank, score: receivedOf(one) }] : []));
      all.sort((a, b) => b.score - a.score || a.nameRank - b.nameRank);
      for (const limit of [1, 50, all.length, all.length + 1]) {
        expect(listOf(rates, true).best(limit, receivedOf, made)).toEqual(all.slice(0, limit));
      }
    }
  }
});

test('one rate alone is kept in the order of names', () => {
  const list = listOf([decimalOf(1.1), decimalOf(1.1), decimalOf(1.1)], true);
  list.set(1, null);
  list.set(1, decimalOf(1.1));
  expect(list.best(2, () => 110, made).map(({ nameRank }) => nameRank)).toEqual([0, 1]);
  expect(list.best(4, () => 110, made).map(({ nameRank }) => nameRank)).toEqual([0, 1, 2]);
});
