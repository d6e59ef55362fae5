// Duration: every kind of rendered page in several widths and both schemes, by axe, too.
import type { Page } from '@playwright/test';
import { expectAccessibleInBothSchemes, expectNoSidewaysScroll } from '../audit.ts';
import { expect, openLanding, test } from '../fixtures.ts';

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

test.describe('with scripts off', () => {
  test.use({ javaScriptEnabled: false });

  test('a currency is found from the list, read, and compared by its form', { tag: '@desktop' }, async ({
    page,
    expectedProblems,
  }) => {
    await page.goto('/devises');
    await expect(heading(page, 'Toutes les devises')).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Yen japonais' }).click();
    await expect(heading(page, 'Changer des euros en yens japonais')).toBeVisible();
    await expect(page).toHaveURL(/\/devises\/yen-japonais$/);
    await expect(page.getByRole('main')).toContainText(
      /remet le plus sur \d+\sbureaux, au taux fixé (hier )?à/,
    );
    // amounts both ways, and the extremes of the rate
    await expect(page.getByRole('table')).toHaveCount(3);

    await page.getByLabel('Montant que je donne').fill('1 200');
    await page.getByLabel('Devise', { exact: true }).selectOption('USD');
    await page.getByRole('button', { name: 'Comparer', exact: true }).click();
    await expect(page).toHaveURL(/\/comparer\/1200-eur-usd$/);
    await expect(heading(page, /^€\s1\s200 en dollars des États-Unis$/)).toBeVisible();
    expect(await page.getByRole('main').getByRole('listitem').count()).toBeGreaterThan(5);

    expectedProblems.push(/status of 400/);
    await page.getByLabel('Montant que je donne').fill('douze');
    await page.getByRole('button', { name: 'Comparer', exact: true }).click();
    await expect(page.getByRole('alert')).toHaveText('Indiquez un montant entier, par exemple 500.');
  });

  test('the landing page is whole, and its form leads to a comparison', { tag: '@desktop' }, async ({
    page,
  }) => {
    await page.goto('/');
    await expect(heading(page, 'Le juste taux, avant de partir.')).toBeVisible();
    for (const name of [
      'Comment fonctionne le comparateur',
      'Les bureaux partenaires',
      'Questions fréquentes',
    ])
      await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
    // nothing that a script alone does
    await expect(page.getByRole('main').getByRole('button')).toHaveText(['Comparer']);
    const question = page.locator('details').first();
    await question.locator('summary').click();
    await expect(question.locator('p').first()).toBeVisible();

    await page.getByLabel('Montant que je donne').fill('1 200');
    await page.getByLabel('Devise', { exact: true }).selectOption('JPY');
    await page.getByRole('button', { name: 'Comparer', exact: true }).click();
    await expect(page).toHaveURL(/\/comparer\/1200-eur-jpy$/);
    await page.goto('/');
    await page.getByRole('banner').getByRole('link', { name: 'Blog' }).click();
    await expect(heading(page, 'Le blog de Parité')).toBeVisible();
  });

  test('every kind of page is read', { tag: '@desktop' }, async ({ page }) => {
    for (const [path, name] of [
      ['/devises/dollar-americain/vendre', 'Changer des dollars des États-Unis en euros'],
      ['/bureaux', 'Les bureaux de change comparés'],
      ['/bureaux/aerochange', 'Aérochange'],
      ['/change', 'Où changer de l’argent'],
      ['/change/lyon-69', 'Changer de l’argent à Lyon'],
      ['/change/villeurbanne-69', 'Changer de l’argent à Villeurbanne'],
      ['/comparer/500-eur-usd/lyon-69', /^€\s500 en dollars des États-Unis à Lyon$/],
      ['/methode', 'Comment fonctionne le comparateur'],
      ['/mentions-legales', 'Mentions légales'],
      ['/plan-du-site', 'Plan du site'],
      ['/blog', 'Le blog de Parité'],
      ['/blog/devises-non-convertibles', 'Ces devises qui ne sortent pas de leur pays'],
    ] as const) {
      await page.goto(path);
      await expect(heading(page, name)).toBeVisible();
      await expect(page.getByRole('complementary', { name: 'Démonstration' })).toBeVisible();
      await expect(page.getByRole('navigation', { name: 'Fil d’Ariane' })).toBeVisible();
    }
  });
});

test('rendered pages are accessible, as narrow as any window, and break no policy', async ({
  page,
  isMobile,
}) => {
  // an audit a page and scheme
  test.slow();
  for (const path of [
    '/devises',
    '/devises/dirham-marocain',
    '/comparer/300-gbp-eur',
    '/comparer',
    '/bureaux/aerochange',
    '/change/lyon-69',
    '/plan-du-site',
    '/blog/devises-non-convertibles',
    '/methode',
  ]) {
    await page.goto(path);
    await expectAccessibleInBothSchemes(page);
    await expectNoSidewaysScroll(page, isMobile);
  }
});

test('the footer of the application leads to them, and they lead back', { tag: '@desktop' }, async ({
  page,
}) => {
  await openLanding(page);
  await page
    .getByRole('navigation', { name: 'Pied de page' })
    .getByRole('link', { name: 'Plan du site' })
    .click();
  await expect(heading(page, 'Plan du site')).toBeVisible();
  await page.goto('/comparer/500-eur-usd');
  await page
    .getByRole('link', { name: 'Choisir un bureau, un lieu ou une heure dans le comparateur' })
    .click();
  await expect(page.getByRole('heading', { level: 2, name: /pour €\s500/ })).toBeVisible();
});

test('the header is one line at every width', { tag: '@desktop' }, async ({ page }) => {
  for (const width of [360, 640, 768, 1000, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/bureaux');
    expect((await page.getByRole('banner').boundingBox())?.height, String(width)).toBe(72);
  }
});

test('the map of a lone airport names what is near, and cuts no name', { tag: '@desktop' }, async ({
  page,
}) => {
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/change/aeroport-lys');
    const places = await page
      .locator('svg:has(> title)', { hasText: 'Carte des agences' })
      .evaluate((map) => {
        const { left, right } = map.getBoundingClientRect();
        return [...map.querySelectorAll('[data-kind] text')]
          .map((name) => name.getBoundingClientRect())
          .filter((box) => box.width > 0 && box.right > left && box.left < right)
          .map((box) => box.left >= left && box.right <= right);
      });
    expect(places.length, String(width)).toBeGreaterThan(0);
    expect(places, String(width)).not.toContain(false);
  }
});
