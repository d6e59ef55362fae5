import type { Cents } from './cents.ts';
import { type Decimal, parseDecimal } from './decimal.ts';
import { currencySymbol } from './format.ts';

/**
 * Meaning of a number: `1.234` is 1 234 of money, and 1,234 units for 1 base as a rate. A quote is an inverted rate
 * (quote-unit.ts), which makes a fixing of 8 decimals.
 */
export type NumberKind = 'amount' | 'rate' | 'quote';

export type NumberProblem =
  | 'not_a_number'
  | 'other_currency'
  | 'several'
  | 'negative'
  | 'groups'
  | 'decimals'
  | 'digits';

/** Outcome of a typed or pasted text. No digit is ever dropped. */
export type TypedNumber =
  | { outcome: 'empty' }
  | { outcome: 'read'; decimal: Decimal }
  | { outcome: 'unreadable'; problem: NumberProblem };

const MOST_DECIMALS: Record<NumberKind, number> = { amount: 2, rate: 8, quote: 15 };
/** Bound of amounts whose hundredths a double holds exactly (2^54, an even number of them). */
const MOST_HUNDREDTHS = 1e16;

// sign or code at either end: '€ 500', '500 EUR', 'CA$ 12'
const CURRENCY = String.raw`([A-Z]{0,2}\p{Sc}|元|euros?|[A-Za-z]{3})`;
const WITH_CURRENCY = new RegExp(`^(?:${CURRENCY}(.*)|(.*?)${CURRENCY})$`, 'u');
const SPACES = /[\s\u200b\u2060]+/g;
const CELLS = /[\t\r\n]/;
const SIGN = /^[-\u2010-\u2015\u2212]/;
const NUMBER = /^[\d.,' ]*\d[\d.,' ]*$/;
const LONE_THOUSANDS = /^[1-9]\d{0,2}[.,]\d{3}$/;
const GROUPED = /^\d{1,3}(?:([.,' ])\d{3})(?:\1\d{3})*$/;

/**
 * Reads a number as people in France type it and as spreadsheets and sites write it: `1 234,56` with any space,
 * `1.234,56`, `1,234.56`, `1'234,56`, `,5`, `5,`, `500 €`. Of two kinds of separators the last one is the decimal
 * one; a single point or comma before exactly three digits parts thousands in an amount and decimals in a rate.
 * `currencies`: the codes of the field's own. Their code, in any case, or their sign may stand beside the number; that of
 * another currency is refused, for the number is then not one of the field's.
 */
export function readTypedNumber(
  text: string,
  kind: NumberKind,
  currencies: readonly string[] = [],
): TypedNumber {
  const spaced = text.replace(SPACES, ' ').trim();
  if (spaced === '') return { outcome: 'empty' };
  if (CELLS.test(text.trim())) return unreadable('several');
  const { currency, number } = apart(spaced);
  const bare = narrow(number.trim()).replace(/[\u2019\u02bc`´]/g, "'");
  if (SIGN.test(bare)) return unreadable('negative');
  if (!NUMBER.test(bare)) return unreadable('not_a_number');
  if (currency && !currencies.some((code) => isWritten(code, currency))) {
    return unreadable(isWord(currency) ? 'not_a_number' : 'other_currency');
  }
  const at = decimalSeparatorOf(bare, kind);
  const grouped = at < 0 ? bare : bare.slice(0, at);
  const whole = ungrouped(grouped);
  const fraction = at < 0 ? '' : bare.slice(at + 1);
  if (whole === null || !/^\d*$/.test(fraction)) return unreadable('groups');
  if (fraction.length > MOST_DECIMALS[kind]) return unreadable('decimals');
  const decimal = parseDecimal(fraction === '' ? whole : `${whole || '0'}.${fraction}`);
  return decimal ? { outcome: 'read', decimal } : unreadable('digits');
}

export function readTypedAmount(
  text: string,
  currencies?: readonly string[],
): Exclude<TypedNumber, { outcome: 'read' }> | { outcome: 'read'; cents: Cents } {
  const typed = readTypedNumber(text, 'amount', currencies);
  if (typed.outcome !== 'read') return typed;
  const { units, scale } = typed.decimal;
  const cents = units * 10 ** (2 - scale);
  return cents < MOST_HUNDREDTHS ? { outcome: 'read', cents } : unreadable('digits');
}

/** true for an unfinished text such as '1 2' on the way to '1 200'. */
export function mayBecomeNumber(text: string, kind: NumberKind, currencies?: readonly string[]): boolean {
  return ['0', '00', '000'].some((more) => readTypedNumber(text + more, kind, currencies).outcome === 'read');
}

/**
 * true when three digits alone decide that a point or comma groups thousands. The result is then shown at
 * once.
 */
export function isAmbiguousAmount(text: string): boolean {
  return LONE_THOUSANDS.test(text.trim());
}

export const AMOUNT_PROBLEMS: Record<NumberProblem, string> = {
  not_a_number: 'Ce n’est pas un nombre. Écrivez par exemple 1 234,56.',
  other_currency:
    'Ce montant est écrit dans une autre devise que celle du champ. Changez la devise, ou gardez le nombre seul.',
  several: 'Ce champ contient plusieurs nombres. Gardez un seul nombre.',
  negative: 'Le nombre doit être positif.',
  groups: 'Ce nombre se lit de plusieurs façons. Écrivez par exemple 1 234,56.',
  decimals: 'Deux chiffres au plus après la virgule.',
  digits: 'Ce nombre est trop long pour être compté exactement.',
};

function narrow(text: string): string {
  return text.replace(/[\uff0c\uff0e\uff10-\uff19]/g, (wide) => wide.normalize('NFKC'));
}

function apart(text: string): { currency?: string | undefined; number: string } {
  const [, before, after, number, behind] = WITH_CURRENCY.exec(text) ?? [];
  return { currency: before ?? behind, number: after ?? number ?? text };
}

/** Spelling of a currency by code, by the sign of spec 9, or by its country's own sign. */
function isWritten(code: string, written: string): boolean {
  if (written.toUpperCase() === code || written === currencySymbol(code)) return true;
  if (/^euros?$/.test(written)) return code === 'EUR';
  if (written === '元') return code === 'CNY';
  const [, letters = '', sign = ''] = /^([A-Z]*)(\p{Sc})$/u.exec(written) ?? [];
  // 'US$', 'CA$' begin with letters of the code
  return (
    sign !== '' &&
    (localSign(code) === written || (code.startsWith(letters) && localSign(code).includes(sign)))
  );
}

function localSign(currency: string): string {
  const format = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  });
  return format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? currency;
}

function isWord(written: string): boolean {
  if (!/^[A-Za-z]{3}$/.test(written)) return false;
  return !new Intl.DisplayNames('fr', { type: 'currency', fallback: 'none' }).of(written);
}

function decimalSeparatorOf(bare: string, kind: NumberKind): number {
  const last = Math.max(bare.lastIndexOf('.'), bare.lastIndexOf(','));
  if (last < 0) return -1;
  const separator = bare.charAt(last);
  // repeated signs groups thousands
  if (bare.indexOf(separator) !== last) return -1;
  const isAlone = !/[.,' ]/.test(bare.slice(0, last));
  const partsThousands = kind === 'amount' && isAlone && LONE_THOUSANDS.test(bare);
  return partsThousands ? -1 : last;
}

/** Digits of a whole number. null: grouped irregularly. */
function ungrouped(text: string): string | null {
  if (/^\d*$/.test(text)) return text;
  return GROUPED.test(text) ? text.replace(/\D/g, '') : null;
}

function unreadable(problem: NumberProblem) {
  return { outcome: 'unreadable', problem } as const;
}
