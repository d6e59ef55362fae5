/** Person at a desk, by the keystroke-level model of the proof of booking, whose times are summed and not waited for. */
import type { Locator, Page } from '@playwright/test';
import { COUNT_WORDS, KEY, POINT, readingMs, THINK } from '../booking/person.ts';

const SHOWN_WITHIN_MS = 30_000;

export class Person {
  readonly page: Page;
  readonly #pace: number;
  #modelledMs = 0;
  #since = performance.now();
  keys = 0;

  constructor(page: Page, pace = 1) {
    this.page = page;
    this.#pace = pace;
    page.setDefaultTimeout(SHOWN_WITHIN_MS);
  }

  start(): void {
    this.#modelledMs = 0;
    this.#since = performance.now();
  }

  /** What the person took, and what the product let it wait. */
  seconds(): number {
    return (this.#modelledMs * this.#pace + performance.now() - this.#since) / 1000;
  }

  think(): void {
    this.#modelledMs += THINK;
  }

  async read(): Promise<void> {
    const words = await this.page.evaluate<number>(`${COUNT_WORDS}(true)`);
    this.#modelledMs += readingMs(words);
  }

  async decide(where: Locator): Promise<void> {
    this.think();
    this.#modelledMs += POINT;
    await where.click();
  }

  async key(name: string): Promise<void> {
    this.keys += 1;
    this.#modelledMs += KEY;
    if (name.length === 1) await this.page.keyboard.type(name);
    else await this.page.keyboard.press(name);
  }

  async type(text: string): Promise<void> {
    for (const sign of text) await this.key(sign);
  }

  async fill(where: Locator, text: string): Promise<void> {
    await this.decide(where);
    await this.type(text);
  }

  async untilFocused(where: Locator): Promise<void> {
    await where.and(this.page.locator(':focus')).waitFor();
  }
}
