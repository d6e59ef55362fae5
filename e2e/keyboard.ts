import { expect, type Locator, type Page } from '@playwright/test';

/** Goes on by the keyboard until something has the focus. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  // looked for once: a role is computed of every part of the page
  let element = await target.elementHandle();
  for (let i = 0; i < 300; i++) {
    const focus = await element?.evaluate((one) => {
      if (!Reflect.get(one, 'isConnected')) return 'gone';
      return Reflect.get(one, 'matches').call(one, ':focus') ? 'here' : 'elsewhere';
    });
    if (focus === 'here') return;
    if (focus === 'gone') element = await target.elementHandle();
    else await page.keyboard.press(key);
  }
  throw new Error('the keyboard does not lead there');
}
