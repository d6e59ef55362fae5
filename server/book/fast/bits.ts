/** Set of indexes as bits, 32 to a number. */

export function flipBit(bits: Uint32Array, index: number): void {
  bits[index >> 5] = (bits[index >> 5] as number) ^ (1 << (index & 31));
}

export function hasBit(bits: Uint32Array, index: number): boolean {
  return ((bits[index >> 5] as number) & (1 << (index & 31))) !== 0;
}

export function countBoth(bits: Uint32Array, others: Uint32Array): number {
  let count = 0;
  for (let i = 0; i < bits.length; i++) count += bitsSet((bits[i] as number) & (others[i] as number));
  return count;
}

/** Number of set bits, summed by pairs, fours, bytes and in all. */
function bitsSet(bits: number): number {
  const twos = bits - ((bits >>> 1) & 0x5555_5555);
  const fours = (twos & 0x3333_3333) + ((twos >>> 2) & 0x3333_3333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}
