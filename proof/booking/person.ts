/**
 * How long a person takes, in milliseconds. The operators are those of the keystroke-level model (Card, Moran, Newell, 1983):
 * a key of somebody who types now and then, pointing at something, and thinking before one acts. One reads 238 words a minute
 * (Brysbaert, 2019, 190 studies), and of a page's words 20 % as a rule, 28 % at most (Nielsen, 2008, after 45,237 page views).
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Locator, Page } from '@playwright/test';

export const KEY = 280;
export const POINT = 1_100;
export const THINK = 1_350;
export const WORDS_A_MINUTE = 238;
export const SHARE_READ = 0.2;
/** No two people are alike: each is so much slower or quicker, at most. */
export const SPREAD = 0.15;

export function readingMs(words: number): number {
  return (words * SHARE_READ * 60_000) / WORDS_A_MINUTE;
}

/** Words that are drawn, in the window or anywhere on the way down the page. Runs in the page. */
export const COUNT_WORDS = `((isInWindow, selector = 'main') => {
  const walker = document.createTreeWalker(document.querySelector(selector) ?? document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  let words = 0;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.parentElement.closest('.visually-hidden')) continue;
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.width < 2 || box.height < 2) continue;
    if (isInWindow && (box.bottom < 0 || box.top > innerHeight)) continue;
    words += node.data.split(/\\s+/).filter((word) => /[\\p{L}\\d]/u.test(word)).length;
  }
  return words;
})`;

export class Hand {
  readonly #page: Page;
  /** 1 is the pace above, more is slower */
  readonly pace: number;
  /** words that were before one's eyes, and how long one read */
  words = 0;
  readMs = 0;

  constructor(page: Page, pace: number) {
    this.#page = page;
    this.pace = pace;
  }

  async wait(ms: number): Promise<void> {
    await delay(ms * this.pace);
  }

  /** Looks at where it is, and presses it. */
  async press(where: Locator): Promise<void> {
    await this.wait(POINT);
    await where.tap();
  }

  async decide(where: Locator): Promise<void> {
    await this.wait(THINK);
    await this.press(where);
  }

  /** In place of what stands in a field; the finger is on it already. */
  async type(where: Locator, text: string): Promise<void> {
    await where.selectText();
    for (const key of text) {
      await this.wait(KEY);
      await this.#page.keyboard.type(key);
    }
  }

  /** What is in the window, or all that one scrolls past on the way to the button at its end. */
  async read(how: 'window' | 'page'): Promise<void> {
    const words = await this.#page.evaluate<number>(`${COUNT_WORDS}(${how === 'window'})`);
    this.words += words;
    const ms = readingMs(words);
    this.readMs += ms * this.pace;
    await this.wait(ms);
  }
}
