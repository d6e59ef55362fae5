import type { Page } from '@playwright/test';
import { expect, expectWhole, offered, test } from '../fixtures.ts';

const ARTICLE = '/#/blog/view/taux-intermediaire';

/** Holds the application back, as a slow network does. */
async function holdApplication(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route('**/assets/index-*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
}

/** Opens a page of which only the skeleton will be there. */
const open = (page: Page, address: string) => page.goto(address, { waitUntil: 'commit' });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

test('an article shows its head, its cover and text alone before the application is there', async ({
  page,
  db,
}) => {
  await test.step('its head and its cover', async () => {
    const { rows } = await db.query(
      `SELECT topic, reading_time, title, descriptions, image, image_alt FROM articles WHERE id = $1`,
      ['taux-intermediaire'],
    );
    const [row] = rows;
    const release = await holdApplication(page);
    await open(page, ARTICLE);
    await expect(heading(page, row.title)).toBeVisible();
    const article = page.getByRole('article').first();
    await expect(article).toContainText(`${row.topic} ${row.reading_time} min de lecture`);
    await expect(article.getByRole('listitem')).toHaveText(row.descriptions);
    const cover = article.getByRole('img', { name: row.image_alt });
    await expect(cover).toHaveAttribute('src', `/images/articles/${row.image}.webp`);
    await expect(cover).toHaveJSProperty('complete', true);
    await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'true');
    const [before, place] = [await heading(page, row.title).boundingBox(), await cover.boundingBox()];

    release();
    await expectWhole(page);
    expect(await heading(page, row.title).boundingBox()).toEqual(before);
    expect(await cover.boundingBox()).toEqual(place);
    await expect(article.locator('time')).toBeVisible();
  });
  await test.step('what an article says is text', async () => {
    await page.goto('about:blank');
    const title = '<b>Gras</b> & {image} %7Bid%7D "cité"';
    await page.route('**/api/public/blog/articles/view/*', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ json: { ...(await answer.json()), title, descriptions: [title, '{title}'] } });
    });
    const release = await holdApplication(page);
    await open(page, ARTICLE);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(page.getByRole('article').getByRole('listitem')).toHaveText([title, '{title}']);
    release();
    await expectWhole(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  });
});

test('the blog shows its first article before the application is there, and none of another topic', async ({
  page,
}) => {
  await test.step('the first article', async () => {
    const release = await holdApplication(page);
    await open(page, '/#/blog');
    await expect(heading(page, 'Le blog de Parité')).toBeVisible();
    const article = page.getByRole('article');
    await expect(article).toHaveCount(1);
    const link = await article.getByRole('link').getAttribute('href');
    const cover = article.locator('img');
    await expect(cover).toHaveJSProperty('complete', true);
    // a filter that does nothing yet is not shown
    await expect(page.getByRole('button', { name: 'Tout voir' })).toHaveCount(0);
    const [before, place] = [await article.boundingBox(), await cover.boundingBox()];

    release();
    await expectWhole(page);
    await expect(page.getByRole('button', { name: 'Tout voir' })).toBeVisible();
    expect(await article.first().boundingBox()).toEqual(before);
    expect(await cover.first().boundingBox()).toEqual(place);
    await expect(article.first().getByRole('link')).toHaveAttribute('href', link ?? '');
  });
  await test.step('a topic that was asked for is waited for with no other article', async () => {
    await page.goto('about:blank');
    const release = await holdApplication(page);
    await open(page, '/#/blog?theme=Taux+et+marges');
    await expect(page.getByText('Chargement de la page')).toBeAttached();
    release();
    await expect(page.getByRole('button', { name: 'Taux et marges' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
  });
});

test('links of the skeleton lead where they say', async ({ page }) => {
  await test.step('followed before the application is there', async () => {
    const release = await holdApplication(page);
    await open(page, '/');
    await expect(heading(page, 'Le juste taux')).toBeVisible();
    await page.getByRole('contentinfo').getByRole('link', { name: 'Blog' }).click();
    await expect(page).toHaveURL(/#\/blog$/);
    release();
    await expect(heading(page, 'Le blog de Parité')).toBeVisible();
    await expectWhole(page);
  });
  await test.step('pressed in the skeleton and let go in the page', async () => {
    await page.goto('about:blank');
    const release = await holdApplication(page);
    await open(page, ARTICLE);
    const link = page.getByRole('link', { name: 'Tous les articles' });
    await link.hover();
    await page.mouse.down();
    release();
    await expectWhole(page);
    await page.mouse.up();
    await expect(heading(page, 'Le blog de Parité')).toBeFocused();
  });
});

test('a page opened in a tab that is not seen is whole there', async ({ page }) => {
  await page.addInitScript(`
    Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
    window.PerformanceObserver = class { observe() {} };
  `);
  await page.goto('/');
  await expect(offered(page)).toBeVisible({ timeout: 1_400 });
});
