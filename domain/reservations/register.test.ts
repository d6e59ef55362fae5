import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type RegisterLine, sumRegister } from './register.ts';

const line: RegisterLine = {
  kind: 'handed_over',
  number: 1,
  at: '2026-11-21T10:00:00.000Z',
  time_zone: 'Europe/Paris',
  company: 'Quais',
  branch: 'Bellecour',
  reservation: { id: '0'.repeat(32), number: '2026-1' },
  payment: 'cash',
  got: { currency: 'EUR', amount: 181 },
  given: { currency: 'USD', amount: 200 },
};

test('totals are by place and currency; a company without branches is its own place', () => {
  const back = { got: line.given, given: { currency: 'EUR', amount: 170.1 } };
  expect(sumRegister([line, { ...line, branch: '' }, { ...line, ...back }])).toEqual([
    { place: 'Bellecour', currency: 'EUR', got: 181, given: 170.1 },
    { place: 'Bellecour', currency: 'USD', got: 200, given: 200 },
    { place: 'Quais', currency: 'EUR', got: 181, given: 0 },
    { place: 'Quais', currency: 'USD', got: 0, given: 200 },
  ]);
});

test('totals are in the order of places, then of currencies, whatever the order of the lines', () => {
  const lines = ['Évry', 'Ecully', 'Zola'].flatMap((branch) =>
    ['CHF', 'AED', 'USD'].map((currency) => ({ ...line, branch, got: { currency, amount: 1 } })),
  );
  const order = (some: readonly RegisterLine[]) =>
    sumRegister(some).map(({ place, currency }) => `${place} ${currency}`);
  const sorted = order(lines);
  expect(sorted.slice(0, 4)).toEqual(['Ecully AED', 'Ecully CHF', 'Ecully USD', 'Évry AED']);
  expect(order(lines.toReversed())).toEqual(sorted);
});

test('sums are exact to the cent, and a struck bordereau takes its own away again', () => {
  const cents = fc.integer({ min: 1, max: 10_000_000 });
  fc.assert(
    fc.property(fc.array(fc.tuple(cents, cents), { minLength: 1, maxLength: 50 }), (exchanges) => {
      const lines = exchanges.map(([got, given]) => ({
        ...line,
        got: { currency: 'EUR', amount: got / 100 },
        given: { currency: 'USD', amount: given / 100 },
      }));
      const sum = (side: 0 | 1) => exchanges.reduce((all, exchange) => all + exchange[side], 0) / 100;
      expect(sumRegister(lines)).toMatchObject([
        { currency: 'EUR', got: sum(0), given: 0 },
        { currency: 'USD', got: 0, given: sum(1) },
      ]);
      const struck = lines.map(({ got, given, ...rest }) => ({
        ...rest,
        got: { ...got, amount: -got.amount },
        given: { ...given, amount: -given.amount },
      }));
      for (const total of sumRegister([...lines, ...struck]))
        expect([total.got, total.given]).toEqual([0, 0]);
    }),
  );
});
