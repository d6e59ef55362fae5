import { sql } from 'kysely';
import { type Decimal, powerOfTen } from '#domain/money/decimal.ts';
import type { Rates } from './market.ts';

/**
 * All fixings of a group of rows as one text, which readFixingTexts reads. A row of its own for each of a
 * million fixings takes several times as long, and so do concat and exact epochs.
 */
export const fixingTexts = sql<string>`string_agg(
  currency_code || ' ' || coalesce(purchase::text, '') || ' ' || coalesce(sale::text, '') || ' '
    || (date_part('epoch', updated_at) * 1000)::bigint, ','
)`;

const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;

/**
 * 'USD 1.17000000 1.10500000 1795248000000,JPY  184.20000000 1795248000000', character by character: pieces
 * of text would fill the memory with what nobody needs a moment later.
 */
export function readFixingTexts(texts: string, add: (code: string, rates: Rates) => void): void {
  let at = 0;

  /** The number up to the next separator; null where there is none. */
  function number(): Decimal | null {
    const start = at;
    let units = 0;
    let scale = 0;
    let isFraction = false;
    // that may be the last ones, which a Decimal does not have
    let zeros = 0;
    for (let c = texts.charCodeAt(at); c === POINT || (c >= ZERO && c <= NINE); c = texts.charCodeAt(++at)) {
      if (c === POINT) isFraction = true;
      else if (!isFraction) units = units * 10 + c - ZERO;
      else if (c === ZERO) zeros += 1;
      else {
        units = units * powerOfTen(zeros + 1) + c - ZERO;
        scale += zeros + 1;
        zeros = 0;
      }
    }
    // past the separator
    at += 1;
    return at - 1 === start ? null : { units, scale };
  }

  while (at < texts.length) {
    const code = texts.slice(at, at + 3);
    at += 4;
    const purchase = number();
    const sale = number();
    add(code, { purchase, sale, updatedAt: number()?.units ?? 0 });
  }
}
