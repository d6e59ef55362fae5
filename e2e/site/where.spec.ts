import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import type { Pool } from 'pg';
import { expect, offered, openLanding, test } from '../fixtures.ts';

// where the demonstration has no branch
const GUERET = { lat: 46.1718, lon: 1.8717 };
const where = (page: Page) => page.getByRole('button', { name: /^Où/ });
const places = (page: Page) => page.getByRole('combobox', { name: 'Rechercher une commune ou un aéroport' });
const compare = (page: Page) => page.getByRole('button', { name: 'Comparer les offres' }).click();

const addBranches = (db: Pool) =>
  db.query(
    `insert into branches (company_id, name, kind, address, city, lat, lon, phone, hours)
     select id, 'Agence ' || id, 'street', '1 rue du Lac', 'Guéret',
       $1::float8 + 0.03 * row_number() over (order by id), $2, '+33 4 78 00 00 00', '24/7'
     from companies where suspended_at is null order by id limit 3
     on conflict do nothing`,
    [GUERET.lat, GUERET.lon],
  );

/** What the book of the server knows of them comes a moment after they were written. */
async function knownBranches(page: Page): Promise<void> {
  const ask = async () => {
    const answer = await page.request.post('/api/public/offers', {
      data: {
        offer: { currency: 'EUR', amount: 500 },
        wish: { currency: 'USD' },
        near: { ...GUERET, radius_km: 20 },
      },
    });
    const { offers } = (await answer.json()) as { offers: { branch?: { address: string } }[] };
    return offers.filter(({ branch }) => branch?.address === '1 rue du Lac').length;
  };
  await expect.poll(ask).toBe(3);
}

test('500, a commune: a door, its hour and the way there, and the same by its address', {
  tag: '@phone',
}, async ({ page, db }) => {
  await addBranches(db);
  await openLanding(page);
  await knownBranches(page);
  await offered(page).fill('500');
  await where(page).focus();
  await page.keyboard.press('Enter');
  await places(page).fill('st den');
  await expect(page.getByRole('option').filter({ hasText: 'Saint-Denis (93)' })).toBeVisible();
  await places(page).fill('gueret');
  await expect(page.getByRole('option').first()).toContainText('Guéret (23)');
  await page.keyboard.press('Enter');
  await expect(where(page)).toHaveAccessibleName('Où ? Guéret (23)');
  await expect(where(page)).toBeFocused();
  await compare(page);
  const heading = page.getByRole('heading', { name: /près de Guéret pour € 500/ });
  await expect(heading).toBeFocused();
  const door = page.getByText('1 rue du Lac').first();
  await expect(door).toBeVisible();
  await expect(page.getByRole('link', { name: /^Itinéraire vers .*Agence/ }).first()).toHaveAttribute(
    'href',
    /^https:\/\/www\.openstreetmap\.org\/directions\?to=46\.\d+%2C1\.8717$/,
  );
  await expect(page.getByRole('link', { name: /appeler/ }).first()).toHaveAttribute(
    'href',
    'tel:+33478000000',
  );
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);

  // the one at 3.3 km is left, the others are counted
  await page.getByRole('button', { name: '≤ 5 km' }).click();
  await expect(page.getByText(/bureaux ne sont pas listés : sans guichet à 5 km au plus/)).toBeVisible();
  await expect(page.getByText('à 3,3 km').filter({ visible: true })).toHaveCount(1);
  await expect(page.getByText('à 6,7 km')).toHaveCount(0);
  await page.getByRole('button', { name: 'Par distance' }).click();
  await expect(page.getByText(/^Classées par distance, la plus proche d’abord/)).toBeVisible();
  await expect(page).toHaveURL(/\?offre=500&de=EUR&vers=USD&lieu=23096&rayon=5&tri=distance$/);

  await page.reload();
  await expect(heading).toBeVisible();
  await expect(where(page)).toHaveAccessibleName('Où ? Guéret (23)');
  await page.getByRole('button', { name: 'Chercher partout' }).click();
  await compare(page);
  await expect(page).toHaveURL(/\?offre=500&de=EUR&vers=USD$/);
  await db.query(`delete from branches where address = '1 rue du Lac'`);
});

test('around oneself: one press, a rounded position in a body, a commune in the address', {
  tag: '@phone',
}, async ({ page, context }) => {
  await context.setGeolocation({ latitude: 45.757912, longitude: 4.832178 });
  await context.grantPermissions(['geolocation']);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
  await openLanding(page);
  await offered(page).fill('500');
  await where(page).click();
  await page.getByRole('option', { name: /^Autour de moi/ }).click();
  await expect(where(page)).toHaveAccessibleName('Où ? Lyon 1er arrondissement (69)');
  await compare(page);
  await expect(page.getByRole('heading', { name: /près de Lyon 1er arrondissement/ })).toBeVisible();
  await expect(page).toHaveURL(/&lieu=69381$/);
  const told = sent.filter((line) => /45\.7|4\.8/.test(line));
  expect(told.map((line) => line.replace(/^[^ ]*\/api/, '/api'))).toEqual([
    '/api/public/places/nearest {"lat":45.76,"lon":4.83}',
    expect.stringContaining('"near":{"lat":45.76,"lon":4.83,"radius_km":20}'),
  ]);
  const kept = await page.evaluate<string>('JSON.stringify({ ...localStorage, ...sessionStorage })');
  expect(kept).not.toMatch(/45\.7|4\.83/);
});

test('a position that the browser refuses is said, and the commune can be typed', {
  tag: '@desktop',
}, async ({ page, context }) => {
  await context.clearPermissions();
  await openLanding(page);
  await where(page).click();
  await page.getByRole('option', { name: /^Autour de moi/ }).click();
  await expect(page.getByText(/position.* Indiquez plutôt une commune\.$/)).toBeVisible();
});
