import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import type { Email } from 'postal-mime';

/** A letter as a mail reader draws it, at the widths of a phone and of a desk, in both schemes. */
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
  for (const width of [700, 360]) {
    await page.setViewportSize({ width, height: 740 });
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      const { violations } = await new AxeBuilder({ page })
        .setLegacyMode()
        .options({ runOnly: ['wcag2a', 'wcag2aa', 'wcag22aa'], resultTypes: ['violations'] })
        .analyze();
      expect(violations.map(({ id, nodes }) => [id, ...nodes.map((node) => node.html)])).toEqual([]);
    }
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
  }
}
