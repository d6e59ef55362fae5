import { expect, test } from 'vitest';
import { someTerms } from '../testing/reservations.ts';
import {
  choiceOf,
  findWrongAmount,
  findWrongTerm,
  formatLimits,
  isAcceptedAtOnce,
  limitsOf,
  modeOf,
  needsOf,
} from './terms.ts';

const counter = { is_offered: true, delay_minutes: 60, minimum: 50, fee: 0 };
const hidden = { ...counter, is_offered: false };
const TERMS = someTerms({
  modes: { counter, airport: hidden, hotel: hidden },
  minimum: 20,
  maximum: 1_000,
  hold_hours: 2,
  notes: ['choice'],
  denominations: [{ currency: 'USD', values: [50, 5, 100] }],
});

test.each<[Parameters<typeof someTerms>[0], string | undefined]>([
  [{}, undefined],
  [{ minimum: 20.005 }, 'invalid_amount'],
  [{ maximum: 1_000.001 }, 'invalid_amount'],
  [{ accepts_up_to: 10.005 }, 'invalid_amount'],
  [{ modes: { hotel: { fee: 1.005 } } }, 'invalid_amount'],
  [{ modes: { hotel: { minimum: 1.005 } } }, 'invalid_amount'],
  [{ minimum: 1_000, modes: { counter: { minimum: 1_000 } } }, undefined],
  [{ minimum: 1_000.01 }, 'invalid_minimum'],
  [{ modes: { counter: { minimum: 1_000.01 } } }, 'invalid_minimum'],
  [{ modes: { hotel: { minimum: 1_000.01 } } }, undefined],
  [{ modes: { counter: { is_offered: false } } }, 'no_mode'],
  [
    {
      denominations: [
        { currency: 'USD', values: [5] },
        { currency: 'USD', values: [10] },
      ],
    },
    'same_currency',
  ],
  [{ denominations: [] }, 'no_denominations'],
  [{ denominations: [], notes: ['small'] }, undefined],
  [{ modes: { counter: { delay_minutes: 119 } } }, undefined],
  [{ modes: { counter: { delay_minutes: 120 } } }, 'invalid_delay'],
  [{ modes: { hotel: { delay_minutes: 120 } } }, undefined],
])('terms with %j: %s', (change = {}, code) => {
  const { modes, ...fields } = change;
  const changed = {
    counter: { ...TERMS.modes.counter, ...modes?.counter },
    airport: TERMS.modes.airport,
    hotel: { ...TERMS.modes.hotel, ...modes?.hotel },
  };
  const wrong = findWrongTerm({ ...TERMS, ...fields, modes: changed });
  expect(wrong?.code).toBe(code);
  if (wrong) expect(wrong.message).toMatch(/\.$/);
});

test('a mode has the larger minimum, and an amount may be on either bound', () => {
  expect(limitsOf(TERMS, 'counter')).toEqual({ least: 50_00, most: 1_000_00 });
  expect(limitsOf({ ...TERMS, minimum: 60 }, 'counter').least).toBe(60_00);
  const wrong = (worth: number) => findWrongAmount(TERMS, 'counter', worth, 'EUR');
  expect([wrong(50_00), wrong(1_000_00)]).toEqual([undefined, undefined]);
  expect(wrong(49_99)).toEqual({
    code: 'below_minimum',
    message: 'Ce bureau réserve à partir de €\u00a050.',
  });
  expect(wrong(1_000_01)).toEqual({
    code: 'above_maximum',
    message: 'Ce bureau réserve jusqu’à €\u00a01\u202f000.',
  });
});

test('the limits are said from the least on, or up to the most alone', () => {
  expect(formatLimits(TERMS, 'counter', 'EUR')).toBe('Ce bureau réserve de €\u00a050 à €\u00a01\u202f000.');
  const free = { ...TERMS, minimum: 0, modes: { ...TERMS.modes, counter: { ...counter, minimum: 0 } } };
  expect(formatLimits(free, 'counter', 'EUR')).toBe('Ce bureau réserve jusqu’à €\u00a01\u202f000.');
});

test('an amount accepted at once needs the preparation alone', () => {
  const terms = { ...TERMS, answer_minutes: 90, accepts_up_to: 300.5 };
  expect([300_50, 300_51].map((worth) => isAcceptedAtOnce(terms, worth))).toEqual([true, false]);
  expect(needsOf(terms, 'counter', 300_50)).toEqual({ answer: 0, delay: 60 });
  expect(needsOf(terms, 'counter', 300_51)).toEqual({ answer: 90, delay: 60 });
  expect(isAcceptedAtOnce({ accepts_up_to: null }, 0)).toBe(false);
});

test('the notes to choose from are the company’s own, smallest first', () => {
  expect(choiceOf(TERMS, 'USD')).toEqual([5, 50, 100]);
  expect(choiceOf(TERMS, 'CHF')).toEqual([]);
  expect(choiceOf({ ...TERMS, notes: ['small'] }, 'USD')).toEqual([]);
  expect(choiceOf({ notes: ['choice'] }, 'USD')).toEqual([]);
  expect(findWrongTerm(someTerms({ notes: ['choice'] }))?.code).toBe('no_denominations');
});

test('a branch is in town unless its kind says another', () => {
  const kinds = [null, 'airport', 'hotel', 'no_counter'] as const;
  expect(kinds.map(modeOf)).toEqual(['counter', 'airport', 'hotel', null]);
});
