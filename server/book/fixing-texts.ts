import { type Decimal, decimalText, powerOfTen } from '#domain/money/decimal.ts';
import { type Columns, NAMES } from './fixing-columns.ts';
import type { Rates } from './rate-book.ts';

export function writeTexts(fixings: Iterable<readonly [code: string, rates: Rates]>): string {
  const text = (rate: Decimal | null) => (rate ? decimalText(rate) : '');
  return Array.from(fixings, ([code, { purchase, sale, ...columns }]) =>
    [code, text(purchase), text(sale), ...NAMES.map((name) => columns[name])].join(' '),
  ).join(',');
}

const POINT = 0x2e;
/** Lowest digit. Separators and the point are below. */
const ZERO = 0x30;

/**
 * Parses 'USD 1.17000000 1.10500000 1795248000000,JPY 184.20000000 1795248000000' character by character,
 * because splitting would fill the memory with texts. One loop, since a function per number takes three
 * times as long.
 */
export function readTexts(texts: string, add: (code: string, rates: Rates) => void): void {
  const { length } = texts;
  let at = 0;
  while (at < length) {
    const code = texts.slice(at, at + 3);
    at += 4;
    let purchase: Decimal | null = null;
    let sale: Decimal | null = null;
    let units = 0;
    const columns: Record<string, number> = {};
    for (let field = 0; field < 2 + NAMES.length; field++) {
      const start = at;
      let c = 0;
      units = 0;
      for (; at < length; at++) {
        c = texts.charCodeAt(at);
        if (c < ZERO) break;
        units = units * 10 + c - ZERO;
      }
      let scale = 0;
      if (c === POINT) {
        // counted first, because a Decimal has no trailing zeros
        let zeros = 0;
        for (at++; at < length; at++) {
          c = texts.charCodeAt(at);
          if (c < ZERO) break;
          if (c === ZERO) zeros += 1;
          else {
            units = units * powerOfTen(zeros + 1) + c - ZERO;
            scale += zeros + 1;
            zeros = 0;
          }
        }
      }
      if (field > 1) columns[NAMES[field - 2] as string] = units;
      else if (at > start && field === 0) purchase = { units, scale };
      else if (at > start) sale = { units, scale };
      // skips the separator
      at += 1;
    }
    // each name has a value
    add(code, { ...(columns as Columns), purchase, sale });
  }
}
