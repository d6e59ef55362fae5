/** The other writes: somebody logs in, a traveller is sent on to a bureau. */
import { setTimeout as delay } from 'node:timers/promises';
import { askLogin, type SaveTime } from './agents.ts';
import { type Answer, Line } from './http.ts';

const PAUSE_MS = 400;
const SITE = 'https://www.change-des-quais.example';

export class Visitors {
  readonly #port: number;
  readonly #onWrite: (write: SaveTime) => void;
  #isStopped = false;
  #running: Promise<void>[] = [];

  constructor(port: number, onWrite: (write: SaveTime) => void) {
    this.#port = port;
    this.#onWrite = onWrite;
  }

  start(): void {
    const body = { email: '', site: SITE };
    const lead = { host: 'localhost', method: 'POST', path: '/api/public/leads', body };
    this.#running = [
      this.#repeat((line) => line.ask(lead)),
      this.#repeat(async (line) => (await askLogin(line, 'agent2@parite.example')).answer),
    ];
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#running);
  }

  async #repeat(ask: (line: Line) => Promise<Answer>): Promise<void> {
    const line = new Line(this.#port, new Set());
    while (!this.#isStopped) {
      const at = performance.now();
      const { status, text } = await ask(line).catch((error) => ({ status: null, text: String(error) }));
      this.#onWrite({ ms: performance.now() - at, status, text, at });
      await delay(PAUSE_MS);
    }
    line.close();
  }
}
