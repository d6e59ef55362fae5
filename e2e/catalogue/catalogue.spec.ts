// Duration: every primitive drawn in two schemes and audited by axe.
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { createServer, type ViteDevServer } from 'vite';
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

// one server of the catalogue for all of them, which takes longer to start than they take
test.describe.configure({ mode: 'default' });

let server: ViteDevServer;
let address = '';
let cacheDir = '';

// as npm run dev serves it
test.beforeAll(async () => {
  cacheDir = await mkdtemp(join(tmpdir(), 'parite-catalogue-'));
  server = await createServer({
    configFile: join(ROOT, 'web/catalogue/vite.config.ts'),
    root: join(ROOT, 'web/catalogue'),
    cacheDir,
    logLevel: 'error',
    server: { port: 0, hmr: false },
  });
  await server.listen();
  address = server.resolvedUrls?.local[0] ?? '';
});
test.afterAll(async () => {
  await server.close();
  await rm(cacheDir, { recursive: true, force: true });
});

// each at one width: a contrast has none
for (const [scheme, ground, isNarrow] of [
  ['light', 'rgb(251, 250, 246)', false],
  ['dark', 'rgb(13, 23, 20)', true],
] as const) {
  test(`every primitive is drawn, and what opens over the page, and axe finds nothing (${scheme})`, {
    tag: '@desktop',
  }, async ({ page }) => {
    if (isNarrow) await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${address}?scheme=${scheme}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.evaluate('document.fonts.ready');
    await expect(page.locator('body')).toHaveCSS('background-color', ground);
    await test.step('the primitives', async () => {
      for (const name of PRIMITIVES) {
        const states = page.getByRole('region', { name, exact: true }).locator('> div');
        expect((await states.boundingBox())?.height, name).toBeGreaterThan(20);
      }
      await expectAccessible(page);
    });
    await test.step('what opens', () => expectOpened(page));
    await expectNoSidewaysScroll(page, isNarrow);
  });
}

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
