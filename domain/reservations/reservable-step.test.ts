import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimalOf } from '../money/decimal.ts';
import { reservableStep, stepDown } from './reservable-step.ts';
import { MOST_OPEN } from './reservation.ts';

test.each([
  [0, 0],
  [99, 0],
  [1_00, 1_00],
  [4_99, 2_00],
  [5_00, 5_00],
  [9_99_99, 5_00_00],
  [999_999_99, 500_000_00],
  [1_000_000_000_00, 1_000_000_000_00],
])('the step below %d is %d', (amount, step) => {
  expect(stepDown(amount)).toBe(step);
});

const USD = { share: 50, side: 'sale', rate: decimalOf(1.1285) } as const;

test.each([
  ['a full day', { ready: 5_000_00, promised: 0, own: 0 }, 2_000_00],
  ['a day of which others hold much', { ready: 5_000_00, promised: 4_100_00, own: 0 }, 500_00],
  ['a step worth under € 100', { ready: 5_000_00, promised: 4_850_00, own: 0 }, 0],
  ['a person who holds a part', { ready: 5_000_00, promised: 600_00, own: 600_00 }, 1_000_00],
  ['a person who holds the share', { ready: 5_000_00, promised: 2_000_00, own: 2_000_00 }, 0],
  ['an overdrawn day', { ready: 100_00, promised: 300_00, own: 0 }, 0],
])('%s', (_, state, step) => {
  expect(reservableStep(state, USD)).toBe(step);
});

test('yen are counted in yen, and euros in euros', () => {
  const state = { ready: 400_000_00, promised: 0, own: 0 };
  expect(reservableStep(state, { share: 50, side: 'sale', rate: decimalOf(165) })).toBe(200_000_00);
  expect(
    reservableStep({ ready: 150_00, promised: 0, own: 0 }, { ...USD, side: 'purchase', share: 100 }),
  ).toBe(100_00);
});

const cents = fc.integer({ min: 0, max: 10_000_000 }).map((units) => units * 100);
const terms = fc.record({
  share: fc.integer({ min: 1, max: 100 }),
  side: fc.constantFrom<('sale' | 'purchase')[]>('sale', 'purchase'),
  rate: fc.integer({ min: 1, max: 2_000_000 }).map((units) => decimalOf(units / 1_000)),
});

test('a step is never more than what is left, nor than the person’s share', () => {
  fc.assert(
    fc.property(cents, cents, cents, terms, (ready, others, own, of) => {
      const step = reservableStep({ ready, promised: others + own, own }, of);
      expect(step).toBeLessThanOrEqual(Math.max(0, ready - others - own));
      expect(step + own).toBeLessThanOrEqual(Math.max(own, Math.floor((ready * of.share) / 100)));
    }),
  );
});

test('own reservations say nothing of the stock that the first step has not said', () => {
  fc.assert(
    fc.property(cents, cents, fc.array(cents, { maxLength: 20 }), terms, (ready, others, tries, of) => {
      // two stocks that answer alike at first answer alike whatever one reserves
      const first = stepDown(Math.min(ready - others, Math.floor((ready * of.share) / 100)));
      for (const own of tries) {
        const expected = reservableStep({ ready: first, promised: own, own }, { ...of, share: 100 });
        expect(reservableStep({ ready, promised: others + own, own }, of)).toBe(expected);
      }
    }),
  );
});

type Move =
  | { kind: 'read' | 'return' }
  | { kind: 'reserve'; part: number }
  | { kind: 'cancel'; which: number };
const moves = fc.array(
  fc.oneof<fc.Arbitrary<Move>[]>(
    fc.constant({ kind: 'read' }),
    // the account is erased, which cancels what it holds, and another one of the mailbox is opened
    fc.constant({ kind: 'return' }),
    fc.record({ kind: fc.constant('reserve'), part: fc.double({ min: 0, max: 1, noNaN: true }) }),
    fc.record({ kind: fc.constant('cancel'), which: fc.nat(MOST_OPEN - 1) }),
  ),
  { minLength: 200, maxLength: 200, size: 'max' },
);

/** Nothing, and stocks on both sides of every step, fully left or partly promised to others. */
function possibleStocks(share: number): Stock[] {
  const steps = Array.from({ length: 8 }, (_, power) => [1, 2, 5].map((digit) => digit * 10 ** (power + 2)));
  const lefts = [0, ...steps.flat().flatMap((step) => [step, step - 1])];
  return lefts.flatMap((left) => {
    const ready = Math.ceil((left * 100) / share);
    return [
      { ready: left, others: 0 },
      { ready, others: ready - left },
    ];
  });
}
type Stock = { ready: number; others: number };

test('one mailbox that reads, reserves, cancels and comes back 200 times bounds what is left to a factor of two at best', () => {
  const hidden = fc.record({ ready: cents, held: fc.integer({ min: 0, max: 100 }) });
  fc.assert(
    fc.property(hidden, terms, moves, ({ ready, held }, of, played) => {
      const truth: Stock = { ready, others: Math.floor((ready * held) / 100) };
      let possible = [truth, ...possibleStocks(of.share)];
      const open: number[] = [];
      const own = () => open.reduce((sum, amount) => sum + amount, 0);
      const stepOf = (stock: Stock) =>
        reservableStep({ ready: stock.ready, promised: stock.others + own(), own: own() }, of);
      const bounds = () => {
        const lefts = possible.map((stock) => stock.ready - stock.others);
        return { lower: Math.min(...lefts), upper: Math.max(...lefts) + 1 };
      };
      for (const move of [{ kind: 'read' } as const, ...played]) {
        if (move.kind === 'cancel') open.splice(move.which, 1);
        if (move.kind === 'return') open.length = 0;
        if (move.kind !== 'reserve') {
          const shown = stepOf(truth);
          possible = possible.filter((stock) => stepOf(stock) === shown);
          continue;
        }
        // the bound of open reservations of one person
        if (open.length >= MOST_OPEN) open.pop();
        const { lower, upper } = bounds();
        const amount = Math.floor(lower + move.part * (upper - lower) - own());
        if (amount <= 0) continue;
        const isTaken = amount <= stepOf(truth);
        possible = possible.filter((stock) => amount <= stepOf(stock) === isTaken);
        if (isTaken) open.push(amount);
      }
      const { lower, upper } = bounds();
      expect(upper).toBeGreaterThanOrEqual(2 * lower);
    }),
    {
      numRuns: 200,
      // less than a unit is left, which the bounds below the first step are of
      examples: [[{ ready: 200, held: 51 }, { share: 51, side: 'sale', rate: decimalOf(0.001) }, []]],
    },
  );
});
