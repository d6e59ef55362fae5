import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

export async function expectAccessible(page: Page): Promise<void> {
  // without frames axe need not run a second time in a page of its own, which takes thrice as long
  expect(page.frames()).toHaveLength(1);
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ runOnly: TAGS, resultTypes: ['violations'] })
    .analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`)).toEqual([]);
}

/**
 * Each page is audited at both widths and in both schemes, not in all four of them: light on the phone, dark
 * on the desktop. A contrast is of the scheme, whatever the width, and an audit takes its time.
 */
export async function wearAuditedScheme(page: Page, isMobile: boolean): Promise<void> {
  await page.emulateMedia({ colorScheme: isMobile ? 'light' : 'dark', reducedMotion: 'reduce' });
}

/** Nothing is wider than the window, at the widths of a phone, of a tablet, of a desktop and of a zoom to 200 %. */
export async function expectNoSidewaysScroll(page: Page, isMobile: boolean): Promise<void> {
  for (const width of isMobile ? [320, 360] : [360, 720, 768, 1440]) {
    await page.setViewportSize({ width, height: 740 });
    // a table becomes a list a moment after its window became a phone's
    await expect
      .poll(
        () =>
          page.evaluate<number>(
            'document.documentElement.scrollWidth - document.documentElement.clientWidth',
          ),
        { message: `at ${width} pixels` },
      )
      .toBe(0);
  }
}

/** Counts what moves from now on, as the browser does. */
export async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(`
    window.shifts = 0;
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries()) if (!shift.hadRecentInput) window.shifts += shift.value;
    }).observe({ type: 'layout-shift', buffered: true });
  `);
  return async () => {
    // two frames later the last shifts are counted
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    return page.evaluate<number>('window.shifts');
  };
}
