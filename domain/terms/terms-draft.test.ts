import { expect, test } from 'vitest';
import { someTerms } from '../testing/reservations.ts';
import { validateDraft } from '../validation/draft.ts';
import { DEFAULT_TERMS, NO_DENOMINATIONS } from './terms.ts';
import { readFigure, termsDraft, termsOf, typedTerms } from './terms-draft.ts';

// each figure another than that of the default
const TERMS = someTerms({
  modes: {
    counter: { delay_minutes: 45, minimum: 60, fee: 1.5 },
    airport: { is_offered: true, delay_minutes: 90, minimum: 100.5, fee: 4 },
    hotel: { is_offered: true, delay_minutes: 600, minimum: 200, fee: 12 },
  },
  minimum: 40,
  maximum: 4_000.5,
  hold_hours: 24,
  answer_minutes: 90,
  accepts_up_to: 300,
  notes: ['small', 'choice'],
  denominations: [
    { currency: 'USD', values: [10, 20, 50] },
    { currency: 'JPY', values: [10_000] },
  ],
  takes_better_rate: true,
  buy_back: { share: 40, days: 20, percent_off: 1.5 },
});

test.each([
  DEFAULT_TERMS,
  TERMS,
  someTerms({ largest_share: 50 }),
])('terms shown and sent again are unchanged', (terms) => {
  const typed = typedTerms(terms);
  expect(validateDraft(termsDraft, typed)).toEqual({});
  expect(termsOf(typed, terms)).toEqual(terms);
});

test('every field of a form replaces the one before', () => {
  expect(termsOf(typedTerms(TERMS), DEFAULT_TERMS)).toEqual(TERMS);
  expect(termsOf(typedTerms(DEFAULT_TERMS), TERMS)).toMatchObject({
    ...DEFAULT_TERMS,
    modes: {
      counter: DEFAULT_TERMS.modes.counter,
      airport: { fee: 4 },
      hotel: { is_offered: false, fee: 12 },
    },
  });
  const share = (typed: string, was = {}) =>
    termsOf({ ...typedTerms(DEFAULT_TERMS), largest_share: typed }, someTerms(was)).largest_share;
  expect([share('40'), share('50'), share('50', { largest_share: 40 })]).toEqual([40, undefined, 50]);
});

test('a buy-back that was never offered is shown with the usual figures', () => {
  const usual = { largest_share: '50', share: '50', days: '30', percent_off: '0', accepts_up_to: '' };
  expect(typedTerms(DEFAULT_TERMS)).toMatchObject(usual);
});

test('figures on their bounds are accepted', () => {
  const smallest = {
    minimum: '0',
    maximum: '0,01',
    hold_hours: '1',
    answer_minutes: '15',
    largest_share: '1',
  };
  const largest = { maximum: '10 000 000', hold_hours: '168', answer_minutes: '1440', largest_share: '100' };
  for (const values of [
    smallest,
    largest,
    { accepts_up_to: ' ' },
    { airport_delay: '8640', airport_fee: '100' },
  ]) {
    expect(validateDraft(termsDraft, { ...typedTerms(TERMS), ...values })).toEqual({});
  }
});

test('an error says the bounds, or how a line is written', () => {
  const errors = (values: Partial<ReturnType<typeof typedTerms>>) =>
    validateDraft(termsDraft, { ...typedTerms(TERMS), ...values });
  expect(errors({ minimum: 'x', hold_hours: 'x' })).toEqual({
    minimum: { code: 'invalid_figure', message: 'Donnez un montant de 0 à 10\u202f000\u202f000.' },
    hold_hours: { code: 'invalid_figure', message: 'Donnez un nombre entier de 1 à 168.' },
  });
  expect(errors({ denominations: ' ' }).denominations).toEqual(NO_DENOMINATIONS);
  expect(errors({ denominations: 'JPY 1000\n USD dix ' }).denominations).toEqual({
    code: 'invalid_denominations',
    message:
      '« USD dix »\u00a0: donnez, une devise par ligne, son code puis ses billets, comme « USD 10 20 50 ».',
  });
});

const numbers = (count: number) => Array.from({ length: count }, (_, i) => i + 1).join(' ');

test.each<[Partial<ReturnType<typeof typedTerms>>, string]>([
  [{ minimum: 'cent' }, 'minimum'],
  [{ minimum: ' ' }, 'minimum'],
  [{ minimum: '10000000,01' }, 'minimum'],
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
  [{ denominations: 'USD x10' }, 'denominations'],
  [{ denominations: 'USD 10x' }, 'denominations'],
  [{ denominations: 'USDX 10' }, 'denominations'],
  [{ denominations: 'XUSD 10' }, 'denominations'],
  [{ denominations: 'USD 10000001' }, 'denominations'],
  [{ denominations: `USD ${numbers(17)}` }, 'denominations'],
])('the error of %j is beside its field', (values, field) => {
  expect(Object.keys(validateDraft(termsDraft, { ...typedTerms(TERMS), ...values }))).toEqual([field]);
});

test('denominations are parsed as people write them', () => {
  const typed = { ...typedTerms(TERMS), denominations: '\n usd : 50, 10 ; 20 10 \n\nJPY 10000\n' };
  expect(validateDraft(termsDraft, typed)).toEqual({});
  expect(termsOf(typed, TERMS).denominations).toEqual(TERMS.denominations);
  for (const denominations of ['KWD 10000000', `USD ${numbers(16)}`]) {
    expect(validateDraft(termsDraft, { ...typed, denominations })).toEqual({});
  }
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
  ['x5', 2, null],
  ['5x', 2, null],
  ['1,505', 2, null],
  ['999999999,99', 2, 999_999_999.99],
  ['1234567890', 2, null],
])('%j to %i decimals is %s', (typed, decimals, value) => {
  expect(readFigure(typed, decimals)).toBe(value);
});
