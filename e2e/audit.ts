import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`)).toEqual([]);
}

/**
 * Each page is audited at both widths and in both schemes, not in all four of them: a contrast is of the
 * scheme, whatever the width, and an audit takes its seconds.
 */
export function auditOnce(colorScheme: 'light' | 'dark', isMobile: boolean): void {
  test.skip((colorScheme === 'light') !== isMobile, 'audited at the other width');
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
