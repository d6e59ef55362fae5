import type { Page } from '@playwright/test';

/** Texts and acts within an element that lie upon one another. */
export function findOverlaps(page: Page, selector: string): Promise<string[]> {
  return page.evaluate<string[]>(`
    [...document.querySelectorAll(${JSON.stringify(selector)})].flatMap((around) => {
      const walker = document.createTreeWalker(around, NodeFilter.SHOW_TEXT);
      const boxes = [];
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (node.data.trim() === '' || node.parentElement.closest('.visually-hidden')) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        for (const box of range.getClientRects()) boxes.push({ said: node.data, element: node.parentElement, box });
      }
      for (const act of around.querySelectorAll('button'))
        boxes.push({ said: act.textContent, element: act, box: act.getBoundingClientRect() });
      return boxes.flatMap(({ said, element, box }, i) => boxes.slice(i + 1).flatMap((other) => {
        const wide = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
        const high = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
        return wide > 2 && high > 5 && !other.element.contains(element) && said !== other.said ? [said + ' / ' + other.said] : [];
      }));
    })
  `);
}

/** Most words that one window shows, on the way down the page. */
export function countMostWords(page: Page): Promise<number> {
  return page.evaluate<number>(`
    (() => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      scrollTo(0, 0);
      // what lies behind the bar at the foot is not shown
      const aside = document.querySelector('aside[class*=aside]')?.getBoundingClientRect();
      const foot = aside && Math.round(aside.bottom) === innerHeight ? aside.top : innerHeight;
      const lines = [];
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const { parentElement } = node;
        if (parentElement.closest('.visually-hidden, .skip, noscript, template, script, style')) continue;
        if (!parentElement.checkVisibility({ visibilityProperty: true })) continue;
        range.selectNodeContents(node);
        const box = range.getBoundingClientRect();
        const words = node.data.split(/\\s+/).filter((word) => /[\\p{L}\\d]/u.test(word)).length;
        // a bar that stays is in every window
        if (box.width >= 2 && words > 0) lines.push({ words, isBar: parentElement.closest('aside[class*=aside]') !== null, top: box.top + scrollY, bottom: box.bottom + scrollY });
      }
      const windows = Array.from({ length: 1 + Math.ceil((document.documentElement.scrollHeight - innerHeight) / 20) }, (_, i) => i * 20);
      return Math.max(...windows.map((top) => lines
        .filter((line) => line.isBar || (line.bottom > top && line.top < top + foot))
        .reduce((sum, { words }) => sum + words, 0)));
    })()
  `);
}
