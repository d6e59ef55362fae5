/**
 * Exact decimal `units / 10^scale` with `scale` 0 to 15, at most 15 significant digits (contract 2) and no
 * trailing zeros. Only this folder reads its parts.
 */
export type Decimal = { readonly units: number; readonly scale: number };

const POWERS = Array.from({ length: 16 }, (_, i) => 10 ** i);

export function powerOfTen(scale: number): number {
  const power = POWERS[scale];
  if (power === undefined) throw new RangeError(`no power for the scale ${scale}`);
  return power;
}

const TEXT = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d{1,3}))?$/i;

/**
 * Decimal of a text such as '1.1361' or '1e-7'. null: not a number, or more than 15 significant digits or
 * decimals.
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
    // at most 3 digits of an exponent, so this stays short
    digits += '0'.repeat(-scale);
    scale = 0;
  }
  if (scale > 15 || digits.length > 15) return null;
  return { units: sign ? -Number(digits) : Number(digits), scale };
}

/**
 * Decimal meant by a JSON number, whose shortest text is exact up to 15 significant digits. Throws a
 * RangeError otherwise.
 */
export function decimalOf(value: number): Decimal {
  const decimal = parseDecimal(String(value));
  if (!decimal) throw new RangeError(`${value} is no decimal of at most 15 digits`);
  return decimal;
}

/** '1.1361', '-0.5', '20'. */
export function decimalText({ units, scale }: Decimal): string {
  const digits = String(Math.abs(units)).padStart(scale + 1, '0');
  const sign = units < 0 ? '-' : '';
  if (scale === 0) return sign + digits;
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

export function decimalNumber({ units, scale }: Decimal): number {
  return units / powerOfTen(scale);
}

/** Sign as for a sorting function. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  // two different decimals of 15 digits stay different as doubles
  return decimalNumber(a) - decimalNumber(b);
}
