import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareDecimals, type Decimal, decimalOf, parseDecimal } from '../money/decimal.ts';
import { Decimals } from '../money/decimals.ts';
import { exchangeCosts, receivedAmount, startComparison } from './quote.ts';
import { compareNames } from './rank.ts';
import { RankedList } from './ranked-list.ts';

describe('the worked examples of the contract', () => {
  test('500 EUR at 1.1361, sale 1.1050', () => {
    const comparison = startComparison(50000, true, decimalOf(1.1361));
    const received = receivedAmount(comparison, decimalOf(1.105));
    expect(comparison.wished).toBe(56805);
    expect(received).toBe(55250);
    expect(exchangeCosts(comparison, received)).toBe(1369);
  });

  test('300 USD at 1.1361, purchase 1.1700', () => {
    const comparison = startComparison(30000, false, decimalOf(1.1361));
    const received = receivedAmount(comparison, decimalOf(1.17));
    expect(comparison.wished).toBe(26406);
    expect(received).toBe(25641);
    expect(exchangeCosts(comparison, received)).toBe(765);
  });

  test('a bureau that beats the mid rate costs less than nothing', () => {
    const purchase = startComparison(50000, true, decimalOf(2));
    expect(exchangeCosts(purchase, receivedAmount(purchase, decimalOf(2.1)))).toBe(-2500);
    const sale = startComparison(50000, false, decimalOf(2));
    expect(exchangeCosts(sale, receivedAmount(sale, decimalOf(1.6)))).toBe(-6250);
  });

  test('what is received is rounded down, what is worth is rounded half away', () => {
    const comparison = startComparison(1, true, decimalOf(1.999));
    expect(comparison.wished).toBe(2);
    expect(receivedAmount(comparison, decimalOf(1.999))).toBe(1);
    const back = startComparison(3, false, decimalOf(2));
    expect(back.wished).toBe(2);
    expect(receivedAmount(back, decimalOf(2))).toBe(1);
  });
});

const amount = fc.integer({ min: 1, max: 1_000_000_000 });
const rate: fc.Arbitrary<Decimal> = fc
  .integer({ min: 1, max: 99_999_999 })
  .map((n) => parseDecimal(`${n}e-4`) as Decimal);
/** Rates by name rank. Few different ones, so that runs of equal amounts are common; some bureaux have none. */
const bureaux: fc.Arbitrary<(Decimal | null)[]> = fc.array(
  fc.option(
    fc.integer({ min: 11_000, max: 11_400 }).map((n) => parseDecimal(`${n}e-4`)),
    { freq: 8 },
  ),
  { maxLength: 120 },
);

function listOf(rates: readonly (Decimal | null)[], offerIsBase: boolean): RankedList {
  const column = new Decimals(rates.length);
  for (const [nameRank, one] of rates.entries()) column.set(nameRank, one);
  return new RankedList(column, offerIsBase);
}

describe('ranking', () => {
  test('is the order of a plain sort by amount received, then by name, at any limit', () => {
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
              .flatMap((one, nameRank) => (one ? [{ nameRank, received: receivedOf(one) }] : []))
              .sort((a, b) => b.received - a.received || a.nameRank - b.nameRank)
              .slice(0, limit);
          const ranked = listOf(before, offerIsBase);
          expect(ranked.best(limit, receivedOf)).toEqual(plain(before));
          // one fixing after the other: set, changed, taken away, left without one
          const now = [...before];
          for (const [nameRank, one] of after.slice(0, before.length).entries()) {
            ranked.set(nameRank, one);
            now[nameRank] = one;
          }
          expect(ranked.best(limit, receivedOf)).toEqual(plain(now));
          expect(ranked.length).toBe(now.filter((one) => one !== null).length);
          expect(ranked.best(200, (one) => one.units)).toEqual(
            listOf(now, offerIsBase).best(200, (one) => one.units),
          );
        },
      ),
      { numRuns: 500 },
    );
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
        const all = rates.flatMap((one, nameRank) => (one ? [{ nameRank, received: receivedOf(one) }] : []));
        all.sort((a, b) => b.received - a.received || a.nameRank - b.nameRank);
        for (const limit of [1, 50, all.length, all.length + 1]) {
          expect(listOf(rates, true).best(limit, receivedOf)).toEqual(all.slice(0, limit));
        }
      }
    }
  });

  test('one rate alone is kept in the order of names', () => {
    const list = listOf([decimalOf(1.1), decimalOf(1.1), decimalOf(1.1)], true);
    list.set(1, null);
    list.set(1, decimalOf(1.1));
    expect(list.best(2, () => 110).map(({ nameRank }) => nameRank)).toEqual([0, 1]);
    expect(list.best(4, () => 110).map(({ nameRank }) => nameRank)).toEqual([0, 1, 2]);
  });

  test('the best offer stays among the best at any amount', () => {
    fc.assert(
      fc.property(amount, amount, rate, rate, fc.boolean(), (small, large, one, other, offerIsBase) => {
        const [a, b] = [small, large].map((given) => startComparison(given, offerIsBase, decimalOf(1.1361)));
        if (!a || !b) return;
        const [first] = listOf([one, other], offerIsBase).best(1, (r) => receivedAmount(a, r));
        if (!first) return;
        const isHigher = compareDecimals(one, other) > 0;
        const [best, worst] = isHigher === offerIsBase ? [one, other] : [other, one];
        expect(first.received).toBe(receivedAmount(a, best));
        expect(receivedAmount(a, best)).toBeGreaterThanOrEqual(receivedAmount(a, worst));
        expect(receivedAmount(b, best)).toBeGreaterThanOrEqual(receivedAmount(b, worst));
      }),
    );
  });

  test('a larger cost never comes with a larger amount received', () => {
    fc.assert(
      fc.property(amount, rate, rate, rate, fc.boolean(), (given, mid, one, other, offerIsBase) => {
        const comparison = startComparison(given, offerIsBase, mid);
        const [less, more] = [receivedAmount(comparison, one), receivedAmount(comparison, other)].sort(
          (x, y) => x - y,
        );
        if (less === undefined || more === undefined) return;
        expect(exchangeCosts(comparison, less)).toBeGreaterThanOrEqual(exchangeCosts(comparison, more));
      }),
    );
  });

  test('names are ordered as in French', () => {
    expect(['Zéphyr', 'Étoile', 'Eden', 'alpha', 'Écu'].sort(compareNames)).toEqual([
      'alpha',
      'Écu',
      'Eden',
      'Étoile',
      'Zéphyr',
    ]);
    expect(compareNames('a', 'a')).toBe(0);
    // a soft hyphen counts for nothing in French, and still there is one order
    expect(compareNames('ab', 'a\u00adb')).toBe(-1);
    expect(compareNames('a\u00adb', 'ab')).toBe(1);
  });
});
