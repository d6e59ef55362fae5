import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Decimal, decimalOf, parseDecimal } from '../money/decimal.ts';
import { FirstNames } from './first-names.ts';
import { exchangeCosts, receivedAmount, startComparison } from './quote.ts';
import { compareNames, compareRates, type Ranked } from './rank.ts';
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
/** Few different rates and names, so that runs of equal amounts are common. */
const bureaux: fc.Arbitrary<Ranked[]> = fc
  .array(fc.integer({ min: 11_000, max: 11_400 }), { maxLength: 120 })
  .chain((rates) =>
    fc
      .shuffledSubarray([...rates.keys()], { minLength: rates.length })
      .map((order) =>
        rates.map((n, i) => ({ rate: parseDecimal(`${n}e-4`) as Decimal, nameRank: order[i] as number })),
      ),
  );

describe('ranking', () => {
  test('is the order of a plain sort by amount received, then by name, at any limit', () => {
    fc.assert(
      fc.property(
        bureaux,
        fc.oneof(amount, fc.integer({ min: 1, max: 300 })),
        fc.boolean(),
        fc.integer({ min: 1, max: 60 }),
        (list, given, offerIsBase, limit) => {
          const comparison = startComparison(given, offerIsBase, decimalOf(1.1361));
          const receivedOf = (entry: Ranked) => receivedAmount(comparison, entry.rate);
          const plain = list
            .map((entry) => ({ entry, received: receivedOf(entry) }))
            .sort((a, b) => b.received - a.received || a.entry.nameRank - b.entry.nameRank)
            .slice(0, limit);
          const ranked = new RankedList<Ranked>([], offerIsBase);
          for (const entry of list) ranked.insert(entry);
          expect(ranked.best(limit, receivedOf)).toEqual(plain);
          // asked again after a change, and built at once
          const [gone, ...rest] = list;
          if (!gone) return;
          ranked.remove(gone);
          expect(ranked.best(limit, receivedOf)).toEqual(
            new RankedList(rest, offerIsBase).best(limit, receivedOf),
          );
          expect(ranked.length).toBe(rest.length);
          expect(() => ranked.remove(gone)).toThrow();
        },
      ),
      { numRuns: 500 },
    );
  });

  test('a long run of equal amounts is put in the order of names, whatever its rates', () => {
    for (const size of [64, 65, 66, 200]) {
      // the rates fall as the names rise or the other way, and every third is shared
      for (const step of [1, -1]) {
        const list = Array.from({ length: size }, (_, i) => ({
          rate: parseDecimal(`${11_000 + step * Math.floor(i / 3)}e-4`) as Decimal,
          nameRank: (i * 7) % size === i ? i : (i * 37) % 1009,
        })).filter((entry, i, all) => all.findIndex(({ nameRank }) => nameRank === entry.nameRank) === i);
        const comparison = startComparison(1, true, decimalOf(1.1361));
        const ranked = new RankedList<Ranked>(list, true);
        const best = ranked.best(50, ({ rate: of }) => receivedAmount(comparison, of));
        const names = list.map(({ nameRank }) => nameRank).sort((a, b) => a - b);
        expect(best.map(({ entry }) => entry.nameRank)).toEqual(names.slice(0, 50));
        expect(ranked.entries).toHaveLength(list.length);
        expect(ranked.entries.toSorted((a, b) => compareRates(a, b, true))).toEqual(ranked.entries);
      }
    }
  });

  test('one rate alone is kept in the order of names, without a search', () => {
    const list = [2, 0, 1].map((nameRank) => ({ rate: decimalOf(1.1), nameRank }));
    const ranked = new RankedList<Ranked>(list, true);
    expect(ranked.best(2, () => 110).map(({ entry }) => entry.nameRank)).toEqual([0, 1]);
    expect(() => ranked.remove({ rate: decimalOf(1.1), nameRank: 1 })).toThrow(
      'the entry is not in the list',
    );
  });

  test('the best offer stays among the best at any amount', () => {
    fc.assert(
      fc.property(amount, amount, rate, rate, fc.boolean(), (small, large, one, other, offerIsBase) => {
        const [a, b] = [small, large].map((given) => startComparison(given, offerIsBase, decimalOf(1.1361)));
        if (!a || !b) return;
        const better =
          compareRates({ rate: one, nameRank: 0 }, { rate: other, nameRank: 0 }, offerIsBase) <= 0;
        const [best, worst] = better ? [one, other] : [other, one];
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

  test('the first names of any stretch are those of a plain sort', () => {
    const shuffled = fc
      .integer({ min: 1, max: 300 })
      .chain((length) => fc.shuffledSubarray([...Array(length).keys()], { minLength: length }));
    fc.assert(
      fc.property(
        shuffled,
        fc.nat(300),
        fc.nat(300),
        fc.integer({ min: 1, max: 60 }),
        (ranks, a, b, count) => {
          const [start = 0, end = 0] = [a, b].map((n) => n % (ranks.length + 1)).sort((x, y) => x - y);
          const plain = [...ranks.keys()]
            .slice(start, end)
            .sort((x, y) => (ranks[x] ?? 0) - (ranks[y] ?? 0))
            .slice(0, count);
          expect(new FirstNames(ranks).find(start, end, count)).toEqual(plain);
        },
      ),
    );
  });
});
