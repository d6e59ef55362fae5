/**
 * An exact decimal: `units / 10^scale`, both whole numbers, `scale` from 0 to 15, at most 15 significant
 * digits (contract 2), never a trailing zero after the point. Only this folder looks inside.
 */
export type Decimal = { readonly units: number; readonly scale: number };

const POWERS = Array.from({ length: 16 }, (_, i) => 10 ** i);

/** 10^scale, as a whole number. `scale` is from 0 to 15. */
export function powerOfTen(scale: number): number {
  const power = POWERS[scale];
  if (power === undefined) throw new RangeError(`no power for the scale ${scale}`);
  return power;
}

const TEXT = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d{1,3}))?$/i;

/**
 * The decimal that a text says, e.g. '1.1361' or '1e-7' (the form of JSON numbers and of SQL's numeric).
 * Null when it is not one, or has more than 15 significant digits, or more than 15 decimals.
 */
export function parseDecimal(text: string): Decimal | null {
  const match = TEXT.exec(text);
  if (!match) return null;
  const [, sign, whole = '', fraction = '', exponent] = match;
  let digits = (whole + fraction).replace(/^0+/, '');
  let scale = fraction.length - Number(exponent ?? 0);
  while (digits.endsWith('0')) {
    digits = digits.slice(0, -1);
    scale -= 1;
  }
  if (digits === '') return { units: 0, scale: 0 };
  if (scale < 0) {
    // zeros at the end of a whole number, or those of an exponent: of 3 digits at most, so this is short
    digits += '0'.repeat(-scale);
    scale = 0;
  }
  if (scale > 15 || digits.length > 15) return null;
  return { units: sign ? -Number(digits) : Number(digits), scale };
}

/**
 * The decimal that a JSON number stands for. A double tells apart all decimals of at most 15 significant
 * digits, so its shortest text is the decimal that was meant. Throws a RangeError on any other number.
 */
export function decimalOf(value: number): Decimal {
  const decimal = parseDecimal(String(value));
  if (!decimal) throw new RangeError(`${value} is no decimal of at most 15 digits`);
  return decimal;
}

/** The plain text: '1.1361', '-0.5', '20'. */
export function decimalText({ units, scale }: Decimal): string {
  const digits = String(Math.abs(units)).padStart(scale + 1, '0');
  const sign = units < 0 ? '-' : '';
  if (scale === 0) return sign + digits;
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/**
 * The JSON number: its shortest text is `decimalText`. The division is of two exact doubles and so rounds
 * to the double nearest to the decimal.
 */
export function decimalNumber({ units, scale }: Decimal): number {
  return units / powerOfTen(scale);
}

/** Below zero, zero or above zero, as a sorting function answers. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  // 15 digits at most on each side: two different ones stay different as doubles.
  return decimalNumber(a) - decimalNumber(b);
}
