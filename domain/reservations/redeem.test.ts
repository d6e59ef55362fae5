import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { issuedNotes } from '../currencies/issued-notes.ts';
import { isMakeable } from '../currencies/make-amount.ts';
import notes from '../currencies/notes.json' with { type: 'json' };
import { centsOf } from '../money/cents.ts';
import { decimalOf, powerOfTen } from '../money/decimal.ts';
import { returnedBase } from './buy-back.ts';
import type { Promised } from './promise.ts';
import {
  findWrongRedemption,
  formatRedeemedNetRate,
  redeemableOf,
  redemptionRequiresIdentity,
} from './redeem.ts';
import type { Redeemable } from './redemption.ts';

const PROMISED: Promised = {
  hold_hours: 48,
  takes_better_rate: false,
  buy_back: { share: 50, days: 14, percent_off: 1.5 },
  smallest_note: 1,
};
const HANDED_OVER = {
  side: 'sale',
  currency: 'USD',
  amount: 300_00,
  at: '2026-11-21T10:05:00.000Z',
  timeZone: 'Europe/Paris',
  redeemed: 0,
} as const;
const EXCHANGE = { base: 'EUR', currency: 'USD', rate: 1.1285 };
const SOON = { now: Date.parse('2026-11-25T10:00:00.000Z'), timeZone: 'Europe/Paris' };

function redeemable(change: Partial<Redeemable> = {}): Redeemable {
  const found = redeemableOf(PROMISED, HANDED_OVER);
  if (!found) throw new Error('nothing was promised');
  return { ...found, ...change };
}
const wrong = (amount: number, change: Partial<Redeemable> = {}, moment = SOON) => {
  const found = findWrongRedemption(redeemable(change), EXCHANGE, amount, moment);
  return found && `${found.code}: ${found.message.replaceAll('\u00a0', ' ')}`;
};

describe('what may be brought back', () => {
  test('is the promised share, until the last day in the branch’s calendar, less what came back', () => {
    const { notes: _, ...found } = redeemable();
    expect(found).toEqual({ most: 150, left: 150, last_day: '2026-12-05', percent_off: 1.5 });
    expect(redeemableOf(PROMISED, { ...HANDED_OVER, redeemed: 40_00 })).toMatchObject({
      most: 150,
      left: 110,
    });
    const late = { ...HANDED_OVER, at: '2026-11-21T22:59:00.000Z' };
    expect(redeemableOf(PROMISED, { ...late, timeZone: 'Pacific/Auckland' })?.last_day).toBe('2026-12-06');
  });

  test.each([
    ['an older reservation', null, HANDED_OVER],
    ['terms without buy-back', { ...PROMISED, buy_back: null }, HANDED_OVER],
    ['notes that the traveller sold', PROMISED, { ...HANDED_OVER, side: 'purchase' }],
    ['nothing handed over yet', PROMISED, { ...HANDED_OVER, at: null }],
    ['a share of less than a note', { ...PROMISED, smallest_note: 500 }, HANDED_OVER],
  ] as const)('is nothing for %s', (_, promised, handedOver) => {
    expect(redeemableOf(promised, handedOver)).toBeNull();
  });

  test('counts the note of the promise among those that exist', () => {
    const found = redeemableOf({ ...PROMISED, smallest_note: 3 }, HANDED_OVER)?.notes;
    expect(found).toEqual([...issuedNotes('USD'), 3].toSorted((a, b) => a - b));
    expect(redeemable().notes).toEqual([...issuedNotes('USD')]);
  });
});

test.each([
  [100_00, undefined],
  [150_00, undefined],
  [150_01, 'above_left: Pour cette commande, le bureau reprend encore $ 150 au plus.'],
  [33_50, 'no_such_notes: Aucun billet ne fait exactement $ 33,50 : essayez $ 33 ou $ 34.'],
])('an amount of %i hundredths', (amount, refusal) => {
  expect(wrong(amount)).toBe(refusal);
});

test('an amount between notes is refused with its neighbours, unless they are above what is left', () => {
  expect(wrong(3_00, { notes: [5, 10] })).toBe(
    'no_such_notes: Aucun billet ne fait exactement $ 3 : essayez $ 5.',
  );
  expect(wrong(3_00, { notes: [5, 10], left: 4 })).toBe(
    'no_such_notes: Aucun billet ne fait exactement $ 3.',
  );
  expect(wrong(33_33, { notes: [] })).toBeUndefined();
});

test('the last day counts until its end where the branch is', () => {
  const at = (iso: string) => wrong(100_00, {}, { ...SOON, now: Date.parse(iso) });
  expect(at('2026-12-05T22:59:59.999Z')).toBeUndefined();
  expect(at('2026-12-05T23:00:00.000Z')).toBe(
    'buy_back_over: La garantie de reprise de ces billets est terminée. Elle valait jusqu’au samedi 5 décembre 2026 compris.',
  );
});

test('once all came back, or where nothing would be paid, nothing is taken', () => {
  expect(wrong(1_00, { left: 0 })).toMatch(/^nothing_left/);
  expect(
    findWrongRedemption(redeemable({ notes: [] }), { ...EXCHANGE, rate: 30_000 }, 1_00, SOON)?.code,
  ).toBe('nothing_paid');
});

test('a hundred dollars bring what was promised, at a net rate that says so', () => {
  expect(returnedBase(redeemable(), 100_00, decimalOf(1.1285))).toBe(87_28);
  expect(formatRedeemedNetRate(EXCHANGE, 1.5).replaceAll('\u00a0', ' ')).toBe('1 EUR = 1,145685 USD');
  expect(formatRedeemedNetRate(EXCHANGE, 0).replaceAll('\u00a0', ' ')).toBe('1 EUR = 1,1285 USD');
});

test('several redemptions never exceed the share, and together lose less than a cent each to one of the sum', () => {
  const rates = fc.integer({ min: 1, max: 9_999_999 }).map((units) => units / 10_000);
  const percents = fc.integer({ min: 0, max: 5_000 }).map((units) => units / 100);
  const asked = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(
      rates,
      percents,
      asked,
      fc.integer({ min: 1, max: 100 }),
      (rate, percent_off, amounts, share) => {
        const promised = { ...PROMISED, buy_back: { share, days: 14, percent_off } };
        let [redeemed, paid, times] = [0, 0, 0];
        for (const units of amounts) {
          const left = redeemableOf(promised, { ...HANDED_OVER, redeemed });
          if (!left || findWrongRedemption(left, { ...EXCHANGE, rate }, units * 100, SOON)) continue;
          redeemed += units * 100;
          paid += returnedBase(left, units * 100, decimalOf(rate));
          times += 1;
        }
        expect(redeemed).toBeLessThanOrEqual((HANDED_OVER.amount * share) / 100);
        if (times === 0) return;
        const whole = returnedBase(redeemable({ percent_off }), redeemed, decimalOf(rate));
        expect(paid).toBeLessThanOrEqual(whole);
        expect(paid).toBeGreaterThan(whole - times);
        // the formula in whole numbers, without the product's own arithmetic
        const exact = decimalOf(rate);
        const off = BigInt(10_000 - Math.round(percent_off * 100));
        const hundredths =
          (BigInt(redeemed) * BigInt(powerOfTen(exact.scale)) * off) / (BigInt(exact.units) * 10_000n);
        expect(whole).toBe(Number(hundredths));
      },
    ),
    { numRuns: 300 },
  );
});

test('every issued note can be brought back', () => {
  for (const [currency, values] of Object.entries(notes)) {
    for (const value of values)
      expect(isMakeable(value, issuedNotes(currency), 1), `${currency} ${value}`).toBe(true);
  }
});

test('a document is asked for where the payment and the linked exchanges pass the threshold', () => {
  const exchange = (amount: number, at: string) => ({ number: '2026-1', at, amount });
  const near = exchange(950, '2026-11-21T10:05:00.000Z');
  const far = exchange(950, '2026-10-21T10:05:00.000Z');
  expect(redemptionRequiresIdentity(centsOf(50) ?? 0, [near, far], SOON)).toBe(false);
  expect(redemptionRequiresIdentity(centsOf(50.01) ?? 0, [near, far], SOON)).toBe(true);
  expect(redemptionRequiresIdentity(centsOf(50.01) ?? 0, [far], SOON)).toBe(false);
});
