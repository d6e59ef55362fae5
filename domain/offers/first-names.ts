/**
 * Finds the first names of any stretch of a list without reading all of it: a tree in which each node holds
 * the lowest name rank below it. Building costs the list's length; a search costs the names found, each
 * times the tree's depth.
 */
export class FirstNames {
  /** node 1 is the root, 2n and 2n + 1 are below n, the leaves come last */
  readonly #lowest: Int32Array;
  /** how many leaves: the list's length, rounded up to a power of 2 */
  readonly #width: number;

  constructor(nameRanks: readonly number[]) {
    this.#width = 2 ** Math.ceil(Math.log2(Math.max(nameRanks.length, 1)));
    this.#lowest = new Int32Array(this.#width * 2).fill(2 ** 31 - 1);
    this.#lowest.set(nameRanks, this.#width);
    for (let node = this.#width - 1; node > 0; node--) {
      this.#lowest[node] = Math.min(this.#rank(node * 2), this.#rank(node * 2 + 1));
    }
  }

  /** The positions in [start, end) of its `count` lowest name ranks, lowest first. */
  find(start: number, end: number, count: number): number[] {
    const found: number[] = [];
    const open = this.#cover(start, end);
    for (let next = open.pop(); next !== undefined && found.length < count; next = open.pop()) {
      // down to the leaf that holds the lowest; what is passed by stays open
      let node = next;
      while (node < this.#width) {
        const isLeft = this.#rank(node * 2) === this.#rank(node);
        this.#add(open, isLeft ? node * 2 + 1 : node * 2);
        node = isLeft ? node * 2 : node * 2 + 1;
      }
      found.push(node - this.#width);
    }
    return found;
  }

  /** The fewest nodes that hold [start, end) and nothing else. */
  #cover(start: number, end: number): number[] {
    const nodes: number[] = [];
    let from = start + this.#width;
    let to = end + this.#width;
    while (from < to) {
      if (from % 2 === 1) this.#add(nodes, from++);
      if (to % 2 === 1) this.#add(nodes, --to);
      from /= 2;
      to /= 2;
    }
    return nodes;
  }

  /** Keeps the list with the lowest last: it is short, and most nodes go to its front. */
  #add(open: number[], node: number): void {
    const rank = this.#rank(node);
    let low = 0;
    let high = open.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#rank(open[middle] ?? 0) > rank) low = middle + 1;
      else high = middle;
    }
    open.splice(low, 0, node);
  }

  /** `node` is in bounds. */
  #rank(node: number): number {
    return this.#lowest[node] as number;
  }
}
