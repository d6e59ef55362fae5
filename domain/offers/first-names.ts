/**
 * Finds the first names of any stretch of a list without reading all of it: a tree in which each node holds
 * the lowest name rank below it. Building costs the list's length, a search the names found.
 */
export class FirstNames {
  readonly #lowest: Int32Array;
  /** leaves: the list's length, rounded up to a power of 2 */
  readonly #width: number;

  constructor(nameRanks: readonly number[]) {
    this.#width = 2 ** Math.ceil(Math.log2(Math.max(nameRanks.length, 1)));
    // node 1 is the root, 2n and 2n + 1 are below n, the leaves come last
    this.#lowest = new Int32Array(this.#width * 2).fill(2 ** 31 - 1);
    this.#lowest.set(nameRanks, this.#width);
    for (let node = this.#width - 1; node > 0; node--) {
      this.#lowest[node] = Math.min(this.#at(node * 2), this.#at(node * 2 + 1));
    }
  }

  /** The positions in [start, end) of its `count` lowest name ranks, lowest first. */
  find(start: number, end: number, count: number): number[] {
    const found: number[] = [];
    this.#search(1, 0, this.#width, start, end, count, found);
    return found;
  }

  #search(
    node: number,
    from: number,
    to: number,
    start: number,
    end: number,
    count: number,
    found: number[],
  ): void {
    if (to <= start || from >= end) return;
    const lowest = this.#at(node);
    if (found.length === count && lowest > this.#rankOf(found[count - 1])) return;
    if (to - from === 1) {
      if (found.length === count) found.pop();
      let place = found.length;
      while (place > 0 && this.#rankOf(found[place - 1]) > lowest) place -= 1;
      found.splice(place, 0, from);
      return;
    }
    const middle = (from + to) / 2;
    const below = [
      [node * 2, from, middle],
      [node * 2 + 1, middle, to],
    ] as const;
    // the side with the lower name first, so that the other is soon passed over
    const [first, second] = this.#at(node * 2) <= this.#at(node * 2 + 1) ? below : [below[1], below[0]];
    this.#search(...first, start, end, count, found);
    this.#search(...second, start, end, count, found);
  }

  /** `position` is one of `found`. */
  #rankOf(position: number | undefined): number {
    return this.#at(this.#width + (position ?? 0));
  }

  /** `node` is in bounds. */
  #at(node: number): number {
    return this.#lowest[node] as number;
  }
}
