import { type Decimal, decimalNumber, powerOfTen } from '#domain/money/decimal.ts';

/** Writers of JSON pieces. Each writes at `start`, where there is room, and returns the end. */

const MAX_SMALL = 2 ** 31 - 1;
const MAX_SCALE = 6;
const DAY_MS = 24 * 60 * 60 * 1000;
/** First day of the year 10,000 since 1970. Its text is longer. */
const MAX_DAY = 2_932_897;
const MINUS = 0x2d;
const POINT = 0x2e;
const COLON = 0x3a;
const T = 0x54;
const Z = 0x5a;
const ZERO = 0x30;

const encoder = new TextEncoder();

/** Own memory, because a small Buffer would retain its pool. */
export function bytesOf(text: string): Uint8Array {
  return encoder.encode(text);
}

export function writeBytes(into: Uint8Array, start: number, bytes: Uint8Array): number {
  into.set(bytes, start);
  return start + bytes.length;
}

/** Hundredths as a JSON number: '552.5', '-0.05'. At most 20 characters. */
export function writeAmount(into: Uint8Array, start: number, cents: number): number {
  if (Math.abs(cents) > MAX_SMALL) return writeBytes(into, start, bytesOf(String(cents / 100)));
  let at = start;
  if (cents < 0) into[at++] = MINUS;
  // below 2^31 V8 divides integers
  const size = Math.abs(cents) | 0;
  const whole = (size / 100) | 0;
  const rest = size - whole * 100;
  at = writeWhole(into, at, whole);
  if (rest > 0) {
    into[at++] = POINT;
    into[at++] = ZERO + ((rest / 10) | 0);
    if (rest % 10 > 0) into[at++] = ZERO + (rest % 10);
  }
  return at;
}

/** JSON number of decimalNumber: '1.105'. At most 22 characters. */
export function writeDecimal(into: Uint8Array, start: number, decimal: Decimal): number {
  const { units, scale } = decimal;
  // smaller numbers have an exponent
  if (units > MAX_SMALL || units < 0 || scale > MAX_SCALE) {
    return writeBytes(into, start, bytesOf(String(decimalNumber(decimal))));
  }
  const power = powerOfTen(scale);
  const whole = (units / power) | 0;
  let at = writeWhole(into, start, whole);
  if (scale === 0) return at;
  into[at++] = POINT;
  let rest = units - whole * power;
  for (let digit = at + scale - 1; digit >= at; digit--) {
    const tenth = (rest / 10) | 0;
    into[digit] = ZERO + (rest - tenth * 10);
    rest = tenth;
  }
  return at + scale;
}

/** At most 10 characters. */
export function writeWhole(into: Uint8Array, start: number, value: number): number {
  let end = start + 1;
  for (let power = 10; power <= value; power *= 10) end += 1;
  let rest = value;
  for (let at = end - 1; at >= start; at--) {
    const tenth = (rest / 10) | 0;
    into[at] = ZERO + (rest - tenth * 10);
    rest = tenth;
  }
  return end;
}

/** Date.toISOString of milliseconds since 1970. At most 27 characters. */
export function writeInstant(into: Uint8Array, start: number, ms: number): number {
  const day = Math.floor(ms / DAY_MS);
  if (day < 0 || day >= MAX_DAY) return writeBytes(into, start, bytesOf(new Date(ms).toISOString()));
  let at = writeDay(into, start, day);
  into[at++] = T;
  const rest = (ms - day * DAY_MS) | 0;
  const seconds = (rest / 1000) | 0;
  const minutes = (seconds / 60) | 0;
  const hours = (minutes / 60) | 0;
  at = writeTwo(into, at, hours);
  into[at++] = COLON;
  at = writeTwo(into, at, minutes - hours * 60);
  into[at++] = COLON;
  at = writeTwo(into, at, seconds - minutes * 60);
  into[at++] = POINT;
  const thousandths = rest - seconds * 1000;
  into[at++] = ZERO + ((thousandths / 100) | 0);
  at = writeTwo(into, at, thousandths % 100);
  into[at++] = Z;
  return at;
}

/**
 * Date of a day since 1970 in integer arithmetic, with years from March so that the leap day is last
 * (Hinnant, chrono-compatible low-level date algorithms).
 */
function writeDay(into: Uint8Array, start: number, day: number): number {
  const sinceMarch0 = (day + 719_468) | 0;
  const era = (sinceMarch0 / 146_097) | 0;
  const dayOfEra = sinceMarch0 - era * 146_097;
  const yearOfEra =
    ((dayOfEra - ((dayOfEra / 1460) | 0) + ((dayOfEra / 36_524) | 0) - ((dayOfEra / 146_096) | 0)) / 365) | 0;
  const dayOfYear = dayOfEra - (365 * yearOfEra + ((yearOfEra / 4) | 0) - ((yearOfEra / 100) | 0));
  const month = ((5 * dayOfYear + 2) / 153) | 0;
  const year = yearOfEra + era * 400 + (month >= 10 ? 1 : 0);
  const century = (year / 100) | 0;
  let at = writeTwo(into, start, century);
  at = writeTwo(into, at, year - century * 100);
  into[at++] = MINUS;
  at = writeTwo(into, at, month >= 10 ? month - 9 : month + 3);
  into[at++] = MINUS;
  return writeTwo(into, at, dayOfYear - (((153 * month + 2) / 5) | 0) + 1);
}

function writeTwo(into: Uint8Array, start: number, value: number): number {
  const ten = (value / 10) | 0;
  into[start] = ZERO + ten;
  into[start + 1] = ZERO + (value - ten * 10);
  return start + 2;
}
