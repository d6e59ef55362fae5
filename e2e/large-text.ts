import { expect, type Page } from '@playwright/test';

/** The text of a person who has set it twice as large (WCAG 1.4.4): the page is not zoomed, so there is no more room. */
export async function enlargeText(page: Page): Promise<void> {
  await page.addInitScript(LARGE_TEXT);
}

// For a page that is open, too.
export const LARGE_TEXT = `(() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(':root { font-size: 200% }');
  document.adoptedStyleSheets.push(sheet);
})()`;

/** With it, nothing scrolls sideways but what scrolls in a frame of its own, and no text is cut. */
export async function expectNothingCut(page: Page, where: string): Promise<void> {
  expect(await page.evaluate<string>('getComputedStyle(document.documentElement).fontSize')).toBe('32px');
  await expect.poll(() => page.evaluate<string[]>(FIND_CUT), { message: where }).toEqual([]);
}

const FIND_CUT = `(() => {
  const { scrollWidth, clientWidth } = document.documentElement;
  const found = new Set();
  const name = (element) => element.outerHTML.slice(0, 140);
  const scrolls = (element) => element !== document.body && (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
  if (scrollWidth > clientWidth) {
    found.add('the page is ' + (scrollWidth - clientWidth) + ' pixels wider than the window');
    const beyond = [...document.querySelectorAll('body *')].filter((element) => element.checkVisibility() && element.getBoundingClientRect().right > clientWidth + 1 && !scrolls(element.parentElement));
    for (const element of beyond.slice(-4)) found.add('beyond the window: ' + name(element));
  }
  const clips = (value) => value === 'hidden' || value === 'clip';
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    // what is shortened by intention says the whole in its title
    if (text.data.trim() === '' || text.parentElement.closest('.visually-hidden, .skip, noscript, template, svg, [title]:not([title=""])')) continue;
    if (!text.parentElement.checkVisibility({ visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const box = range.getBoundingClientRect();
    for (let around = text.parentElement; around !== document.body; around = around.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(around);
      if (overflowX === 'auto' || overflowX === 'scroll') break;
      const frame = around.getBoundingClientRect();
      if (frame.width < 2) break;
      if (clips(overflowX) && (box.left < frame.left - 2 || box.right > frame.right + 2)) found.add('cut at a side: ' + name(text.parentElement));
      if (clips(overflowY) && (box.top < frame.top - 4 || box.bottom > frame.bottom + 4)) found.add('cut above or below: ' + name(text.parentElement));
    }
  }
  for (const field of document.querySelectorAll('input[inputmode=decimal]')) {
    if (field.checkVisibility() && field.value !== '' && field.scrollWidth > field.clientWidth + 1) found.add('cut in its field: ' + name(field));
  }
  return [...found];
})()`;
