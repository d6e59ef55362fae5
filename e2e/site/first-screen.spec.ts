// Duration: each step holds the application back, and waits for a page of its own.
import type { Page } from '@playwright/test';
import { watchShifts } from '../audit.ts';
import { expect, expectWhole, offered, offeredCurrency, test, wished, wishedCurrency } from '../fixtures.ts';

/** Holds the application back, as a slow network does. */
async function holdApplication(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route('**/assets/index-*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
}

/** Opens a page of which only the server's document will be there. */
const open = (page: Page, address: string) => page.goto(address, { waitUntil: 'commit' });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

test('the landing page is whole before the application is there, which takes it over and moves nothing', async ({
  page,
}) => {
  const countShifts = await watchShifts(page);
  const release = await holdApplication(page);
  await open(page, '/');
  await expect(heading(page, 'Le juste taux')).toBeVisible();
  await expect(offered(page)).toHaveValue('');
  await expect(wished(page)).toHaveValue('0.00');
  await expect(offeredCurrency(page)).toHaveText('EUR');
  await expect(wishedCurrency(page)).toHaveText('USD');
  await expect(page.getByText('1 EUR = ')).toBeVisible();
  await page.evaluate(`document.querySelector('form').isServed = true`);

  release();
  await expectWhole(page);
  expect(await page.evaluate(`document.querySelector('form').isServed`)).toBe(true);
  expect(await countShifts()).toBeLessThan(0.01);
});

test('what is typed and pressed before the application is there is not lost', { tag: '@phone' }, async ({
  page,
}) => {
  await test.step('an amount and a button', async () => {
    const release = await holdApplication(page);
    await open(page, '/');
    await offered(page).fill('500');
    await wishedCurrency(page).click();
    release();
    await expect(page.getByRole('combobox', { name: 'Rechercher une devise' })).toBeVisible();
    await expect(offered(page)).toHaveValue(/^500(,00)?$/);
    await expect(wished(page)).not.toHaveValue('0.00');
  });
  await test.step('the form, which the browser sends itself', async () => {
    await page.goto('about:blank');
    await holdApplication(page);
    await open(page, '/');
    await offered(page).fill('500');
    await page.getByRole('button', { name: 'Comparer les offres' }).click();
    await expect(page).toHaveURL(/\/comparer\/500-eur-usd$/);
    await expect(heading(page, '€ 500 en dollars')).toBeVisible();
  });
  await test.step('a link, to a page that needs no script', async () => {
    await page.goto('about:blank');
    await holdApplication(page);
    await open(page, '/');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Blog' }).click();
    await expect(page).toHaveURL(/\/blog$/);
    await expect(heading(page, 'Le blog de Parité')).toBeVisible();
  });
});

test('the address of another page shows that it loads, and nothing of the landing page', {
  tag: '@phone',
}, async ({ page }) => {
  for (const address of ['/#/blog/view/taux-intermediaire', '/#/voyages']) {
    await page.goto('about:blank');
    const release = await holdApplication(page);
    await open(page, address);
    await expect(page.getByText('Chargement de la page')).toBeAttached();
    await expect(heading(page, 'Le juste taux')).toHaveCount(0);
    await expect(page.getByRole('contentinfo')).not.toBeInViewport();
    release();
    await expectWhole(page);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(offered(page)).toHaveCount(0);
  }
});

test('a page opened in a tab that is not seen is whole there', { tag: '@desktop' }, async ({ page }) => {
  await page.addInitScript(`
    Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
    window.PerformanceObserver = class { observe() {} };
  `);
  await page.goto('/');
  await expect(page.locator('html[data-starting]')).toHaveCount(0, { timeout: 1_400 });
});
