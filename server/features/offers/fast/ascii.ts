/** Writers of JSON pieces. Each writes at `start`, where there is room, and returns the end. */

const MAX_SMALL = 2 ** 31 - 1;
const MINUS = 0x2d;
const POINT = 0x2e;
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
