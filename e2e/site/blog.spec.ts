import type { Page } from '@playwright/test';
import type { Pool } from 'pg';
import { auditBothWidths, watchShifts } from '../audit.ts';
import { expect, expectWhole, test } from '../fixtures.ts';

type Row = { id: string; group: string; topic: string; title: string; is_featured: boolean };

/** The articles as the blog orders them: groups by their featured article, newest first. */
async function articles(db: Pool): Promise<Row[]> {
  const { rows } = await db.query<Row>(
    `SELECT id, "group", topic, title, is_featured FROM articles ORDER BY publication_date DESC, id`,
  );
  const groups = rows.filter(({ is_featured }) => is_featured).map(({ group }) => group);
  return groups.flatMap((group) => [
    ...rows.filter((row) => row.group === group && row.is_featured),
    ...rows.filter((row) => row.group === group && !row.is_featured),
  ]);
}

async function openBlog(page: Page) {
  await page.goto('/#/blog');
  await expectWhole(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Le blog de Parité' })).toBeVisible();
}

/** The same, and its layout does not shift while the articles are on their way. */
async function openBlogStill(page: Page) {
  await test.step('nothing moves while the articles arrive', async () => {
    const shifts = await watchShifts(page);
    const held = Promise.withResolvers<void>();
    const ARTICLES = '**/api/public/blog/articles';
    await page.route(ARTICLES, async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto('/#/blog');
    await expect(page.getByText('Chargement de la page')).toBeAttached();
    held.resolve();
    await expect(page.getByRole('article').first().locator('img')).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(await shifts()).toBeLessThan(0.01);
    await page.unroute(ARTICLES);
  });
}

const topic = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const titles = (page: Page, level: 2 | 3) => page.getByRole('article').getByRole('heading', { level });

test('groups, the filter and an article by keyboard, and the way back', { tag: '@desktop' }, async ({
  page,
  db,
}) => {
  test.slow();
  await openBlogStill(page);
  await test.step('nothing is cut and axe finds nothing on the blog', () => auditBothWidths(page));
  await test.step('each group is led by its featured article', async () => {
    const rows = await articles(db);
    expect(rows.length).toBeGreaterThanOrEqual(8);
    const groups = [...new Set(rows.map(({ group }) => group))];
    expect(groups.length).toBeGreaterThanOrEqual(3);
    await expect(page.locator('main section').getByRole('heading', { level: 2 })).toHaveText(groups);
    await expect(titles(page, 3)).toHaveText(rows.map(({ title }) => title));
    await expect(page.getByRole('status')).toHaveText(`${rows.length} articles`);
  });
  await test.step('the choice of a topic is found again', async () => {
    await topic(page, 'Frontière').click();
    await page.getByRole('link', { name: 'Voyager avec des espèces' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Voyager avec des espèces' })).toBeFocused();
    await page.goBack();
    await expect(topic(page, 'Frontière')).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByRole('article')).toHaveCount(2);
    await page.reload();
    await expect(topic(page, 'Frontière')).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByRole('article')).toHaveCount(2);
  });
  await test.step('keyboard alone filters and opens an article', async () => {
    await openBlog(page);
    await topic(page, 'Tout voir').focus();
    for (let tab = 0; tab < 30; tab += 1) {
      await page.keyboard.press('Tab');
      if ((await topic(page, 'Taux et marges').and(page.locator(':focus')).count()) === 1) break;
    }
    await page.keyboard.press('Space');
    await expect(page.getByRole('article')).toHaveCount(3);
    await expect(topic(page, 'Taux et marges')).toBeFocused();
    const link = page.getByRole('article').getByRole('link').first();
    const name = (await link.textContent()) ?? '';
    for (let tab = 0; tab < 30 && (await link.and(page.locator(':focus')).count()) === 0; tab += 1) {
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name })).toBeFocused();
  });
});

test('the filter, and covers that are all there before they are scrolled to', { tag: '@phone' }, async ({
  page,
  db,
}) => {
  await openBlogStill(page);
  await test.step('all topics first, then only the articles of one', async () => {
    const rows = await articles(db);
    await expect(topic(page, 'Tout voir')).toHaveAttribute('aria-pressed', 'true');
    // a filter filters: each topic is of several articles
    const topics = [...new Set(rows.map((row) => row.topic))];
    expect(topics.length).toBeGreaterThanOrEqual(4);
    expect(topics.length).toBeLessThanOrEqual(5);
    for (const one of topics) expect(rows.filter((row) => row.topic === one).length).toBeGreaterThan(1);
    for (const wanted of ['Taux et marges', 'Frontière']) {
      const found = rows.filter((row) => row.topic === wanted);
      await topic(page, wanted).click();
      await expect(topic(page, wanted)).toHaveAttribute('aria-pressed', 'true');
      await expect(topic(page, 'Tout voir')).toHaveAttribute('aria-pressed', 'false');
      await expect(titles(page, 2)).toHaveText(found.map(({ title }) => title));
      await expect(page.getByRole('article')).toHaveCount(found.length);
      await expect(page.getByRole('status')).toHaveText(
        `${found.length} articles sur le thème « ${wanted} »`,
      );
    }
    await topic(page, 'Tout voir').click();
    await expect(page.getByRole('article')).toHaveCount(rows.length);
  });
  await test.step('covers keep their place, come in two sizes, the first one first', async () => {
    const covers = page.getByRole('article').locator('img');
    const seen = await covers.evaluateAll((images) =>
      images.map((image) => ({
        sized: image.getAttribute('width') === '1200' && image.getAttribute('height') === '675',
        sizes: (image.getAttribute('srcset') ?? '').replace(/\S+-600\.webp 600w, \S+\.webp 1200w/, 'two'),
        loading: image.getAttribute('loading'),
        priority: image.getAttribute('fetchpriority'),
      })),
    );
    expect(seen.length).toBeGreaterThanOrEqual(8);
    expect(seen[0]).toEqual({ sized: true, sizes: 'two', loading: 'eager', priority: 'high' });
    for (const cover of seen.slice(1)) {
      expect(cover).toMatchObject({ sized: true, sizes: 'two', priority: 'auto' });
    }
    // nothing was scrolled to: what is printed shows them all
    await expect
      .poll(() =>
        covers.evaluateAll((images) => images.every((image) => Reflect.get(image, 'naturalWidth') > 0)),
      )
      .toBe(true);
  });
});
