/** A few answers fit in: a slow reader of one keeps no more than this in memory. */
const SLAB = 64 * 1024;

let slab = Buffer.allocUnsafeSlow(SLAB);
let used = 0;

/**
 * One text of ASCII, written once from its start to its end. A Buffer of its own for each answer costs more
 * than what is written into it, and so does a string of hundreds of pieces: answers share a slab, one after
 * the other, and none is written again once it is taken.
 */
export class AnswerBytes {
  readonly #bytes: Buffer;
  readonly #start: number;
  #end: number;

  /** `atMost` is how long the text can get. One text is written at a time. */
  constructor(atMost: number) {
    if (used + atMost > SLAB) {
      slab = Buffer.allocUnsafeSlow(Math.max(SLAB, atMost));
      used = 0;
    }
    this.#bytes = slab;
    this.#start = used;
    this.#end = used;
  }

  bytes(bytes: Uint8Array): void {
    this.#bytes.set(bytes, this.#end);
    this.#end += bytes.length;
  }

  /** Hundredths as a JSON number: '552.5', '-0.05'. At most 20 characters. */
  amount(cents: number): void {
    if (Math.abs(cents) > MAX_SMALL) {
      this.bytes(Buffer.from(String(cents / 100), 'latin1'));
      return;
    }
    const bytes = this.#bytes;
    let at = this.#end;
    if (cents < 0) bytes[at++] = MINUS;
    // of 31 bits, which whole-number instructions take apart
    const size = Math.abs(cents) | 0;
    const whole = (size / 100) | 0;
    const rest = size - whole * 100;
    at = writeWhole(bytes, at, whole);
    if (rest > 0) {
      bytes[at++] = POINT;
      bytes[at++] = ZERO + ((rest / 10) | 0);
      if (rest % 10 > 0) bytes[at++] = ZERO + (rest % 10);
    }
    this.#end = at;
  }

  dropLast(): void {
    this.#end -= 1;
  }

  /** The text; what comes after it in the slab is for the next one. */
  take(): Buffer {
    used = this.#end;
    return this.#bytes.subarray(this.#start, this.#end);
  }

  /**
   * Nobody reads the taken text any more: the next one is written in its place, which the processor still
   * has at hand.
   */
  giveBack(): void {
    if (slab === this.#bytes && used === this.#end) used = this.#start;
  }
}

/** Writes the digits of a whole number of 31 bits; returns where they end. */
function writeWhole(bytes: Uint8Array, start: number, value: number): number {
  let end = start + 1;
  for (let power = 10; power <= value; power *= 10) end += 1;
  let rest = value;
  for (let at = end - 1; at >= start; at--) {
    const tenth = (rest / 10) | 0;
    bytes[at] = ZERO + (rest - tenth * 10);
    rest = tenth;
  }
  return end;
}

const MAX_SMALL = 2 ** 31 - 1;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
