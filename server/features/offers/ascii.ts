/**
 * ASCII written piece by piece. Each function writes from `start` on, where there is room for it, and returns
 * where what it wrote ends.
 */

const MAX_SMALL = 2 ** 31 - 1;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;

/** A text of ASCII alone, as its bytes. */
export function ascii(text: string): Uint8Array {
  return Buffer.from(text, 'latin1');
}

export function writeBytes(into: Uint8Array, start: number, bytes: Uint8Array): number {
  into.set(bytes, start);
  return start + bytes.length;
}

/** Hundredths as a JSON number: '552.5', '-0.05'. At most 20 characters. */
export function writeAmount(into: Uint8Array, start: number, cents: number): number {
  if (Math.abs(cents) > MAX_SMALL) return writeBytes(into, start, ascii(String(cents / 100)));
  let at = start;
  if (cents < 0) into[at++] = MINUS;
  // of 31 bits, which whole-number instructions take apart
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

/** The digits of a whole number of 31 bits. At most 10 characters. */
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
