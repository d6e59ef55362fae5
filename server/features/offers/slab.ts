/** A few answers fit in: a slow reader of one keeps no more than this in memory. */
const SLAB = 64 * 1024;

let slab = Buffer.allocUnsafeSlow(SLAB);
let used = 0;

/**
 * Room for one text of `atMost` bytes, to be written from `start` on. A Buffer of its own for each answer costs
 * more than what is written into it, and so does a string of hundreds of pieces: answers share a slab, one
 * after the other, and none is written again once it is taken. One text is written at a time.
 */
export function reserve(atMost: number): { into: Buffer; start: number } {
  if (used + atMost > SLAB) {
    slab = Buffer.allocUnsafeSlow(Math.max(SLAB, atMost));
    used = 0;
  }
  return { into: slab, start: used };
}

/** The text that was written, up to `end`; what follows in the slab is for the next one. */
export function take(end: number): Buffer {
  const text = slab.subarray(used, end);
  used = end;
  return text;
}

/**
 * Nobody reads the taken text any more: the next one is written in its place, which the processor still has
 * at hand.
 */
export function giveBack(text: Buffer): void {
  if (text.buffer === slab.buffer && text.byteOffset + text.length === used) used = text.byteOffset;
}
