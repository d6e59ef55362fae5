type Weighed = { readonly found: { readonly weight: number } };

/** Cached values with their bytes, least recently used first. */
class Answers<T extends Weighed> extends Map<string, T> {
  weight = 0;

  put(key: string, answer: T): void {
    this.take(key);
    this.set(key, answer);
    this.weight += answer.found.weight;
  }

  take(key: string): T | undefined {
    const known = this.get(key);
    if (known && this.delete(key)) this.weight -= known.found.weight;
    return known;
  }

  takeOldest(): [key: string, answer: T] | null {
    const [oldest] = this;
    if (oldest) this.take(oldest[0]);
    return oldest ?? null;
  }
}

/**
 * Cache bounded by number and bytes. Entries used again have half of it, so that ever new searches do not
 * evict frequent ones.
 */
export class SearchCache<T extends Weighed> {
  readonly #most: { readonly count: number; readonly weight: number };
  readonly #once = new Answers<T>();
  readonly #again = new Answers<T>();

  constructor(most: { count: number; weight: number }) {
    this.#most = most;
  }

  get(key: string): T | undefined {
    return this.#again.get(key) ?? this.#once.get(key);
  }

  put(key: string, answer: T): void {
    const { count, weight } = this.#most;
    const isKnown = this.#once.take(key) ?? this.#again.take(key);
    (isKnown ? this.#again : this.#once).put(key, answer);
    while (this.#again.size * 2 > count || this.#again.weight * 2 > weight) {
      const [oldest, one] = this.#again.takeOldest() as [string, T];
      this.#once.put(oldest, one);
    }
    while (this.#once.size + this.#again.size > count || this.#once.weight + this.#again.weight > weight) {
      this.#once.takeOldest();
    }
  }

  drop(isForgotten: (answer: T) => boolean): void {
    for (const answers of [this.#once, this.#again]) {
      for (const [key, answer] of answers) if (isForgotten(answer)) answers.take(key);
    }
  }
}
