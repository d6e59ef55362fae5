/** What a page costs in a real browser, by the browser's own clocks. */
import type { CDPSession, Page } from '@playwright/test';

/** What Chromium is started with. */
export const QUIET = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  // Playwright has the browser say which line makes a request: else V8 parses the whole script again to tell
  '--js-flags=--no-enable-lazy-source-positions',
];

/** To be evaluated in the page: resolves once the next frame is out. */
export const NEXT_FRAME = 'new Promise((done) => requestAnimationFrame(() => setTimeout(done)))';

/** Milliseconds that the page's main thread computes. */
export type Work = { script: number; style: number; layout: number };

/** What Chromium counts of a tab's main thread. */
export class Meter {
  readonly #session: CDPSession;

  private constructor(session: CDPSession) {
    this.#session = session;
  }

  static async on(page: Page): Promise<Meter> {
    const session = await page.context().newCDPSession(page);
    // of the processor, so that what else the machine does is left out
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    return new Meter(session);
  }

  async read(): Promise<Work> {
    const { metrics } = await this.#session.send('Performance.getMetrics');
    const of = (name: string) => (metrics.find((metric) => metric.name === name)?.value ?? 0) * 1000;
    return { script: of('ScriptDuration'), style: of('RecalcStyleDuration'), layout: of('LayoutDuration') };
  }

  /** The work that a key costs until the next frame is out. */
  async press(page: Page, key: string): Promise<number> {
    const before = await this.read();
    await page.keyboard.press(key);
    await page.evaluate(NEXT_FRAME);
    const after = await this.read();
    return after.script + after.style + after.layout - before.script - before.style - before.layout;
  }
}
