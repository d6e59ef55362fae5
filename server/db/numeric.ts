import { type Cents, centsOf } from '#domain/money/cents.ts';
import { type Decimal, parseDecimal } from '#domain/money/decimal.ts';

/** Exact decimal of SQL's numeric. Throws a RangeError outside the bounds of the tables' constraints. */
export function readDecimal(text: string): Decimal {
  const value = parseDecimal(text);
  if (!value) throw new RangeError(`the database holds ${text}, which is no decimal of 15 digits`);
  return value;
}

export function readCents(amount: string | number): Cents {
  const cents = centsOf(Number(amount));
  if (cents === null) throw new Error('an amount of the database has more than hundredths');
  return cents;
}
