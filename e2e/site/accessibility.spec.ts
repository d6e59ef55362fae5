// Duration: the landing page at seven widths, its states audited by axe.
import type { Page } from '@playwright/test';
import { atBothWidths, expectAccessible } from '../audit.ts';
import {
  compare,
  expect,
  offered,
  offerRows,
  openLanding,
  test,
  wished,
  wishedCurrency,
} from '../fixtures.ts';

test('97 kB of scripts bring the first screen, where axe finds nothing and nothing is cut or scrolls sideways', {
  tag: '@phone',
}, async ({ page, expectedProblems }) => {
  test.slow();
  expectedProblems.push(/net::ERR_FAILED/);
  await test.step('at most 97 kB', () => expectLightScripts(page));
  await test.step('the list of currencies at both widths, each in its scheme', () =>
    atBothWidths(page, async () => {
      await wishedCurrency(page).click();
      await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('listbox')).toHaveCount(0);
    }));
  await test.step('offers that could not be compared', async () => {
    await page.route('**/api/public/offers', (route) => route.abort());
    await offered(page).fill('600');
    await compare(page);
    await expect(page.getByRole('alert')).toBeVisible();
    // the notice is the same at both widths
    await expectAccessible(page);
    await page.unroute('**/api/public/offers');
  });
  await offered(page).fill('9999999,99');
  await compare(page);
  await expect(offerRows(page).first()).toBeVisible();
  // 320 is 1280 at 400 %, 720 is 1440 at 200 %
  for (const width of [320, 360, 720, 768, 1440]) {
    await page.setViewportSize({ width, height: 740 });
    // digits get smaller with their number
    for (const amount of ['9999,99', '9999999,99']) {
      await offered(page).fill(amount);
      await wished(page).focus();
      for (const field of [offered(page), wished(page)]) {
        expect(await field.evaluate((input) => input.scrollWidth - input.clientWidth)).toBe(0);
      }
    }
    await expectNoSidewaysScroll(page);
    // each form of the list at its narrowest
    if (width === 360 || width === 768) continue;
    await wishedCurrency(page).click();
    await expect(page.getByRole('listbox')).toBeVisible();
    await expectNoSidewaysScroll(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('listbox')).toHaveCount(0);
  }
});

async function expectNoSidewaysScroll(page: Page) {
  const beyond = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
  // a table becomes a list a moment after its window became a phone's
  await expect.poll(() => page.evaluate<number>(beyond)).toBe(0);
}

async function expectLightScripts(page: Page): Promise<void> {
  const sizes = new Map<string, Promise<number>>();
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script')
      sizes.set(
        request.url(),
        request.sizes().then(
          (size) => size.responseBodySize,
          // a script that comes as the page closes is none of the first
          () => 0,
        ),
      );
  });
  // what comes once the page is at rest is asked for after the application has started
  await page.addInitScript(`
    new MutationObserver(() => {
      if (window.shownAt || !document.body || document.documentElement.hasAttribute('data-starting')) return;
      window.shownAt = performance.now();
    }).observe(document, { attributes: true, childList: true, subtree: true });
  `);
  await openLanding(page);
  const first = await page.evaluate<string[]>(`
    performance.getEntriesByType('resource')
      .filter(({ name, startTime }) => name.endsWith('.js') && startTime < window.shownAt)
      .map(({ name }) => name)
  `);
  const weights = await Promise.all([...new Set(first)].map((url) => sizes.get(url) ?? 0));
  const total = weights.reduce((sum, size) => sum + size, 0);
  expect(total).toBeGreaterThan(50_000);
  expect(total).toBeLessThanOrEqual(97_000);
}
