// Duration: every kind of rendered page at both widths, by axe, too.
import type { Page } from '@playwright/test';
import {
  atBothWidths,
  auditBothWidths,
  expectAccessible,
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  findViolations,
} from '../audit.ts';
import { expect, test } from '../fixtures.ts';
import { expectNothingCut } from '../large-text.ts';

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

test.describe('with scripts off', () => {
  test.use({ javaScriptEnabled: false });

  test('the landing page is whole, its form compares, and a currency is found from the list and read', {
    tag: '@desktop',
  }, async ({ page, expectedProblems }) => {
    await page.goto('/');
    await expect(heading(page, 'Le juste taux, avant de partir.')).toBeVisible();
    for (const name of [
      'Comment fonctionne le comparateur',
      'Les bureaux partenaires',
      'Questions fréquentes',
    ])
      await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
    // nothing that a script alone does, nor its room
    const partners = page.getByRole('region', { name: 'Les bureaux partenaires' });
    expect((await partners.boundingBox())?.height).toBeLessThan(500);
    await expect(page.getByText('Vous partez plus tard')).toBeHidden();
    await expect(page.getByRole('main').getByRole('button')).toHaveText(['Comparer']);
    const question = page.locator('details').first();
    await question.locator('summary').click();
    await expect(question.locator('p').first()).toBeVisible();
    await page.getByLabel('Montant que je donne').fill('1 200');
    await page.getByLabel('Devise', { exact: true }).selectOption('JPY');
    await page.getByRole('button', { name: 'Comparer', exact: true }).click();
    await expect(page).toHaveURL(/\/comparer\/1200-eur-jpy$/);
    await page.getByRole('banner').getByRole('link', { name: 'Blog' }).click();
    await expect(heading(page, 'Le blog de Parité')).toBeVisible();

    await page.getByRole('banner').getByRole('link', { name: 'Devises' }).click();
    await expect(heading(page, 'Toutes les devises')).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Yen japonais' }).click();
    await expect(heading(page, 'Changer des euros en yens japonais')).toBeVisible();
    await expect(page).toHaveURL(/\/devises\/yen-japonais$/);
    await expect(page.getByRole('main')).toContainText(
      /La meilleure offre de \d+\sbureaux, chez .*\. Son taux a été fixé (hier )?à/,
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
});

// a page of each kind, the first of a line with what the others have
const KINDS = {
  currencies: ['/devises/dirham-marocain', '/devises', '/devises/livre-sterling/vendre'],
  comparisons: ['/comparer/500-eur-usd/lyon-69', '/comparer', '/comparer/300-gbp-eur'],
  'bureaux and places': [
    '/change/lyon-69',
    '/change/aeroport-lys',
    '/change/villeurbanne-69',
    '/change',
    '/bureaux/aerochange',
    '/bureaux',
  ],
  texts: ['/blog/devises-non-convertibles', '/blog', '/methode', '/confidentialite', '/plan-du-site'],
};

for (const [kind, [fullest, ...others]] of Object.entries(KINDS)) {
  test(`${kind} are accessible at both widths, as narrow as any window, and whole with text at 200 %`, {
    tag: '@desktop',
  }, async ({ page }) => {
    test.slow();
    await page.goto(fullest ?? '');
    await auditBothWidths(page);
    await expectWholeInLargeText(page, fullest ?? '');
    for (const path of others) {
      await page.goto(path);
      await auditInBothSchemes(page);
      await expectWholeInLargeText(page, path);
    }
  });
}

// Elements are the same at both widths, without a script: a wide page is looked at for its colours and its width.
async function auditInBothSchemes(page: Page): Promise<void> {
  await atBothWidths(page, async (isMobile) => {
    if (isMobile) await expectAccessible(page);
    else
      expect(
        await findViolations(page, { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }),
      ).toEqual([]);
    await expectNoSidewaysScroll(page, isMobile);
  });
}

async function expectWholeInLargeText(page: Page, path: string): Promise<void> {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.evaluate("document.documentElement.style.fontSize = '200%'");
  await expectNothingCut(page, path);
}

test('an article is the same behind the hash, and the application leads to the pages and they lead back', {
  tag: '@desktop',
}, async ({ page }) => {
  const id = 'devises-non-convertibles';
  const text = () =>
    page
      .getByRole('article')
      .locator('h1, h2, h3, p, li, td')
      .allInnerTexts()
      .then((texts) => texts.filter((each) => each.length > 40));
  await page.goto(`/blog/${id}`);
  const rendered = await text();
  expect(rendered.length).toBeGreaterThan(5);
  await page.goto(`/#/blog/view/${id}`);
  await expect(heading(page, 'Ces devises qui ne sortent pas de leur pays')).toBeVisible();
  await expect.poll(text).toEqual(rendered);
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

test('React comes with the first focus of a form, takes no open list away, and searches a currency', {
  tag: '@desktop',
}, async ({ page }) => {
  const scripts: Promise<{ url: string; text: string; bytes: number }>[] = [];
  page.on('requestfinished', (request) => {
    if (request.resourceType() !== 'script') return;
    const read = async () => {
      const [sizes, response] = await Promise.all([request.sizes(), request.response()]);
      return { url: request.url(), text: (await response?.text()) ?? '', bytes: sizes.responseBodySize };
    };
    scripts.push(read());
  });
  await page.goto('/devises/yen-japonais', { waitUntil: 'networkidle' });
  const [first, ...others] = await Promise.all(scripts);
  expect(others).toEqual([]);
  expect(first?.bytes).toBeLessThan(40_000);
  expect(first?.text).not.toMatch(/react/i);

  await page.getByLabel('Montant que je donne').fill('800');
  const currency = page.getByRole('button', { name: /^Devise / });
  await expect(currency).toHaveAccessibleName('Devise Yen japonais (JPY)');
  await expect(page.getByLabel('Montant que je donne')).toBeFocused();
  await expect(page.getByLabel('Montant que je donne')).toHaveValue('800');
  await currency.click();
  await page.getByRole('combobox', { name: 'Rechercher une devise' }).fill('maroc');
  await expectAccessibleInBothSchemes(page);
  await page.keyboard.press('Enter');
  await expect(currency).toHaveAccessibleName('Devise Dirham marocain (MAD)');
  await expect(currency).toBeFocused();
  await page.getByRole('button', { name: 'Comparer', exact: true }).click();
  await expect(page).toHaveURL(/\/comparer\/800-eur-mad$/);
  await test.step('an open list of the browser stays until it is left', async () => {
    await page.goto('/comparer');
    const select = page.locator('select[name="devise"]');
    await select.focus();
    const fetched = `performance.getEntriesByType('resource').some(({ name }) => name.includes('/CurrencyField-'))`;
    await expect.poll(() => page.evaluate(fetched)).toBe(true);
    await expect(select).toBeFocused();
    await select.selectOption('JPY');
    await page.getByLabel('Montant que je donne').focus();
    await expect(page.getByRole('button', { name: 'Devise Yen japonais (JPY)' })).toBeVisible();
  });
});

type Edges = Record<'left' | 'right' | 'top' | 'bottom', number>;

test('the header is one line, no pin covers another, and the map of an airport names what is near, uncut', {
  tag: '@desktop',
}, async ({ page }) => {
  await page.goto('/bureaux');
  for (const width of [360, 640, 768, 1000, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await expect
      .poll(async () => (await page.getByRole('banner').boundingBox())?.height, String(width))
      .toBe(72);
  }
  await page.setViewportSize({ width: 360, height: 800 });
  for (const path of ['/change/lyon-69', '/change/paris-75', '/bureaux/aerochange']) {
    await page.goto(path);
    const pins = await page
      .locator('svg a[href^="#agence-"] rect')
      .evaluateAll((found) => found.map((pin) => pin.getBoundingClientRect().toJSON() as Edges));
    expect(pins.length, path).toBeGreaterThan(1);
    const covered = pins.filter((one) =>
      pins.some(
        (other) =>
          other !== one &&
          one.left < other.right &&
          other.left < one.right &&
          one.top < other.bottom &&
          other.top < one.bottom,
      ),
    );
    expect(covered, path).toEqual([]);
  }
  await page.goto('/change/aeroport-lys');
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 });
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
