/**
 * Server time, counted on from its last message. The screen's wall clock may be wrong, and each of its two
 * clocks may stop while it sleeps.
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
