import { expect, type Page } from '@playwright/test';
import type { Email } from 'postal-mime';
import { findViolations } from './audit.ts';

/** A letter as a mail reader draws it, at the widths of a phone and of a desk, each in a scheme of its own. */
export async function readLetter(page: Page, { html = '', attachments }: Email): Promise<void> {
  const pictures = new Map(
    attachments.map(({ contentId, mimeType, content }) => [
      contentId?.slice(1, -1),
      `data:${mimeType};base64,${Buffer.from(content as ArrayBuffer).toString('base64')}`,
    ]),
  );
  await page.setContent(html.replace(/(?<=src=")cid:([^"]+)/g, (_, id: string) => pictures.get(id) ?? ''));
  // three at most above what they are about
  expect(await page.locator('h1 ~ p:has(~ table)').count()).toBeLessThanOrEqual(3);
  for (const [width, colorScheme] of [
    [700, 'dark'],
    [360, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 740 });
    await page.emulateMedia({ colorScheme });
    expect(await findViolations(page, { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag22aa'] })).toEqual(
      [],
    );
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
  }
}
