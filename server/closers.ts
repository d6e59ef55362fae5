/**
 * How what a process opens is closed, last opened first. A part's closer is registered before the part is
 * opened: an end that comes meanwhile waits for it, and closes it.
 */
export class Closers {
  readonly #closers: (() => unknown)[] = [];
  readonly #ending = new AbortController();

  /** Aborted once everything is to be closed: whatever is being opened gives up then. */
  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  /** Opens a part. Throws, and opens nothing, once everything is to be closed. */
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

  /** Closes everything, whatever cannot be closed cleanly. */
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
