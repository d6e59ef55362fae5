import { type Cents, centsOf } from '#domain/money/cents.ts';
import { type Decimal, parseDecimal } from '#domain/money/decimal.ts';

/** The exact decimal of SQL's numeric. Throws a RangeError on one that no constraint of the tables lets in. */
export function readDecimal(text: string): Decimal {
  const value = parseDecimal(text);
  if (!value) throw new RangeError(`the database holds ${text}, which is no decimal of 15 digits`);
  return value;
}

/** The hundredths of an amount, which the database has no finer. */
export function readCents(amount: string | number): Cents {
  const cents = centsOf(Number(amount));
  if (cents === null) throw new Error('an amount of the database has more than hundredths');
  return cents;
}
