import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareDecimals, type Decimal, decimalOf, parseDecimal } from '../money/decimal.ts';
import { broughtAmount, exchangeCosts, receivedAmount, startComparison } from './quote.ts';
import { compareNames, rankStandings } from './rank.ts';

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

  test('a company that beats the mid rate has a negative cost', () => {
    const purchase = startComparison(50000, true, decimalOf(2));
    expect(exchangeCosts(purchase, receivedAmount(purchase, decimalOf(2.1)))).toBe(-2500);
    const sale = startComparison(50000, false, decimalOf(2));
    expect(exchangeCosts(sale, receivedAmount(sale, decimalOf(1.6)))).toBe(-6250);
  });

  test('the amount received is rounded down, its worth half away from zero', () => {
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

describe('a wished amount', () => {
  test('300 USD at 1.1361, sale 1.1050, needs 271.50 EUR; 300 EUR, purchase 1.17, needs 351 USD', () => {
    expect(broughtAmount(30000, decimalOf(1.105), true)).toBe(27150);
    expect(broughtAmount(30000, decimalOf(1.17), false)).toBe(35100);
  });

  test('is handed over for the amount to bring, and not for a hundredth less', () => {
    fc.assert(
      fc.property(amount, rate, fc.boolean(), (wished, bureau, offerIsBase) => {
        const brought = broughtAmount(wished, bureau, offerIsBase);
        const handedFor = (given: number) =>
          receivedAmount(startComparison(given, offerIsBase, decimalOf(1.1361)), bureau);
        expect(handedFor(brought)).toBeGreaterThanOrEqual(wished);
        expect(handedFor(brought - 1)).toBeLessThan(wished);
      }),
      { numRuns: 2000 },
    );
  });

  test('needs no more at a better rate', () => {
    fc.assert(
      fc.property(amount, rate, rate, fc.boolean(), (wished, one, other, offerIsBase) => {
        const isHigher = compareDecimals(one, other) > 0;
        const [better, worse] = isHigher === offerIsBase ? [one, other] : [other, one];
        expect(broughtAmount(wished, better, offerIsBase)).toBeLessThanOrEqual(
          broughtAmount(wished, worse, offerIsBase),
        );
      }),
    );
  });
});

describe('ranking', () => {
  test('is by freshness, then by score (highest first), then by name', () => {
    const standings = [
      { isFresh: true, score: 5, company: { name: 'Zéphyr' } },
      { isFresh: false, score: 9, company: { name: 'Ancien' } },
      { isFresh: true, score: 7, company: { name: 'Quai' } },
      { isFresh: true, score: 5, company: { name: 'Écu' } },
      { isFresh: true, score: -5, company: { name: 'alpha' } },
    ];
    const ranked = standings.sort(rankStandings).map(({ company }) => company.name);
    expect(ranked).toEqual(['Quai', 'Écu', 'Zéphyr', 'alpha', 'Ancien']);
  });

  test('a better rate never hands over less, at any amount', () => {
    fc.assert(
      fc.property(amount, rate, rate, fc.boolean(), (given, one, other, offerIsBase) => {
        const comparison = startComparison(given, offerIsBase, decimalOf(1.1361));
        const isHigher = compareDecimals(one, other) > 0;
        const [better, worse] = isHigher === offerIsBase ? [one, other] : [other, one];
        expect(receivedAmount(comparison, better)).toBeGreaterThanOrEqual(receivedAmount(comparison, worse));
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

  test('names are sorted in French order', () => {
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
