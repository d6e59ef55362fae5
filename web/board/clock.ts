/**
 * The server's time, from when it last told it: a screen's own clock may be wrong, and each of the two that count on may
 * stand still while it sleeps.
 */
export class ServerClock {
  #told = Date.now();
  #ownThen = Date.now();
  #countThen = performance.now();

  set(at: number): void {
    this.#told = at;
    this.#ownThen = Date.now();
    this.#countThen = performance.now();
  }

  now(): number {
    return this.#told + Math.max(Date.now() - this.#ownThen, performance.now() - this.#countThen, 0);
  }
}
