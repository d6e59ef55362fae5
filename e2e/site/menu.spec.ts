import type { Page } from '@playwright/test';
import { expectAccessible, wearAuditedScheme } from '../audit.ts';
import { expect, expectWhole, offered, openLanding, test } from '../fixtures.ts';

const button = (page: Page) => page.getByRole('button', { name: 'Menu' });
const menu = (page: Page) => page.getByRole('navigation', { name: 'Principale' });

test('at 360 pixels the pages stand behind a menu, by keyboard too', { tag: '@phone' }, async ({
  page,
  isMobile,
}) => {
  await wearAuditedScheme(page, isMobile);
  await page.setViewportSize({ width: 360, height: 740 });
  await openLanding(page);
  await expect(menu(page)).toBeHidden();
  await button(page).focus();
  await page.keyboard.press('Enter');
  await expect(menu(page).getByRole('link')).toHaveText([
    'Devises',
    'Bureaux',
    'Comment ça marche',
    'Blog',
    'Mes voyages',
  ]);
  await expectAccessible(page);

  await page.keyboard.press('Tab');
  await expect(menu(page).getByRole('link', { name: 'Devises' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu(page)).toBeHidden();
  await expect(button(page)).toBeFocused();

  await button(page).click();
  await menu(page).getByRole('link', { name: 'Blog' }).click();
  await expect(page).toHaveURL(/#\/blog$/);
  await expect(menu(page)).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('a link leads past the header to the content', { tag: '@desktop' }, async ({ page }) => {
  for (const address of ['/#/blog', '/#/confidentialite']) {
    // each page anew: one that is gone to takes the focus to its title
    await page.goto('about:blank');
    await page.goto(address);
    await expectWhole(page);
    const skip = page.getByRole('link', { name: 'Aller au contenu' });
    await skip.focus();
    await expect(skip).toBeInViewport();
    const before = page.url();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    expect(page.url()).toBe(before);
  }
  await page.goto('about:blank');
  await page.goto('/');
  // what the page drew before its application would not keep the focus
  await expectWhole(page);
  await page.getByRole('link', { name: 'Aller au contenu' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(offered(page)).toBeFocused();
});
