/** Entries sorted at a time. Most answers need a few such rings. */
const AT_ONCE = 64;

type Ways = { readonly count: number; idOf(index: number): number; chordOf(index: number): number };

/** Ids by distance, then id, sorted ring by ring as far as they are read. */
export class NearestFirst implements Iterable<number> {
  readonly #ways: Ways;
  readonly #order: Int32Array;
  readonly #ends: Int32Array;
  #sorted = 0;

  constructor(ways: Ways) {
    this.#ways = ways;
    const { count, chordOf } = ways;
    const chords = new Float64Array(count);
    let longest = 0;
    for (let index = 0; index < count; index++) {
      chords[index] = chordOf(index);
      longest = Math.max(longest, chords[index] as number);
    }
    const rings = Math.ceil(count / AT_ONCE);
    // rings of equal area hold about equally many
    const ringOf = (index: number) => {
      return Math.min(rings - 1, Math.floor(((chords[index] as number) / longest) * rings) || 0);
    };
    this.#ends = new Int32Array(rings);
    for (let index = 0; index < count; index++) countAt(this.#ends, ringOf(index), 1);
    for (let ring = 1; ring < rings; ring++) countAt(this.#ends, ring, this.#ends[ring - 1] as number);
    const next = this.#ends.slice();
    this.#order = new Int32Array(count);
    for (let index = 0; index < count; index++) this.#order[countAt(next, ringOf(index), -1)] = index;
  }

  *[Symbol.iterator](): Generator<number> {
    let at = 0;
    for (const [ring, end] of this.#ends.entries()) {
      if (ring >= this.#sorted) {
        this.#sort(at, end);
        this.#sorted = ring + 1;
      }
      for (; at < end; at++) yield this.#ways.idOf(this.#order[at] as number);
    }
  }

  #sort(from: number, to: number): void {
    const { idOf, chordOf } = this.#ways;
    this.#order.subarray(from, to).sort((a, b) => chordOf(a) - chordOf(b) || idOf(a) - idOf(b));
  }
}

function countAt(counts: Int32Array, at: number, more: number): number {
  const now = (counts[at] as number) + more;
  counts[at] = now;
  return now;
}
