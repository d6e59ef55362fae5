import { randomUUID } from 'node:crypto';
import { expectAccessible, expectNoSidewaysScroll, wearAuditedScheme } from '../audit.ts';
import { expect, expectHouseLook, standInOf, test } from '../fixtures.ts';

const PAGES = [
  '/',
  '/#/blog',
  '/#/comparateur',
  '/#/mentions-legales',
  '/#/confidentialite',
  '/#/accessibilite',
  '/#/lettre/confirmer',
  '/#/lettre/desinscription',
  '/nulle-part',
];

test('every page says that the bureaux are fictional', { tag: '@phone' }, async ({
  page,
  db,
  isMobile,
  baseURL,
  expectedProblems,
}) => {
  expectedProblems.push(/status of 40[14]/);
  const office = baseURL?.replace('localhost', 'backoffice.localhost') ?? '';
  for (const address of [...PAGES, `${office}#/login`, `${office}nulle-part`]) {
    await page.goto(address, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('complementary', { name: 'Démonstration' })).toHaveText(
      'Démonstration : bureaux fictifs',
    );
  }
  await test.step('the page that stands for a bureau’s site', async () => {
    await wearAuditedScheme(page, isMobile);
    await page.goto(await standInOf(db, 'L’Or du Voyageur'));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Ici s’ouvrirait le site de L’Or du Voyageur',
    );
    await expect(page.getByRole('complementary', { name: 'Démonstration' })).toBeVisible();
    await expectHouseLook(page);
    await expect
      .poll(() => page.locator('main img').evaluate((logo) => logo.naturalWidth))
      .toBeGreaterThan(0);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page, isMobile);
    await page.getByRole('link', { name: 'Revenir au comparateur' }).click();
    await expect(page.getByLabel('Je donne', { exact: true })).toBeVisible();

    await page.goto('/demonstration/www.nulle-part.example');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cette page n’existe pas');
  });
});

test('a mail that would leave is read on the instance, and its link followed', { tag: '@phone' }, async ({
  page,
  isMobile,
}) => {
  await wearAuditedScheme(page, isMobile);
  const address = `${randomUUID()}@exemple.fr`;
  const data = { email: address, type: 'newsletter' };
  expect((await page.request.post('/api/public/save/email', { data })).status()).toBe(201);
  const mail = page.getByRole('listitem').filter({ hasText: address });
  await expect(async () => {
    await page.goto('/demonstration/mails');
    expect(await mail.count()).toBe(1);
  }).toPass();
  await expectHouseLook(page);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, isMobile);
  await mail.getByRole('link').click();
  await expect(page.getByRole('main')).toContainText(`À ${address}`);
  await expectNoSidewaysScroll(page, isMobile);
  // the letter is audited by itself (e2e/letters.ts)
  await page.locator('iframe').evaluate((frame) => frame.remove());
  await expectAccessible(page);
  await expect(page.getByRole('link', { name: /lettre\/confirmer/ })).toBeVisible();
  await page.reload();
  // on a desktop as wide as a mail reader shows it
  await page.setViewportSize({ width: 1440, height: 900 });
  expect((await page.locator('iframe').boundingBox())?.width).toBeGreaterThan(600);
  const letter = page.frameLocator('iframe[title="La lettre"]');
  await letter.getByRole('link', { name: 'Confirmer mon inscription' }).click();
  await page.getByRole('button', { name: 'Confirmer mon inscription' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /confirmée/ })).toBeVisible();
});
