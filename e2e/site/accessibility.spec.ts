// Duration: axe on each state of the landing page, in every width and scheme.
import type { Page } from '@playwright/test';
import { expectAccessible, wearAuditedScheme } from '../audit.ts';
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

test('axe finds nothing on any state of the landing page', async ({ page, isMobile, expectedProblems }) => {
  test.slow();
  expectedProblems.push(/net::ERR_FAILED/);
  await wearAuditedScheme(page, isMobile);
  await openLanding(page);
  await wishedCurrency(page).click();
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeHidden();

  await offered(page).fill('500');
  await compare(page);
  await expect(offerRows(page).first()).toBeVisible();
  await offered(page).fill('600');
  await expectAccessible(page);

  // the notice is the same at both widths
  if (isMobile) return;
  await page.route('**/api/public/offers', (route) => route.abort());
  await compare(page);
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessible(page);
});

test('97 kB of scripts bring the first screen, where nothing is cut or scrolls sideways', {
  tag: '@phone',
}, async ({ page }) => {
  test.slow();
  await test.step('at most 97 kB', () => expectLightScripts(page));
  await offered(page).fill('9999999,99');
  await compare(page);
  await expect(offerRows(page).first()).toBeVisible();
  // 320 is 1280 at 400 %, 720 is 1440 at 200 %
  for (const width of [320, 360, 720, 768, 1440]) {
    await page.setViewportSize({ width, height: 740 });
    for (const amount of ['999,99', '9999,99', '99999,99', '999999,99', '9999999,99']) {
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
