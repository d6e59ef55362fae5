import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimalText, parseDecimal } from './decimal.ts';
import { formatCents } from './format.ts';
import { describeRateProblem } from './rate-problems.ts';
import {
  AMOUNT_PROBLEMS,
  isAmbiguousAmount,
  mayBecomeNumber,
  type NumberKind,
  readTypedAmount,
  readTypedNumber,
} from './typed-number.ts';

const CODES = ['EUR', 'USD', 'CHF'];

/** The plain text of what was read, or why it was not. */
function reading(text: string, kind: NumberKind, currencies = CODES): string {
  const typed = readTypedNumber(text, kind, currencies);
  if (typed.outcome === 'read') return decimalText(typed.decimal);
  return typed.outcome === 'empty' ? 'empty' : typed.problem;
}

describe('a typed or pasted number', () => {
  test.each([
    ['500', '500'],
    ['1 234,56', '1234.56'],
    ['1\u00a0234,56', '1234.56'],
    ['1\u202f234,56', '1234.56'],
    ['1\u2009234\u2009567,8', '1234567.8'],
    ['1.234,56', '1234.56'],
    ['1,234.56', '1234.56'],
    ["1'234,56", '1234.56'],
    ['1’234.56', '1234.56'],
    ['1.234.567', '1234567'],
    ['1.234.567,89', '1234567.89'],
    ['1.000,50', '1000.5'],
    ['1 000.5', '1000.5'],
    [',5', '0.5'],
    ['.5', '0.5'],
    ['5,', '5'],
    ['05', '5'],
    ['  42 ', '42'],
    ['0', '0'],
    ['500 €', '500'],
    ['500€', '500'],
    ['€ 500', '500'],
    ['$ 1,17', '1.17'],
    ['US$ 12', '12'],
    ['500 EUR', '500'],
    ['eur 500', '500'],
    ['usd 500', '500'],
    ['500 euros', '500'],
    ['500 euro', '500'],
    // alone before three digits: thousands
    ['1.234', '1234'],
    ['1,234', '1234'],
    ['１，１７', '1.17'],
    ['999.000', '999000'],
    ['', 'empty'],
    [' \u00a0 ', 'empty'],
    ['-5', 'negative'],
    ['−5', 'negative'],
    ['€ -5', 'negative'],
    ['1e3', 'not_a_number'],
    ['1e9', 'not_a_number'],
    ['abc', 'not_a_number'],
    // letters that are no currency's
    ['500 abc', 'not_a_number'],
    ['FRF 500', 'other_currency'],
    ['500 £', 'other_currency'],
    ['¥ 20 000', 'other_currency'],
    ['CA$ 12', 'other_currency'],
    ['A$12', 'other_currency'],
    ['CHF\u00a0-5', 'negative'],
    ['- 5 GBP', 'negative'],
    ['500 EUR USD', 'not_a_number'],
    ['€', 'not_a_number'],
    [',', 'not_a_number'],
    ['+5', 'not_a_number'],
    ['12 500 €/mois', 'not_a_number'],
    ['٥', 'not_a_number'],
    // thousands cannot begin with 0, nor with four digits: these are decimals, and too many
    ['0.234', 'decimals'],
    ['1234.567', 'decimals'],
    ['1,2345', 'decimals'],
    ['1.2.3', 'groups'],
    ['1 2', 'groups'],
    ['1’2', 'groups'],
    ['1,5 6', 'groups'],
    ['12 34,5', 'groups'],
    ['1,00,000', 'groups'],
    ['1.234,567.89', 'groups'],
    ['1.234 567,89', 'groups'],
    ['1234 567', 'groups'],
    ['1234567890123456', 'digits'],
    ['16 500 000 000 000,00', '16500000000000'],
    ['500\t600', 'several'],
    ['500\n600', 'several'],
    ['500\t', '500'],
  ])('amount %j is %s', (text, read) => {
    expect(reading(text, 'amount')).toBe(read);
  });

  test.each([
    ['1,17', '1.17'],
    ['1.17', '1.17'],
    ['1,234', '1.234'],
    ['1.234', '1.234'],
    ['17.250', '17.25'],
    ['17 250', '17250'],
    ['17.250,5', '17250.5'],
    ['1.234.567', '1234567'],
    ['0,95130001', '0.95130001'],
    ['0,951300012', 'decimals'],
    ['1 234 567,12345678', '1234567.12345678'],
    ['-1,17', 'negative'],
    ['1e-3', 'not_a_number'],
  ])('rate %j is %s', (text, read) => {
    expect(reading(text, 'rate')).toBe(read);
  });

  test('a quote may have as many decimals as a rate of 8 needs in the other direction', () => {
    expect(reading('0,0000344982', 'quote')).toBe('0.0000344982');
    expect(reading('1,234', 'quote')).toBe('1.234');
    expect(reading('0,0000000000000001', 'quote')).toBe('decimals');
  });

  test.each([
    ['500 USD', 'EUR', 'other_currency'],
    ['500 $', 'EUR', 'other_currency'],
    ['$500', 'EUR', 'other_currency'],
    ['500 €', 'USD', 'other_currency'],
    ['500 euros', 'USD', 'other_currency'],
    ['500 eur', 'GBP', 'other_currency'],
    ['元 500', 'EUR', 'other_currency'],
    // a sign is each currency's that is written with it
    ['¥ 20 000', 'JPY', '20000'],
    ['¥ 20 000', 'CNY', '20000'],
    ['元 500', 'CNY', '500'],
    ['元 500', 'HKD', '500'],
    ['$ 12', 'NZD', '12'],
    ['$ 12', 'CAD', '12'],
    ['CA$ 12', 'CAD', '12'],
    ['C$ 12', 'CAD', '12'],
    ['HK$ 12', 'HKD', '12'],
    ['MX$ 12', 'MXN', '12'],
    ['R$ 12', 'BRL', '12'],
    ['CA$ 12', 'USD', 'other_currency'],
    ['£ 12', 'EGP', '12'],
    ['£12', 'GBP', '12'],
    ['12 ₺', 'TRY', '12'],
    ['12 ₫', 'VND', '12'],
    ['12 zzz', 'EUR', 'not_a_number'],
  ])('%j beside a field of %s is %s', (text, currency, read) => {
    expect(reading(text, 'amount', [currency])).toBe(read);
    expect(reading(text, 'rate', [currency])).toBe(read);
  });

  test('a number with the code or sign of another currency is refused, with its own accepted', () => {
    // of spec 9, as amounts are shown; $ and ¥ are the sign of several
    const signs = { EUR: '€', USD: '$', GBP: '£', JPY: '¥', CHF: 'CHF', ILS: '₪', TRY: '₺', AED: 'AED' };
    const codes = Object.keys(signs) as (keyof typeof signs)[];
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 999_999_999_999 }),
        fc.constantFrom(...codes),
        fc.constantFrom(...codes),
        fc.constantFrom('', ' ', '\u00a0'),
        fc.boolean(),
        fc.constantFrom<NumberKind>('amount', 'rate'),
        (cents, field, written, space, isBefore, kind) => {
          for (const currency of [written, written.toLowerCase(), signs[written]]) {
            const number = formatCents(cents);
            const text = isBefore ? `${currency}${space}${number}` : `${number}${space}${currency}`;
            const read = readTypedNumber(text, kind, [field]);
            if (written === field) {
              expect(read).toEqual({ outcome: 'read', decimal: parseDecimal(`${cents}e-2`) });
            } else {
              expect(read).toEqual({ outcome: 'unreadable', problem: 'other_currency' });
            }
          }
        },
      ),
    );
  });

  const SPACES = [' ', '\u00a0', '\u202f', '\u2009'];
  const STYLES = [
    ...SPACES.flatMap((space) => [
      [space, ','],
      [space, '.'],
    ]),
    ['', ','],
    ['', '.'],
    ['.', ','],
    [',', '.'],
    ["'", ','],
    ['’', '.'],
  ] as const;
  const AFFIXES = [
    ['', ''],
    ['€ ', ''],
    ['', '\u00a0€'],
    ['$', ''],
    ['', ' CHF'],
  ] as const;

  function written(
    cents: number,
    [group, point]: readonly [string, string] | readonly string[],
    decimals: number,
  ): string {
    const digits = String(cents).padStart(3, '0');
    const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, group ?? '');
    const fraction = digits.slice(-2).slice(0, decimals);
    return fraction === '' ? whole : `${whole}${point}${fraction}`;
  }

  test('an amount of two decimals, written in any form, is parsed as the same decimal', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 999_999_999_999_999 }),
        fc.constantFrom(...STYLES),
        fc.constantFrom(...AFFIXES),
        (cents, style, [before, after]) => {
          const text = `${before}${written(cents, style, 2)}${after}`;
          expect(readTypedAmount(text, CODES)).toEqual({ outcome: 'read', cents });
          expect(readTypedNumber(text, 'rate', CODES)).toEqual({
            outcome: 'read',
            decimal: parseDecimal(`${cents}e-2`),
          });
        },
      ),
    );
  });

  test('a whole amount with any group separator is parsed; a rate, unless the sign is alone', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 9_999_999_999_999 }),
        fc.constantFrom(...STYLES),
        (whole, style) => {
          const text = written(whole * 100, style, 0);
          expect(readTypedAmount(text)).toEqual({ outcome: 'read', cents: whole * 100 });
          const isLone = whole >= 1_000 && whole < 1_000_000 && /[.,]/.test(text);
          if (!isLone) expect(reading(text, 'rate')).toBe(String(whole));
        },
      ),
    );
  });

  test('no digit is ever dropped from any input', () => {
    const typed = fc.string({ unit: fc.constantFrom(..."0123456789., '€-e\u202f"), maxLength: 24 });
    fc.assert(
      fc.property(typed, fc.constantFrom<NumberKind>('amount', 'rate'), (text, kind) => {
        const read = readTypedNumber(text, kind, CODES);
        if (read.outcome !== 'read') return;
        const significant = (digits: string) => digits.replace(/\D/g, '').replace(/^0+|0+$/g, '');
        expect(significant(decimalText(read.decimal))).toBe(significant(text));
      }),
      { numRuns: 2000 },
    );
  });

  test('an amount without a currency of its own is a number alone', () => {
    expect(readTypedAmount('1.234')).toEqual({ outcome: 'read', cents: 123_400 });
    expect(readTypedAmount('500 €')).toEqual({ outcome: 'unreadable', problem: 'other_currency' });
  });

  test('an amount has as many digits as are exact to a hundredth', () => {
    expect(readTypedAmount('99 999 999 999 999')).toEqual({ outcome: 'read', cents: 9_999_999_999_999_900 });
    expect(readTypedAmount('9 999 999 999 999,99')).toEqual({ outcome: 'read', cents: 999_999_999_999_999 });
    expect(readTypedAmount('99 999 999 999 999,99')).toEqual({ outcome: 'unreadable', problem: 'digits' });
    expect(readTypedAmount('100 000 000 000 000')).toEqual({ outcome: 'unreadable', problem: 'digits' });
  });

  test.each([
    ['1 ', true],
    ['1 2', true],
    ['1 23', true],
    ['12 34', true],
    ["1'", true],
    ['1.2.3', false],
    ['1.234.5', true],
    [',', true],
    ['€', true],
    ['-', false],
    ['1e', false],
    ['1,234 5', false],
    ['1,2345', false],
    ['eur', true],
    ['abcd', false],
  ])('%j may become a number: %s', (text, may) => {
    expect(mayBecomeNumber(text, 'amount', CODES)).toBe(may);
  });

  test('a lone separator before three digits makes an amount ambiguous', () => {
    for (const text of ['1.234', '12,345', ' 999.000 ']) expect(isAmbiguousAmount(text)).toBe(true);
    for (const text of ['1.23', '1 234', '1.234,5', '0.234', '1234.567']) {
      expect(isAmbiguousAmount(text)).toBe(false);
    }
  });

  test('every problem has its sentence', () => {
    for (const problem of [
      'not_a_number',
      'other_currency',
      'several',
      'negative',
      'groups',
      'decimals',
      'digits',
    ] as const) {
      expect(AMOUNT_PROBLEMS[problem]).toMatch(/\.$/);
      expect(describeRateProblem(problem, 'rate')).toMatch(/\.$/);
    }
    expect(describeRateProblem('decimals', 'rate')).toContain('Huit');
    expect(describeRateProblem('decimals', 'quote')).toContain('Quinze');
    expect(describeRateProblem('other_currency', 'rate')).toContain('Ce taux');
  });
});
