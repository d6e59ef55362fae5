// Duration: every primitive drawn in two schemes and audited by axe.
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { build } from 'vite';
import { pagesConfig } from '../../web/build/pages-config.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../audit.ts';
import { expect, test } from '../fixtures.ts';

const ROOT = join(import.meta.dirname, '../..');
const PRIMITIVES = [
  'Button',
  'TextInput',
  'Field',
  'Select',
  'Combobox',
  'Notice',
  'FileZone',
  'EmptyState',
  'Skeleton',
  'OneOffer',
  'OffersToConfirm',
  'OfferWithGain',
  'EqualOffers',
  'NoOffer',
  'Table',
  'Tabs',
  'Dialog',
  'Badge',
  'Pagination',
  'Toast',
];

// Each region by its title, and how high its states are: one look, not a look for a role each.
const HEIGHTS = `[...document.querySelectorAll('section[aria-labelledby^=shown-]')].map((region) => [
  region.querySelector('h2').textContent,
  region.querySelector(':scope > div').getBoundingClientRect().height,
])`;
const ADDRESS = 'http://catalogue.localhost/';

// with the messages of React's development
async function buildCatalogue(outDir: string): Promise<void> {
  const { plugins = [], ...config } = pagesConfig(
    pathToFileURL(join(ROOT, 'web/catalogue/')),
    'catalogue',
    'localhost',
  );
  await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    plugins: plugins.filter((plugin) => !(plugin && 'name' in plugin && plugin.name === 'precompress')),
    define: { 'process.env.NODE_ENV': '"development"' },
    build: { ...config.build, outDir, minify: false },
  });
}

test('every primitive is drawn, and what opens over the page, and axe finds nothing', {
  tag: '@desktop',
}, async ({ page }) => {
  test.slow();
  const outDir = await mkdtemp(join(tmpdir(), 'parite-catalogue-'));
  await buildCatalogue(outDir);
  await page.route(`${ADDRESS}**`, (route) => {
    const { pathname } = new URL(route.request().url());
    return route.fulfill({ path: join(outDir, pathname === '/' ? 'index.html' : pathname) });
  });
  // each at one width: a contrast has none
  for (const [scheme, ground, isNarrow] of [
    ['light', 'rgb(251, 250, 246)', false],
    ['dark', 'rgb(13, 23, 20)', true],
  ] as const) {
    await test.step(scheme, async () => {
      if (isNarrow) await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(`${ADDRESS}?scheme=${scheme}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.evaluate('document.fonts.ready');
      await expect(page.locator('body')).toHaveCSS('background-color', ground);
      const heights = new Map(await page.evaluate<[string, number][]>(HEIGHTS));
      expect([...heights.keys()]).toEqual(expect.arrayContaining(PRIMITIVES));
      for (const [name, height] of heights) expect(height, name).toBeGreaterThan(20);
      await expectAccessible(page);
      await expectOpened(page);
      await expectNoSidewaysScroll(page, isNarrow);
    });
  }
  await rm(outDir, { recursive: true, force: true });
});

async function expectOpened(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Dire un échec' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  for (const [button, name] of [
    ['Poser une question', 'Suspendre ce bureau ?'],
    ['Dire une erreur', 'ERREUR (503)'],
  ] as const) {
    await page.getByRole('button', { name: button }).click();
    const dialog = page.getByRole('alertdialog', { name });
    await expect(dialog.getByRole('button').first()).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: button })).toBeFocused();
  }
  await page.getByRole('button', { name: 'Choisir une ville' }).click();
  await page.getByRole('combobox', { name: 'Rechercher une ville' }).fill('bre');
  const found = page.getByRole('listbox').getByRole('option');
  await expect(found).toHaveText(['Brest BES']);
  await expectAccessible(page);
  await found.click();
  await expect(page.getByRole('button', { name: 'Brest' })).toBeVisible();
}

test('no production build holds the catalogue', { tag: '@desktop' }, async ({ request, baseURL }) => {
  expect(existsSync(join(ROOT, 'dist/catalogue'))).toBe(false);
  expect((await request.get(`${baseURL}catalogue/`)).status()).toBe(404);
});
