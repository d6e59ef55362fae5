const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** What a picture is made of; all else is said of it, and costs a decoder time. */
const DRAWN = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);
/** A picture of 5 MiB has some hundred. */
const MOST_CHUNKS = 2_000;
const FRAME = 12;

export function isPng(picture: Buffer): boolean {
  return picture.subarray(0, SIGNATURE.length).equals(SIGNATURE);
}

/**
 * The same PNG without what is not drawn: texts, profiles, what follows its end. Null for what is no PNG, or is cut
 * into more pieces than a picture has. The time it takes grows with the file's length, whatever the file claims.
 */
export function keepDrawn(png: Buffer): Buffer | null {
  const kept: Buffer[] = [SIGNATURE];
  let at = SIGNATURE.length;
  for (let chunks = 0; chunks < MOST_CHUNKS && at + FRAME <= png.length; chunks += 1) {
    const end = at + FRAME + png.readUInt32BE(at);
    if (end > png.length) return null;
    const type = png.toString('latin1', at + 4, at + 8);
    if (DRAWN.has(type)) kept.push(png.subarray(at, end));
    if (type === 'IEND') return Buffer.concat(kept);
    at = end;
  }
  return null;
}
