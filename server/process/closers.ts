/**
 * Closes the parts of a process in reverse order. A closer is registered before its part opens, so that a
 * stop waits for an opening under way and then closes the part.
 */
export class Closers {
  readonly #closers: (() => unknown)[] = [];
  readonly #ending = new AbortController();

  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  async open<T>(open: () => T | Promise<T>, close: (part: T) => unknown): Promise<T> {
    this.signal.throwIfAborted();
    const opening = (async () => open())();
    this.add(() => opening.then(close, () => undefined));
    const part = await opening;
    this.signal.throwIfAborted();
    return part;
  }

  add(close: () => unknown): void {
    this.#closers.unshift(close);
  }

  async closeAll(onFailure: (error: unknown) => void): Promise<void> {
    this.#ending.abort();
    for (const close of this.#closers) {
      try {
        await close();
      } catch (error) {
        onFailure(error);
      }
    }
  }
}
