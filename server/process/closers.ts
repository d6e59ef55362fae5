/**
 * Closes what a process opened, the last first. A part's closer is registered before the part is opened: when the
 * process must end while the part is being opened, closing waits for the opening, and then closes the part.
 */
export class Closers {
  readonly #closers: (() => unknown)[] = [];
  readonly #ending = new AbortController();

  /** Aborted by closeAll, so that a part that takes long to open can give up. */
  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  /** Opens a part. After closeAll it opens nothing, and throws. */
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

  /** Closes everything; a part that fails to close does not stop the others from being closed. */
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
