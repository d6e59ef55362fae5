/**
 * Time that a person would take at a desk, by the keystroke-level model of proof/booking/person.ts. It is counted while a
 * robot does the same, and nobody waits for it.
 */
import type { Locator, Page } from '@playwright/test';
import { COUNT_WORDS, KEY, POINT, readingMs, THINK } from '../../proof/booking/person.ts';

// Way of a hand from the keys to the mouse, or back (Card, Moran, Newell, 1983).
const HOMING = 400;
export const ROBOT_KEY_MS = 120;

export class Person {
  readonly #page: Page;
  #isAtKeys = true;
  ms = 0;
  keys = 0;
  presses = 0;
  words = 0;

  constructor(page: Page) {
    this.#page = page;
  }

  // Decision, pointing and press.
  async press(where: Locator): Promise<void> {
    this.#moveHand(false);
    this.ms += THINK + POINT;
    this.presses += 1;
    await where.click();
  }

  async strike(combination: string): Promise<void> {
    this.#moveHand(true);
    const count = combination.split('+').length;
    this.ms += count * KEY;
    this.keys += count;
    await this.#page.keyboard.press(combination);
  }

  // Words that are drawn in the window, or all of them on the way down.
  async read(how: 'window' | 'page', where = 'main'): Promise<void> {
    const words = await this.#page.evaluate<number>(`${COUNT_WORDS}(${how === 'window'}, '${where}')`);
    this.words += words;
    this.ms += readingMs(words);
  }

  toString(): string {
    return `${(this.ms / 1000).toFixed(1)} s: ${this.presses} presses, ${this.keys} keys, ${this.words} words`;
  }

  #moveHand(toKeys: boolean): void {
    if (this.#isAtKeys !== toKeys) this.ms += HOMING;
    this.#isAtKeys = toKeys;
  }
}
