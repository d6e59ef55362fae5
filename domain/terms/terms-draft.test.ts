import { expect, test } from 'vitest';
import { someTerms } from '../testing/reservations.ts';
import { validateDraft } from '../validation/draft.ts';
import { DEFAULT_TERMS } from './terms.ts';
import { readFigure, termsDraft, termsOf, typedTerms } from './terms-draft.ts';

const TERMS = someTerms({
  modes: { airport: { is_offered: true, delay_minutes: 90, minimum: 100.5, fee: 4 } },
  accepts_up_to: 300,
  notes: ['small', 'choice'],
  denominations: [
    { currency: 'USD', values: [10, 20, 50] },
    { currency: 'JPY', values: [10_000] },
  ],
  takes_better_rate: true,
  buy_back: { share: 50, days: 30, percent_off: 1.5 },
});

test.each([DEFAULT_TERMS, TERMS])('terms shown and sent again are unchanged', (terms) => {
  const typed = typedTerms(terms);
  expect(validateDraft(termsDraft, typed)).toEqual({});
  expect(termsOf(typed, terms)).toEqual(terms);
});

test.each<[Partial<ReturnType<typeof typedTerms>>, string]>([
  [{ minimum: 'cent' }, 'minimum'],
  [{ maximum: '0' }, 'maximum'],
  [{ hold_hours: '169' }, 'hold_hours'],
  [{ hold_hours: '1,5' }, 'hold_hours'],
  [{ answer_minutes: '14' }, 'answer_minutes'],
  [{ accepts_up_to: '-1' }, 'accepts_up_to'],
  [{ airport_fee: '4,005' }, 'airport_fee'],
  [{ share: '101' }, 'share'],
  [{ denominations: ' \n' }, 'denominations'],
  [{ denominations: 'USD' }, 'denominations'],
  [{ denominations: '10 20' }, 'denominations'],
  [{ denominations: 'USD 0 10' }, 'denominations'],
  [{ denominations: 'USD 10 vingt' }, 'denominations'],
  [{ denominations: 'USD 10\nUSD 20' }, 'denominations'],
])('the error of %j is beside its field', (values, field) => {
  expect(Object.keys(validateDraft(termsDraft, { ...typedTerms(TERMS), ...values }))).toEqual([field]);
});

test('denominations are parsed as people write them', () => {
  const typed = { ...typedTerms(TERMS), denominations: '\nusd : 50, 10 ; 20 10\n\nJPY 10000\n' };
  expect(validateDraft(termsDraft, typed)).toEqual({});
  expect(termsOf(typed, TERMS).denominations).toEqual(TERMS.denominations);
});

test('notes are stored without being offered for choice, and removed again', () => {
  const typed = { ...typedTerms(TERMS), choice: false };
  expect(validateDraft(termsDraft, typed)).toEqual({});
  expect(termsOf(typed, TERMS)).toMatchObject({ notes: ['small'], denominations: TERMS.denominations });
  expect(Object.keys(validateDraft(termsDraft, { ...typed, denominations: 'USD dix' }))).toEqual([
    'denominations',
  ]);
  const unsaid = { ...typed, denominations: ' ' };
  expect(validateDraft(termsDraft, unsaid)).toEqual({});
  expect(termsOf(unsaid, TERMS)).not.toHaveProperty('denominations');
});

test('options that are off are not validated, and keep their values', () => {
  const typed = {
    ...typedTerms(TERMS),
    airport_offered: false,
    airport_fee: 'x',
    buys_back: false,
    days: '',
  };
  expect(validateDraft(termsDraft, typed)).toEqual({});
  const { modes, buy_back } = termsOf(typed, TERMS);
  expect(modes.airport).toEqual({ ...TERMS.modes.airport, is_offered: false });
  expect(buy_back).toBeNull();
});

test.each<[string, number, number | null]>([
  ['1 500', 0, 1_500],
  ['1\u202f500,50', 2, 1_500.5],
  ['', 2, null],
  ['1,5', 0, null],
  ['1e3', 2, null],
])('%j to %i decimals is %s', (typed, decimals, value) => {
  expect(readFigure(typed, decimals)).toBe(value);
});
