/** Goes from the landing page to the confirmation as a person does, on a phone over slow 3G. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { QUIET } from '../../bench/meter.ts';
import { type MailServer, openMailServer } from '../../server/testing/mail-server.ts';
import { endServer, type ServerProcess, startServer } from '../../server/testing/server-process.ts';
import { say } from '../result.ts';
import { Hand, POINT, SPREAD, THINK } from './person.ts';

/** WebPageTest's "Slow 3G": 400 ms, 400 kbit/s each way. The processor as Lighthouse has it on a phone. */
export const LATENCY_MS = 400;
export const KBIT = 400;
export const CPU_SLOWDOWN = 4;
export const WINDOW = { width: 360, height: 640 };
const SHOWN_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 50;
const PATIENT_MS = 5_000;
const SCROLL = 0.9;
const MOST_SCROLLS = 15;
const UNTIL_PAINTED = `new Promise((done) =>
  new PerformanceObserver(() => done()).observe({ type: 'paint', buffered: true }))`;
const UNTIL_STYLED = `[...document.querySelectorAll('link[rel=stylesheet]')].every((link) => link.sheet)`;

export type Screen = { name: string; seconds: number; words: number };
export type Walk = {
  screens: Screen[];
  seconds: number;
  /** of these, what one read, and for how long one waited for the mail with the code */
  readSeconds: number;
  mailSeconds: number;
  pace: number;
  addresses: string[];
  problems: string[];
  /** the browser was closed on the way and opened again, which nobody is timed at */
  isReopened: boolean;
};

export async function walkAll(count: number): Promise<Walk[]> {
  if (count === 0) return [];
  const folder = await mkdtemp(join(tmpdir(), 'parite-proof-'));
  const mails = await openMailServer();
  const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ args: QUIET, executablePath });
  let server: ServerProcess | undefined;
  try {
    server = await startServer({
      DATA_DIR: folder,
      DEMO: 'on',
      DEMO_MOVES: 'off',
      RATE_LIMIT: '999999999',
      SMTP_URL: mails.url,
      MAIL_FROM: 'Parité <ne-pas-repondre@parite.example>',
    });
    const { url } = server;
    const walks: Walk[] = [];
    // one after the other: a processor made slower is one that waits busily, and some at once would wait for each other
    for (let i = 0; i < count; i++) {
      // the middle one keeps to the pace, the others are spread around it
      const pace = count === 1 ? 1 : 1 - SPREAD + (2 * SPREAD * i) / (count - 1);
      const walk = await new Robot(url, mails, i, pace).walk(browser);
      say(`robot ${i + 1}/${count}: ${walk.seconds.toFixed(1)} s at ${pace.toFixed(2)} times the usual time`);
      walks.push(walk);
    }
    walks.push(await new Robot(url, mails, count, 1).walk(browser, true));
    say('a robot whose browser was closed on the way and opened again');
    return walks;
  } finally {
    await browser.close();
    if (server) await endServer(server.child);
    await mails.close();
    await rm(folder, { recursive: true, force: true });
  }
}

class Robot {
  readonly #url: string;
  readonly #mails: MailServer;
  readonly #email: string;
  readonly #pace: number;
  readonly #screens: Screen[] = [];
  readonly #addresses = new Set<string>();
  readonly #problems: string[] = [];
  #mailMs = 0;

  constructor(url: string, mails: MailServer, number: number, pace: number) {
    this.#url = url;
    this.#mails = mails;
    this.#email = `zoe.martin${number}@exemple.fr`;
    this.#pace = pace;
  }

  async walk(browser: Browser, isReopened = false): Promise<Walk> {
    const context = await browser.newContext({
      viewport: WINDOW,
      isMobile: true,
      hasTouch: true,
      deviceScaleFactor: 2,
      locale: 'fr-FR',
      timezoneId: 'Europe/Paris',
    });
    try {
      let page = await this.#openSlowly(context);
      let hand = new Hand(page, this.#pace);
      const startedAt = performance.now();
      for (const [name, pass] of [
        ['comparer et choisir', () => this.#compare(page, hand)],
        ['où et quand', () => this.#chooseWhere(page, hand)],
        ['qui vous êtes', () => this.#sayWho(page, hand)],
        ['comment payer', () => this.#pay(page, hand)],
        ['vérifier et réserver', () => this.#reserve(page, hand)],
      ] as const) {
        const [beganAt, wordsBefore] = [performance.now(), hand.words];
        await pass();
        if (isReopened && name === 'où et quand') {
          page = await this.#reopen(context, page);
          hand = new Hand(page, this.#pace);
        }
        const seconds = (performance.now() - beganAt) / 1000;
        this.#screens.push({ name, seconds, words: hand.words - wordsBefore });
      }
      return {
        screens: this.#screens,
        seconds: (performance.now() - startedAt) / 1000,
        readSeconds: hand.readMs / 1000,
        mailSeconds: this.#mailMs / 1000,
        pace: this.#pace,
        addresses: [...this.#addresses],
        problems: this.#problems,
        isReopened,
      };
    } finally {
      await context.close();
    }
  }

  async #openSlowly(context: BrowserContext): Promise<Page> {
    const page = await context.newPage();
    page.setDefaultTimeout(SHOWN_WITHIN_MS);
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    const bytes = (KBIT * 1000) / 8;
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: LATENCY_MS,
      downloadThroughput: bytes,
      uploadThroughput: bytes,
    });
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame()) this.#addresses.add(screenOf(frame.url()));
    });
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) this.#problems.push(message.text());
    });
    page.on('pageerror', (error) => this.#problems.push(String(error)));
    return page;
  }

  async #compare(page: Page, hand: Hand): Promise<void> {
    await page.goto(this.#url, { waitUntil: 'commit' });
    const amount = page.getByLabel('Je donne', { exact: true });
    await page.locator('main[aria-busy="false"]').waitFor();
    // words without their styles stand closer, and more of them in the window
    await page.evaluate(UNTIL_PAINTED);
    await page.waitForFunction(UNTIL_STYLED);
    await hand.read('window');
    await hand.decide(amount);
    await hand.type(amount, '500');
    await hand.decide(page.getByRole('button', { name: 'Comparer les offres' }));
    await page.getByRole('heading', { name: /bureaux pour/ }).waitFor();
    const reserve = page.getByRole('link', { name: /^Réserver,/ }).first();
    await reserve.waitFor();
    await hand.read('window');
    for (let turn = 0; turn < MOST_SCROLLS && !(await isInWindow(reserve)); turn++) {
      await hand.wait(POINT);
      await page.evaluate(`scrollBy(0, ${SCROLL} * innerHeight)`);
      await hand.read('window');
    }
    await hand.decide(reserve);
    // who sees no sign that something comes of it presses again
    const there = page.getByRole('heading', { level: 1, name: 'Où et quand' });
    await page
      .locator('main[aria-busy="true"]')
      .or(there)
      .first()
      .waitFor({ timeout: PATIENT_MS })
      .catch(async () => {
        this.#problems.push('« Réserver » was pressed in vain');
        await hand.press(reserve);
      });
    await there.waitFor();
  }

  async #chooseWhere(page: Page, hand: Hand): Promise<void> {
    await hand.read('page');
    // not the first that there is: a later one
    const hours = page.getByRole('group', { name: 'Heure', exact: true }).getByRole('radio');
    await hand.decide(hours.nth(Math.min(2, (await hours.count()) - 1)));
    await hand.decide(page.getByRole('button', { name: 'Continuer', exact: true }));
    await title(page, 'Qui vous êtes');
  }

  /** What was chosen is there again, and asked about before one goes on. */
  async #reopen(context: BrowserContext, page: Page): Promise<Page> {
    const address = page.url();
    await page.close();
    const again = await this.#openSlowly(context);
    await again.goto(address, { waitUntil: 'commit' });
    await again.getByRole('button', { name: 'Reprendre', exact: true }).click();
    await title(again, 'Qui vous êtes');
    return again;
  }

  async #sayWho(page: Page, hand: Hand): Promise<void> {
    await hand.read('page');
    const email = page.getByRole('textbox', { name: 'Votre adresse e-mail' });
    await hand.decide(email);
    await hand.type(email, this.#email);
    await hand.press(page.getByRole('button', { name: 'Recevoir un code', exact: true }));
    const digits = page.getByRole('textbox', { name: 'Code à six chiffres' });
    await digits.waitFor();
    const askedAt = performance.now();
    // to the application of one's mails: out of this one, and into that one
    await hand.wait(THINK + 2 * POINT);
    const code = await this.#readCode();
    this.#mailMs += performance.now() - askedAt;
    // six digits are read, and kept in mind on the way back
    await hand.wait(THINK + 2 * POINT + THINK);
    await hand.press(digits);
    await hand.type(digits, code);
    await hand.press(page.getByRole('button', { name: 'Valider le code', exact: true }));
    const firstName = page.getByRole('textbox', { name: 'Prénom' });
    await firstName.waitFor();
    await hand.read('page');
    await hand.press(firstName);
    await hand.type(firstName, 'Zoé');
    await hand.decide(page.getByRole('button', { name: 'Continuer', exact: true }));
    await title(page, 'Comment payer');
  }

  async #pay(page: Page, hand: Hand): Promise<void> {
    await hand.read('page');
    await hand.decide(page.getByRole('radio', { name: /^En espèces/ }));
    await hand.decide(page.getByRole('button', { name: 'Continuer', exact: true }));
    await title(page, 'Vérifier et réserver');
  }

  async #reserve(page: Page, hand: Hand): Promise<void> {
    await hand.read('page');
    await hand.decide(page.getByRole('button', { name: 'Réserver', exact: true }));
    await title(page, /^(Votre demande est partie|C’est réservé)$/);
    await page.getByText('Votre code, à montrer au guichet').waitFor();
  }

  /** Off the mail that came, as its reader shows it. */
  async #readCode(): Promise<string> {
    const until = performance.now() + SHOWN_WITHIN_MS;
    while (performance.now() < until) {
      const subjects = this.#mails.received
        .filter(({ to }) => to === this.#email)
        .map(({ mail }) => mail.subject ?? '');
      const code = /^(\d{6}) /.exec(subjects.at(-1) ?? '')?.[1];
      if (code) return code;
      await delay(LOOK_EVERY_MS);
    }
    throw new Error('no code was mailed');
  }
}

async function title(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

async function isInWindow(link: ReturnType<Page['locator']>): Promise<boolean> {
  const box = await link.boundingBox();
  return box !== null && box.y >= 0 && box.y + box.height <= WINDOW.height;
}

/** Its path and its step: a search that stands in an address is no other screen. */
function screenOf(url: string): string {
  const { pathname, searchParams } = new URL(new URL(url).hash.slice(1) || '/', 'http://here');
  return `${pathname.replace(/\d+$/, '')} ${searchParams.get('etape') ?? ''}`.trim();
}
