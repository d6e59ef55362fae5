/** The back-office in a real browser, and what its own clocks say of it. */
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { Meter, NEXT_FRAME, QUIET, type Work } from '../bench/meter.ts';

const SHOWN_WITHIN_MS = 30_000;

// what runs in the page
const LOGIN = `async (body) => {
  await fetch('/api/logout');
  const token = /XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1] ?? '';
  const headers = { 'content-type': 'application/json', 'x-xsrf-token': token };
  const answer = await fetch('/api/login', { method: 'POST', headers, body });
  if (!answer.ok) throw new Error('the login answered ' + answer.status);
}`;
/** Tells of the first moment at which a frame has shown it and a key would be answered. */
const REPORT_SHOWN = `(selector) => {
  const observer = new MutationObserver(() => {
    if (!document.querySelector(selector)) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => proofShown(performance.now())));
  });
  observer.observe(document, { childList: true, subtree: true });
}`;
const RATES_REQUEST = `(() => {
  const entries = performance.getEntriesByType('resource');
  const { startTime, responseEnd } = entries.find(({ name }) => name.includes('/api/fixings/rates'));
  return { startTime, responseEnd };
})()`;

export type Opening = Work & {
  /** until all rows are drawn */
  scriptOfAll: number;
  /** from the navigation to the first frame that shows what was waited for */
  shown: number;
  /** from the request of the rates to that frame, and to their last byte */
  sinceRequest: number;
  answered: number;
};

export class Office {
  readonly #browser: Browser;
  readonly #context: BrowserContext;
  readonly #url: string;

  private constructor(browser: Browser, context: BrowserContext, url: string) {
    this.#browser = browser;
    this.#context = context;
    this.#url = url;
  }

  static async login(port: number, username: string, password: string): Promise<Office> {
    const office = await Office.#open(port);
    const page = await office.#context.newPage();
    await page.goto(`${office.#url}/#/login`);
    await page.evaluate(`(${LOGIN})(${JSON.stringify(JSON.stringify({ username, password }))})`);
    await page.close();
    return office;
  }

  /** For who has logged in already. */
  static async resume(port: number, session: string): Promise<Office> {
    const office = await Office.#open(port);
    await office.#context.addCookies([{ name: 'session', value: session, url: office.#url, httpOnly: true }]);
    return office;
  }

  static async #open(port: number): Promise<Office> {
    const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
    const browser = await chromium.launch({ args: QUIET, executablePath });
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'fr-FR' });
    return new Office(browser, context, `http://backoffice.localhost:${port}`);
  }

  /** Opens the rates in a new tab, until the first of what `selector` finds is painted, then until all are there. */
  async open(selector: string, all: number): Promise<{ page: Page; meter: Meter; opening: Opening }> {
    const page = await this.#context.newPage();
    const meter = await Meter.on(page);
    const { promise, resolve } = Promise.withResolvers<{ work: Work; at: number }>();
    await page.exposeFunction('proofShown', async (at: number) => resolve({ work: await meter.read(), at }));
    await page.addInitScript(`(${REPORT_SHOWN})(${JSON.stringify(selector)})`);
    await page.goto(`${this.#url}/#/fixings`, { timeout: SHOWN_WITHIN_MS });
    const { work, at } = await promise;
    await page
      .locator(selector)
      .nth(all - 1)
      .waitFor({ state: 'attached' });
    await page.evaluate(NEXT_FRAME);
    const whole = await meter.read();
    const request = await page.evaluate<{ startTime: number; responseEnd: number }>(RATES_REQUEST);
    const opening = {
      ...work,
      shown: at,
      scriptOfAll: whole.script,
      sinceRequest: at - request.startTime,
      answered: request.responseEnd - request.startTime,
    };
    return { page, meter, opening };
  }

  async close(): Promise<void> {
    await this.#browser.close();
  }
}
