/** One bureau of the beta on one instance, an agent in a real browser, and travellers who reserve by calls. */
import { type Browser, chromium, type Page } from '@playwright/test';
import { QUIET } from '../../bench/meter.ts';
import { Asks, idOf, isMade } from '../booking/asks.ts';
import type { Person as Account } from '../booking/caller.ts';
import { type Bureau, Scene } from '../booking/scene.ts';

const AMOUNT = 60;
const PATIENCE_MS = 20_000;
const READY = 100_000;
// Less than the way to a counter, so that a request may be made on it.
const ANSWER_MINUTES = 4;

export type Order = { id: string; code: string; traveller: Account };

export class Desk {
  readonly scene: Scene;
  readonly bureau: Bureau;
  readonly browser: Browser;
  readonly #asks: Asks;

  private constructor(scene: Scene, bureau: Bureau, browser: Browser) {
    this.scene = scene;
    this.bureau = bureau;
    this.browser = browser;
    this.#asks = new Asks(scene);
  }

  static async open(): Promise<Desk> {
    const plan = { name: 'guichet', branches: 1, ready: READY, terms: { answer_minutes: ANSWER_MINUTES } };
    const { scene, bureaux } = await Scene.open([plan], { settings: [{}] });
    try {
      const [bureau] = bureaux;
      if (!bureau) throw new Error('there is a bureau');
      await scene.ask(
        `INSERT INTO user_scopes (user_id, scope) SELECT id, 'orders.list.me' FROM users WHERE company_id = $1`,
        [bureau.id],
      );
      const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
      return new Desk(scene, bureau, await chromium.launch({ args: QUIET, executablePath }));
    } catch (error) {
      await scene.close();
      throw error;
    }
  }

  get url(): string {
    return `http://backoffice.localhost:${this.scene.portOf(0)}`;
  }

  /** `session`: cookie of an agent who has logged in. */
  async openPage(session?: string): Promise<Page> {
    const context = await this.browser.newContext({
      viewport: { width: 1440, height: 900 },
      locale: 'fr-FR',
      timezoneId: 'Europe/Paris',
    });
    const value = session?.replace(/^session=/, '');
    if (value) await context.addCookies([{ name: 'session', value, url: this.url, httpOnly: true }]);
    return context.newPage();
  }

  async reserve(minutesAhead: number): Promise<Order> {
    const [traveller] = await this.scene.addTravellers(1);
    const [branch] = this.bureau.branches;
    if (!traveller || branch === undefined) throw new Error('there is a traveller and a branch');
    const pickupAt = new Date(Date.now() + minutesAhead * 60_000).toISOString();
    const ask = this.#asks.begin({ traveller, bureau: this.bureau, branch, amount: AMOUNT, pickupAt });
    const heard = await this.#asks.sendUntilAnswered(ask, 0, performance.now() + PATIENCE_MS);
    const id = idOf(ask);
    if (!heard || !isMade(heard) || id === null) throw new Error(`not reserved: ${JSON.stringify(heard)}`);
    return { id, code: String(heard.body.code), traveller };
  }

  async stateOf({ id }: Order): Promise<string> {
    const [row] = await this.scene.ask<{ state: string }>(
      'SELECT state FROM reservations WHERE reference = $1',
      [id],
    );
    return row?.state ?? 'missing';
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.scene.close();
  }
}
