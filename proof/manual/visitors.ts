/** Who compares through the proxy, without a pause, whatever the operator does meanwhile. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Caddy } from '../../deploy/testing/caddy.ts';

const VISITORS = 6;
const PAUSE_MS = 50;
const BODY = JSON.stringify({ offer: { currency: 'EUR', amount: 500 }, wish: { currency: 'USD' } });

export class ManualVisitors {
  readonly #ended: Promise<unknown>;
  readonly #caddy: Caddy;
  #isOver = false;
  answered = 0;
  slowestMs = 0;
  readonly failures: string[] = [];

  constructor(caddy: Caddy) {
    this.#caddy = caddy;
    this.#ended = Promise.all(Array.from({ length: VISITORS }, (_, i) => this.#visit(`127.0.1.${i + 1}`)));
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#ended;
  }

  async #visit(from: string): Promise<void> {
    while (!this.#isOver) {
      const asked = performance.now();
      const status = await this.#caddy.ask({ path: '/api/public/offers', body: BODY, from }).then(
        (answer) => answer.status,
        (error: Error) => error.message,
      );
      this.answered += 1;
      this.slowestMs = Math.max(this.slowestMs, performance.now() - asked);
      if (status !== 200) this.failures.push(`a comparison was answered ${status}`);
      await delay(PAUSE_MS);
    }
  }
}
