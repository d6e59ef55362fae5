import { test as base, expect, type Page } from '@playwright/test';
import pg from 'pg';
import { CLOCK_OFFSET } from '../server/testing/clock/offset.ts';
import { shiftDate } from '../server/testing/clock/shift-date.mjs';

type Fixtures = {
  /** Console errors and warnings that this test expects: patterns to push to. Any other fails it. */
  expectedProblems: RegExp[];
};
type WorkerFixtures = { db: pg.Pool };

export const test = base.extend<Fixtures, WorkerFixtures>({
  browser: [
    async ({ browser }, use) => {
      const newContext = browser.newContext.bind(browser);
      browser.newContext = async (options) => {
        const context = await newContext(options);
        await context.addInitScript(shiftDate, CLOCK_OFFSET);
        return context;
      };
      await use(browser);
    },
    { scope: 'worker' },
  ],
  db: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are asked for here
    async ({}, use) => {
      const pool = new pg.Pool({ connectionString: required('E2E_DATABASE_URL'), max: 2 });
      await use(pool);
      await pool.end();
    },
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: as above
  baseURL: async ({}, use) => use(`http://localhost:${required('E2E_PORT')}/`),
  // biome-ignore lint/correctness/noEmptyPattern: as above
  expectedProblems: async ({}, use) => use([]),
  page: async ({ page, expectedProblems }, use) => {
    const problems: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text());
    });
    page.on('pageerror', (error) => problems.push(String(error)));
    await use(page);
    expect(
      problems.filter((problem) => !expectedProblems.some((expected) => expected.test(problem))),
    ).toEqual([]);
  },
});

export { expect };

/** Opens the landing page, its comparator ready. */
export async function openLanding(page: Page): Promise<void> {
  await page.goto('/');
  await expect(offered(page)).toBeVisible();
  await expectStarted(page);
}

/** The application has taken over the page of the server. */
const expectStarted = (page: Page) => expect(page.locator('html[data-starting]')).toHaveCount(0);

/** The application is there, and the page whole. */
export async function expectWhole(page: Page): Promise<void> {
  await expectStarted(page);
  await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'false');
}

/** Page of the server itself, with the picture and both fonts of the house. */
export async function expectHouseLook(page: Page): Promise<void> {
  await expect(page.locator('main svg')).toBeVisible();
  const loaded = `document.fonts.ready.then(() => [...document.fonts]
    .filter(({ status }) => status === 'loaded').map(({ family }) => family.replaceAll('"', '')))`;
  expect(new Set(await page.evaluate<string[]>(loaded))).toEqual(
    new Set(['Inter Variable', 'Bricolage Grotesque Variable']),
  );
}

export const offered = (page: Page) => page.getByLabel('Je donne', { exact: true });
export const wished = (page: Page) => page.getByLabel('Je souhaite recevoir', { exact: true });
export const offeredCurrency = (page: Page) => page.getByRole('button', { name: /^Devise que je donne/ });
export const wishedCurrency = (page: Page) =>
  page.getByRole('button', { name: /^Devise que je souhaite recevoir/ });

/** Chooses a currency on one side by its code, as a person does. */
export async function chooseCurrency(page: Page, side: 'offer' | 'wish', code: string): Promise<void> {
  await (side === 'offer' ? offeredCurrency(page) : wishedCurrency(page)).click();
  await page.getByRole('combobox', { name: 'Rechercher une devise' }).fill(code);
  await page.getByRole('listbox').getByRole('option', { name: code }).first().click();
  await expect(page.getByRole('combobox', { name: 'Rechercher une devise' })).toBeHidden();
}

export async function compare(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Comparer les offres' }).click();
}

/** Script and styles of the modals have come. Without them, an offline page reports its failure otherwise. */
export async function expectModalsFetched(page: Page): Promise<void> {
  const fetched =
    "performance.getEntriesByType('resource').filter(({ name }) => name.includes('/ModalHost-'))";
  await expect.poll(() => page.evaluate(`${fetched}.length`)).toBe(2);
}

/** The offers on the screen, in their order: lines of the table on a desktop, rows on a phone. */
export function offerRows(page: Page) {
  const isOffer = { has: page.getByRole('button', { name: /^Choisir/ }) };
  return page.getByRole('row').filter(isOffer).or(page.getByRole('listitem').filter(isOffer));
}

/** The page of the instance that stands for a fictional bureau's site. */
export const STAND_IN = /^http:\/\/localhost:\d+\/demonstration\/www\.[a-z-]+\.example$/;

/** Where 'Choisir' leads for a bureau of the demonstration. */
export async function standInOf(db: pg.Pool, name: string): Promise<string> {
  const { rows } = await db.query<{ site: string }>('SELECT site FROM companies WHERE name = $1', [name]);
  const site = rows[0]?.site ?? '';
  return site.replace('https://', `http://localhost:${required('E2E_PORT')}/demonstration/`);
}

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is set by e2e/global-setup.ts`);
  return value;
}
