/** Travellers who compare without a pause; every figure they are shown must be a known one. */
import { setTimeout as delay } from 'node:timers/promises';
import { type Flight, Line } from './http.ts';

const CODES = ['USD', 'GBP', 'JPY', 'MAD', 'SEK'];
/** What is handed over for it, to the cent, is the rate to 8 decimals. */
export const AMOUNT = 1_000_000;

export type Offer = { company: { name: string }; co_offer: { amount: number }; updated_at: string };

/** `traveller`: each sees one answer after the other. */
export type Look = (code: string, offers: readonly Offer[], traveller: number) => void;

export class Travellers {
  readonly #port: number;
  readonly #look: Look;
  readonly flights: Set<Flight>;
  answered = 0;
  failed: string[] = [];
  /** the longest that one waited, in milliseconds */
  slowest = 0;
  #isStopped = false;
  #running: Promise<void>[] = [];

  constructor(port: number, flights: Set<Flight>, look: Look) {
    this.#port = port;
    this.flights = flights;
    this.#look = look;
  }

  start(count: number, pauseMs: number): void {
    for (let i = 0; i < count; i++) this.#running.push(this.#compare(i, pauseMs));
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#running);
  }

  async #compare(first: number, pauseMs: number): Promise<void> {
    const line = new Line(this.#port, this.flights);
    for (let i = first; !this.#isStopped; i++) {
      const code = CODES[i % CODES.length] ?? '';
      const startedAt = performance.now();
      try {
        const { status, text } = await line.ask({
          host: 'localhost',
          method: 'POST',
          path: '/api/public/offers',
          body: { offer: { currency: 'EUR', amount: AMOUNT }, wish: { currency: code } },
        });
        if (status === 200) {
          this.answered += 1;
          this.#look(code, JSON.parse(text).offers, first);
        } else this.failed.push(`${status}: ${text.slice(0, 200)}`);
      } catch (error) {
        this.failed.push(String(error));
      }
      this.slowest = Math.max(this.slowest, performance.now() - startedAt);
      await delay(pauseMs);
    }
    line.close();
  }
}
