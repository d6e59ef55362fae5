/**
 * Server time, counted on from its last message. The screen's wall clock may be wrong, and each of its two
 * clocks may stop while it sleeps.
 */
export class ServerClock {
  #serverTime = Date.now();
  #wallTime = Date.now();
  #monotonicTime = performance.now();

  set(at: number): void {
    this.#serverTime = at;
    this.#wallTime = Date.now();
    this.#monotonicTime = performance.now();
  }

  now(): number {
    return (
      this.#serverTime + Math.max(Date.now() - this.#wallTime, performance.now() - this.#monotonicTime, 0)
    );
  }
}
