import { expect, type Locator, type Page } from '@playwright/test';

/** Goes on by the keyboard until something has the focus. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  for (let i = 0; i < 300; i++) {
    if ((await target.and(page.locator(':focus')).count()) === 1) return;
    await page.keyboard.press(key);
  }
  throw new Error('the keyboard does not lead there');
}
