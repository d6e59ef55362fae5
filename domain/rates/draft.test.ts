import { expect, test } from 'vitest';
import { decimalText } from '../money/decimal.ts';
import { changedSides, checkFixing, draftDecimal, fixingText, formatFixing, isFarFromMid } from './draft.ts';

const fixed = { rate: 1.1361, purchase: 1.17, sale: 1.105 };
const never = { rate: 1.1361, purchase: null, sale: null };

test.each([
  [{}],
  [{ purchase: '' }],
  [{ purchase: '', sale: '  ' }],
  [{ purchase: '1.17', sale: '1.105' }],
  [{ purchase: '1.1700', sale: '1.10500000' }],
  [{ purchase: '11.7e-1' }],
  [{ purchase: ' 1.17 ' }],
])('%j changes nothing', (draft) => {
  expect(checkFixing(fixed, draft)).toEqual({ outcome: 'unchanged' });
  expect(changedSides(fixed, draft)).toEqual([]);
});

test.each([
  [{ purchase: '0' }, ['purchase']],
  [{ sale: '-1' }, ['sale']],
  [{ purchase: '1.123456789', sale: '1.1' }, ['purchase']],
  [{ purchase: '10000000', sale: '1e9' }, ['purchase', 'sale']],
  [{ sale: '1.12345678901234567' }, ['sale']],
  [{ sale: 'abc' }, ['sale']],
])('%j is invalid', (draft, sides) => {
  expect(checkFixing(fixed, draft)).toEqual({ outcome: 'invalid', sides });
  expect(changedSides(fixed, draft)).toEqual(expect.arrayContaining(sides));
});

test.each([
  [{ purchase: '1.1650' }, { purchase: 1.165, sale: 1.105 }],
  [
    { purchase: '', sale: '1.11' },
    { purchase: 1.17, sale: 1.11 },
  ],
  [
    { purchase: '1.18000001', sale: '1.05' },
    { purchase: 1.18000001, sale: 1.05 },
  ],
])('%j over the current rates results in %j', (draft, amounts) => {
  expect(checkFixing(fixed, draft)).toEqual({ outcome: 'ready', amounts, doubts: [] });
});

test('a first fixing may set one side alone', () => {
  const amounts = { purchase: 1.2, sale: null };
  expect(checkFixing(never, { purchase: '1.2' })).toEqual({ outcome: 'ready', amounts, doubts: [] });
});

test('number fields may leave a point at either end', () => {
  const amounts = { purchase: 1, sale: 0.9 };
  expect(checkFixing({ rate: 0.95, purchase: null, sale: null }, { purchase: '1.', sale: '.9' })).toEqual({
    outcome: 'ready',
    amounts,
    doubts: [],
  });
});

test('a typed rate more than 10 % off the mid rate needs a confirmation, an unchanged one does not', () => {
  expect(checkFixing(never, { purchase: '1.3' })).toMatchObject({
    doubts: [{ kind: 'deviation', side: 'purchase', amount: 1.3, deviation: 144 }],
  });
  expect(checkFixing({ ...fixed, purchase: 1.3 }, { sale: '1.1' })).toMatchObject({ doubts: [] });
  expect(checkFixing(never, { purchase: '1.24971' })).toMatchObject({ doubts: [] });
  expect(checkFixing(never, { purchase: '1.24972' })).toMatchObject({ doubts: [{ deviation: 100 }] });
});

test('a rate on the wrong side of the mid rate needs a confirmation, an equal one does not', () => {
  expect(checkFixing(never, { sale: '1.1362' })).toMatchObject({
    doubts: [{ kind: 'wrong_side', side: 'sale', amount: 1.1362 }],
  });
  expect(checkFixing(never, { purchase: '1.136' })).toMatchObject({
    doubts: [{ kind: 'wrong_side', side: 'purchase', amount: 1.136 }],
  });
  expect(checkFixing(never, { purchase: '1.1361', sale: '1.1361' })).toMatchObject({ doubts: [] });
});

test('a change of more than 5 % from the last rate of the side needs a confirmation', () => {
  const last = { rate: 1.1361, purchase: 1.2, sale: 1.1 };
  expect(checkFixing(last, { sale: '1.045' })).toMatchObject({ doubts: [] });
  expect(checkFixing(last, { sale: '1.0449' })).toMatchObject({
    doubts: [{ kind: 'change', side: 'sale', amount: 1.0449, last: 1.1, deviation: -50 }],
  });
  expect(checkFixing(last, { purchase: '1.14' })).toMatchObject({ doubts: [] });
});

test('a purchase below the sale needs a confirmation, whichever was typed', () => {
  const doubts = [
    { kind: 'wrong_side' },
    { kind: 'change' },
    { kind: 'inverted', purchase: 1.1, sale: 1.105 },
  ];
  expect(checkFixing(fixed, { purchase: '1.1' })).toMatchObject({ doubts });
  expect(checkFixing(fixed, { sale: '1.18' })).toMatchObject({
    doubts: [{ kind: 'wrong_side' }, { kind: 'change' }, { purchase: 1.17, sale: 1.18 }],
  });
  expect(checkFixing(never, { purchase: '1.1361', sale: '1.1361' })).toMatchObject({ doubts: [] });
});

test.each([
  [1.17, '1.1700', '1,1700'],
  [0.8840001, '0.8840001', '0,8840001'],
  [184.2, '184.20', '184,20'],
  [17250, '17250', '17\u202f250'],
  [1234567, '1234567', '1\u202f234\u202f567'],
  [104000.5, '104000.5', '104\u202f000,5'],
  [0.00000001, '0.00000001', '0,00000001'],
])('%d is written %s and read %s', (amount, text, formatted) => {
  expect(fixingText(amount)).toBe(text);
  expect(formatFixing(amount)).toBe(formatted);
});

test('a rate more than 10 % off the mid rate is far from it', () => {
  const far = [1.24971, 1.24972, 1.02249, 1.02248].map((amount) => isFarFromMid(amount, 1.1361));
  expect(far).toEqual([false, true, false, true]);
});

test('a text of a number field is read with a point at either end, and spaces around', () => {
  const read = [' .5 ', '5.', '1.5', '1.5.', '.1.5', 'x'].map(draftDecimal);
  expect(read.map((decimal) => decimal && decimalText(decimal))).toEqual([
    '0.5',
    '5',
    '1.5',
    '1.5',
    null,
    null,
  ]);
});

test('a missing amount is written as an empty text', () => {
  expect(fixingText(null)).toBe('');
});
