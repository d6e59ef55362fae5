import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { marginOf } from '../rates/margin.ts';
import { reviewDrafts } from '../rates/review.ts';
import { aRate } from '../testing/rates.ts';
import type { QuoteUnit } from './sheet.ts';
import { describeUnrelated } from './unrelated-rate.ts';

const WON = aRate({ code: 'KRW', rate: 1550, purchase: null, sale: null });

describe('a rate that has nothing to do with the mid rate', () => {
  test.each<[QuoteUnit, number | null, number | null, string | null]>([
    ['per_base', 1596, 1508, null],
    ['per_base', 2 * 1550, null, null],
    ['per_base', 0.000626, 0.000663, 'Écrit en EUR pour 1 KRW.'],
    ['base_per_1', 0.00062657, 0.00066313, 'Écrit en KRW pour 1 EUR.'],
    ['per_base', 159_600, 150_800, 'Cent fois trop grand.'],
    ['per_base', 159_600, 1508, 'Achat\u00a0: cent fois trop grand.'],
    [
      'per_base',
      155,
      9000,
      'Achat\u00a0: dix fois trop petit. Vente\u00a0: sans rapport avec le taux intermédiaire.',
    ],
    ['per_base', 9000, 500, 'Sans rapport avec le taux intermédiaire.'],
    ['per_base', null, 150.8, 'Dix fois trop petit.'],
    ['per_base', 7000, null, 'Sans rapport avec le taux intermédiaire.'],
    ['per_base', 1596, 500, 'Vente\u00a0: sans rapport avec le taux intermédiaire.'],
  ])('%s, %d and %d: %j', (unit, purchase, sale, sentence) => {
    expect(describeUnrelated(WON, { purchase, sale }, unit)).toBe(sentence);
  });

  test('has a cause where no margin is said, and a margin below 200 % where none is', () => {
    const amount = fc.integer({ min: 1, max: 1e9 }).map((units) => units / 1e4);
    const sides = fc.constantFrom('purchase', 'sale');
    const units = fc.constantFrom('per_base', 'base_per_1', 'base_per_100', 'base_per_1000');
    fc.assert(
      fc.property(amount, amount, sides, units, (rate, typed, side, unit) => {
        const row = aRate({ code: 'KRW', rate, purchase: null, sale: null });
        const [line] = reviewDrafts([row], { KRW: { [side]: String(typed) } }).lines;
        const [reviewed] = line?.sides ?? [];
        if (!line || !reviewed) throw new Error('the draft is reviewed');
        const sentence = describeUnrelated(row, line.amounts, unit);
        expect(reviewed.margin === null).toBe(sentence !== null);
        if (sentence !== null) expect(sentence).not.toMatch(/%|marge/);
        else expect(Math.abs(marginOf(side, typed, rate))).toBeLessThanOrEqual(2000);
      }),
    );
  });
});
