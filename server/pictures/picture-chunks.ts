const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const DRAWN_CHUNKS = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);
const MAX_CHUNKS = 2_000;
const FRAME = 12;

export function isPng(picture: Buffer): boolean {
  return picture.subarray(0, SIGNATURE.length).equals(SIGNATURE);
}

/**
 * Removes what is not drawn from a PNG, in a time linear in its length. null: no PNG, or more chunks than a picture
 * has.
 */
export function dropUndrawnChunks(png: Buffer): Buffer | null {
  const output: Buffer[] = [SIGNATURE];
  let at = SIGNATURE.length;
  for (let chunks = 0; chunks < MAX_CHUNKS && at + FRAME <= png.length; chunks += 1) {
    const end = at + FRAME + png.readUInt32BE(at);
    if (end > png.length) return null;
    const type = png.toString('latin1', at + 4, at + 8);
    if (DRAWN_CHUNKS.has(type)) output.push(png.subarray(at, end));
    if (type === 'IEND') return Buffer.concat(output);
    at = end;
  }
  return null;
}
