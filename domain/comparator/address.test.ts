import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { comparisonQuery, readComparisonQuery } from './address.ts';
import { changeAmount, changeCurrency, startComparator, swapCurrencies } from './comparator.ts';

const CURRENCIES = [
  { code: 'EUR', label: 'euro', rate: 1 },
  { code: 'USD', label: 'dollar des États-Unis', rate: 1.1361 },
  { code: 'JPY', label: 'yen japonais', rate: 184.2 },
  { code: 'IRR', label: 'rial iranien', rate: 1_650_000 },
];

const read = (query: string) => readComparisonQuery(new URLSearchParams(query), CURRENCIES);

describe('the address of a comparison', () => {
  const start = startComparator(CURRENCIES);

  test('contains the typed amount and both currencies', () => {
    const offer = changeAmount(start, 'offer', 500_00, CURRENCIES);
    expect(comparisonQuery(offer)).toBe('offre=500&de=EUR&vers=USD');
    expect(comparisonQuery(changeAmount(start, 'wish', 300_50, CURRENCIES))).toBe(
      'cible=300.5&de=EUR&vers=USD',
    );
    expect(comparisonQuery(swapCurrencies(offer, CURRENCIES))).toBe('offre=500&de=USD&vers=EUR');
  });

  test('round-trips through the comparison', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('USD', 'JPY', 'IRR'),
        fc.boolean(),
        fc.constantFrom('offer', 'wish'),
        fc.integer({ min: 1, max: 1e9 }),
        (code, isSwapped, side, cents) => {
          const chosen = changeCurrency(start, 'wish', code, CURRENCIES);
          const from = isSwapped ? swapCurrencies(chosen, CURRENCIES) : chosen;
          const state = changeAmount(from, side as 'offer' | 'wish', cents, CURRENCIES);
          expect(read(comparisonQuery(state))).toEqual(state);
        },
      ),
    );
  });

  test('accepts numbers as people write them', () => {
    const found = read('?offre=1%20000,50&de=eur&vers=jpy');
    expect(found).toMatchObject({ offer: { currency: 'EUR', amount: 1000_50 }, wish: { currency: 'JPY' } });
  });

  test.each([
    '',
    'offre=500',
    'offre=0&de=EUR&vers=USD',
    'offre=-5&de=EUR&vers=USD',
    'offre=abc&de=EUR&vers=USD',
    'offre=500%20USD&de=EUR&vers=USD',
    'cible=500%20EUR&de=EUR&vers=USD',
    'offre=$5&de=E&vers=USD',
    'offre=$5&de=..%2F&vers=USD',
    'offre=500&de=EUR&vers=XXX',
    'offre=500&de=EUR&vers=EUR',
    'offre=500&de=USD&vers=JPY',
    'cible=999999999999999&de=IRR&vers=EUR',
  ])('%j opens no comparison', (query) => {
    expect(read(query)).toBeNull();
  });
});
