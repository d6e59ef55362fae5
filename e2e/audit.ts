import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { RunOnly } from 'axe-core';
import { expectValidHtml } from './valid-html.ts';

export const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const TAGS = [...WCAG, 'best-practice'];
// Rules that a scheme can break where the other keeps them.
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export async function expectAccessible(page: Page): Promise<void> {
  await expectNoViolations(page, { type: 'tag', values: TAGS });
  await expectValidHtml(page);
  await expectClearEdges(page);
}

async function expectNoViolations(page: Page, rules: RunOnly): Promise<void> {
  await page.evaluate(HIDE_LATER_ROWS);
  const violations = await findViolations(page, rules);
  await page.evaluate(SHOW_LATER_ROWS);
  expect(violations).toEqual([]);
}

// A colour may be on its way to another.
const expectClearEdges = (page: Page) =>
  expect.poll(() => page.evaluate<string[]>(FIND_FAINT_EDGES)).toEqual([]);

/** What axe finds in the page, which it is brought into once: its half megabyte would be read anew for each audit. */
export async function findViolations(page: Page, runOnly: RunOnly): Promise<string[]> {
  // frames would need axe each
  expect(page.frames()).toHaveLength(1);
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(AXE);
  await page.evaluate(STAND_STILL);
  // hidden stops of the keyboard beside an open menu move the focus on as soon as they get it
  return page.evaluate<string[]>(`
    axe.run({ exclude: ['[data-base-ui-focus-guard]'] }, ${JSON.stringify({ runOnly, resultTypes: ['violations'] })})
      .then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join('\\n')))
  `);
}

/** A dialog that comes is as faint as it was at that moment. */
const STAND_STILL = `Promise.all(document.getAnimations()
  .filter(({ effect }) => effect.getComputedTiming().endTime <= 1000)
  .map(({ finished }) => finished.catch(() => undefined)))`;

/**
 * Rows of a list are alike, and an audit of 152 of them takes ten times as long. What lies half under a bar that sticks
 * is scrolled from there, and is no small target.
 */
const HIDE_LATER_ROWS = `(() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('tr:nth-child(n + 21):not(:focus-within), li:nth-child(n + 21):not(:focus-within) { display: none !important } [class*=FootBar_bar], [class*=Sheet_head] { position: static !important }');
  document.adoptedStyleSheets.push(window.laterRows = sheet);
})()`;
const SHOW_LATER_ROWS =
  'document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== window.laterRows)';

/**
 * WCAG 1.4.11, which axe does not measure: what is typed in or pressed, and has a border, stands out from what is
 * around it by 3:1, by its border or by its ground.
 */
const FIND_FAINT_EDGES = `(() => {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const known = new Map();
  const lightness = (color) => {
    if (!known.has(color)) known.set(color, measure(color));
    return known.get(color);
  };
  const measure = (color) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    if (a < 255) return null;
    const [x, y, z] = [r, g, b].map((v) => (v <= 10.31 ? v / 3294.6 : ((v / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const grounds = new Map();
  const ground = (element) => {
    if (!element) return lightness('Canvas');
    if (!grounds.has(element))
      grounds.set(element, lightness(getComputedStyle(element).backgroundColor) ?? ground(element.parentElement));
    return grounds.get(element);
  };
  const standsOut = (one, other) =>
    one !== null && (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05) >= 3;
  return [...document.querySelectorAll('input, select, textarea, button, a[class*=button]')]
    .filter((control) => control.checkVisibility() && !control.matches(':disabled, [aria-disabled=true]'))
    // the frame of a field is around it
    .map((control) => (control.matches('button, a') ? control : (control.closest('[class*=frame], [class*=field]') ?? control)))
    .filter((edge) => {
      const { borderTopWidth, borderTopColor } = getComputedStyle(edge);
      return parseFloat(borderTopWidth) > 0 && lightness(borderTopColor) !== null;
    })
    .filter((edge) => {
      const { borderTopColor, backgroundColor } = getComputedStyle(edge);
      const around = ground(edge.parentElement);
      return !standsOut(lightness(borderTopColor), around) && !standsOut(lightness(backgroundColor), around);
    })
    .map((edge) => edge.outerHTML.slice(0, 160));
})()`;

/**
 * Each page is audited at both widths and in both schemes, not in all four of them: light on the phone, dark
 * on the desktop. A contrast is of the scheme, whatever the width, and an audit takes its time.
 */
export async function wearAuditedScheme(page: Page, isMobile: boolean): Promise<void> {
  await page.emulateMedia({ colorScheme: isMobile ? 'light' : 'dark', reducedMotion: 'reduce' });
}

/** Of a page that is looked at in one width alone. Its elements are the same in both schemes, its colours are not. */
export async function expectAccessibleInBothSchemes(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await expectNoViolations(page, { type: 'rule', values: OF_COLOURS });
  await expectClearEdges(page);
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

const WIDTHS = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } };

/** Both widths of one page that is opened once, each in its scheme. */
export async function atBothWidths(page: Page, look: (isMobile: boolean) => Promise<void>): Promise<void> {
  const size = page.viewportSize();
  for (const isMobile of [true, false]) {
    await wearAuditedScheme(page, isMobile);
    await page.setViewportSize(isMobile ? WIDTHS.phone : WIDTHS.desktop);
    await look(isMobile);
  }
  if (size) await page.setViewportSize(size);
}

/** Three widths of one page, the first and the last of them audited, each in its scheme. */
export async function atThreeWidths(page: Page, look: (width: number) => Promise<void>): Promise<void> {
  for (const [width, colorScheme] of [
    [360, 'light'],
    [768, null],
    [1440, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await look(width);
    if (colorScheme === null) continue;
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expectAccessible(page);
  }
}

/** Audits of a page at both widths. */
export async function auditBothWidths(page: Page): Promise<void> {
  await atBothWidths(page, async (isMobile) => {
    await expectAccessible(page);
    await expectNoSidewaysScroll(page, isMobile);
  });
}
