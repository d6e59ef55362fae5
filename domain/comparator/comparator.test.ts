import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Currency } from '../currencies/currency.ts';
import {
  type Comparator,
  canCompare,
  changeAmount,
  changeCurrency,
  isPurchase,
  limitPassed,
  pairRate,
  type Side,
  startComparator,
  swapCurrencies,
} from './comparator.ts';

const currencies: Currency[] = [
  { code: 'EUR', label: 'euro', rate: 1 },
  { code: 'USD', label: 'dollar des États-Unis', rate: 1.1361 },
  { code: 'GBP', label: 'livre sterling', rate: 0.8582 },
  { code: 'JPY', label: 'yen japonais', rate: 178.9055 },
];
const start = startComparator(currencies);

function pair(state: Comparator): string {
  return `${state.offer.currency}/${state.wish.currency}`;
}

describe('the pivot (spec 4)', () => {
  test('starts with the base, the default counterpart and the amount 0', () => {
    expect(startComparator(currencies)).toEqual({
      offer: { currency: 'EUR', amount: 0 },
      wish: { currency: 'USD', amount: 0 },
      typed: 'offer',
    });
    expect(isPurchase(start, currencies)).toBe(true);
    expect(canCompare(start)).toBe(false);
  });

  test.each<[from: string, side: Side, code: string, to: string]>([
    ['EUR/USD', 'wish', 'GBP', 'EUR/GBP'],
    ['EUR/USD', 'offer', 'GBP', 'GBP/EUR'],
    ['EUR/USD', 'offer', 'USD', 'USD/EUR'],
    ['EUR/USD', 'wish', 'EUR', 'USD/EUR'],
    ['EUR/GBP', 'wish', 'EUR', 'USD/EUR'],
    ['EUR/GBP', 'offer', 'EUR', 'EUR/GBP'],
    ['EUR/GBP', 'wish', 'GBP', 'EUR/GBP'],
    ['GBP/EUR', 'offer', 'EUR', 'EUR/USD'],
    ['GBP/EUR', 'offer', 'JPY', 'JPY/EUR'],
    ['GBP/EUR', 'wish', 'JPY', 'EUR/JPY'],
    ['GBP/EUR', 'wish', 'EUR', 'GBP/EUR'],
    ['EUR/USD', 'wish', 'ZZZ', 'EUR/USD'],
  ])('from %s, the %s set to %s gives %s', (from, side, code, to) => {
    const [offer, wish] = from.split('/') as [string, string];
    const state: Comparator = {
      offer: { currency: offer, amount: 0 },
      wish: { currency: wish, amount: 0 },
      typed: 'offer',
    };
    expect(pair(changeCurrency(state, side, code, currencies))).toBe(to);
  });

  test('exactly one side is the base after any sequence of changes', () => {
    const side = fc.constantFrom<Side>('offer', 'wish');
    const code = fc.constantFrom('EUR', 'USD', 'GBP', 'JPY', 'ZZZ');
    const step = fc.oneof(
      fc.record({ kind: fc.constant('currency' as const), side, code }),
      fc.record({
        kind: fc.constant('amount' as const),
        side,
        amount: fc.option(fc.integer({ min: 0, max: 1e9 })),
      }),
      fc.record({ kind: fc.constant('swap' as const) }),
    );
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        let state = start;
        for (const s of steps) {
          if (s.kind === 'currency') state = changeCurrency(state, s.side, s.code, currencies);
          else if (s.kind === 'amount') state = changeAmount(state, s.side, s.amount, currencies);
          else state = swapCurrencies(state, currencies);
          expect((state.offer.currency === 'EUR') !== (state.wish.currency === 'EUR')).toBe(true);
          expect(isPurchase(state, currencies)).toBe(state.offer.currency === 'EUR');
        }
      }),
    );
  });
});

describe('the limit (contract 3)', () => {
  const of = (side: Side, code: string, amount: number) =>
    limitPassed(
      changeAmount(changeCurrency(start, side, code, currencies), side, amount, currencies),
      currencies,
    );

  test.each<[side: Side, code: string, most: number]>([
    ['offer', 'EUR', 1_000_000_000],
    ['wish', 'EUR', 1_000_000_000],
    ['offer', 'JPY', 178_905_500_000],
    ['wish', 'JPY', 178_905_500_000],
    ['wish', 'GBP', 858_200_000],
  ])('%s in %s: %s hundredths, whichever side was typed', (side, code, most) => {
    expect(of(side, code, most)).toBeNull();
    expect(of(side, code, most + 1)).toBe(most);
  });

  test('an empty amount does not exceed the limit', () => {
    expect(limitPassed(changeAmount(start, 'offer', null, currencies), currencies)).toBeNull();
  });
});

describe('amounts', () => {
  test('the wished amount follows the offered one', () => {
    const state = changeAmount(start, 'offer', 50000, currencies);
    expect(state.wish.amount).toBe(56805);
    expect(canCompare(state)).toBe(true);
    expect(changeCurrency(state, 'wish', 'GBP', currencies).wish.amount).toBe(42910);
  });

  test('a wished amount determines the offered amount', () => {
    const state = changeAmount(start, 'wish', 30000, currencies);
    expect(state.offer.amount).toBe(26406);
    const sale = changeAmount(changeCurrency(start, 'offer', 'USD', currencies), 'wish', 26406, currencies);
    expect(sale.offer.amount).toBe(30000);
  });

  test('swapping leaves the typed amount on its side', () => {
    const state = swapCurrencies(changeAmount(start, 'offer', 30000, currencies), currencies);
    expect(state).toEqual({
      offer: { currency: 'USD', amount: 30000 },
      wish: { currency: 'EUR', amount: 26406 },
      typed: 'offer',
    });
  });

  test('an empty amount or an amount worth nothing is not compared', () => {
    expect(changeAmount(start, 'offer', null, currencies).wish.amount).toBeNull();
    expect(canCompare(changeAmount(start, 'offer', null, currencies))).toBe(false);
    const yen = changeCurrency(start, 'offer', 'JPY', currencies);
    expect(canCompare(changeAmount(yen, 'offer', 50, currencies))).toBe(false);
    // wished, but nothing that can be offered for it
    expect(canCompare(changeAmount(start, 'wish', 0, currencies))).toBe(false);
    const cheap = changeCurrency(start, 'wish', 'JPY', currencies);
    expect(canCompare(changeAmount(cheap, 'wish', 50, currencies))).toBe(false);
  });

  test('halves of a hundredth are rounded away from zero, both ways', () => {
    const two = [...currencies, { code: 'ZWO', label: 'deux', rate: 2 }];
    const sale = changeCurrency(startComparator(two), 'offer', 'ZWO', two);
    expect(changeAmount(sale, 'offer', 1, two).wish.amount).toBe(1);
  });

  test('a list without a base and a counterpart throws', () => {
    const message = 'the list holds a base and a default counterpart';
    expect(() => startComparator([])).toThrow(new RangeError(message));
    expect(() => startComparator(currencies.slice(0, 1))).toThrow(new RangeError(message));
    const unknown = { ...start, wish: { currency: 'ZZZ', amount: 0 } };
    expect(() => pairRate(unknown, currencies)).toThrow(new RangeError('no currency ZZZ'));
  });

  test('the rate of the pair is the rate of the currency that is not the base', () => {
    expect(pairRate(start, currencies)).toEqual({ units: 11361, scale: 4 });
    expect(pairRate(changeCurrency(start, 'offer', 'GBP', currencies), currencies)).toEqual({
      units: 8582,
      scale: 4,
    });
  });
});
