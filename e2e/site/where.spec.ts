import type { Page } from '@playwright/test';
import type { Pool } from 'pg';
import { openDatabase } from '../../server/db/open.ts';
import { computeOpenings } from '../../server/features/branches/compute-openings.ts';
import { expectAccessible } from '../audit.ts';
import { expect, offered, offerRows, openLanding, test } from '../fixtures.ts';

// where the demonstration has no branch
const GUERET = { lat: 46.1718, lon: 1.8717 };
const where = (page: Page) => page.getByRole('button', { name: /^Où/ });
const places = (page: Page) => page.getByRole('combobox', { name: 'Rechercher une commune ou un aéroport' });
const filterButton = (page: Page) => page.getByRole('button', { name: /^Filtrer/ });
const showOffers = (page: Page) => page.getByRole('button', { name: 'Afficher les offres' }).click();
const compare = (page: Page) => page.getByRole('button', { name: 'Comparer les offres' }).click();

const addBranches = (db: Pool) =>
  db.query(
    `insert into branches (company_id, name, kind, address, city, lat, lon, phone, hours, holidays_region, closed_on_holidays)
     select id, 'Agence ' || id, 'street', '1 rue du Lac', 'Guéret',
       $1::float8 + 0.03 * row_number() over (order by id), $2, '+33 4 78 00 00 00', '24/7', 'FR', false
     from companies where suspended_at is null order by id limit 3
     on conflict do nothing`,
    [GUERET.lat, GUERET.lon],
  );

/** What the book of the server knows of them comes a moment after they were written; these hours are the demonstration's too. */
async function knownBranches(page: Page): Promise<void> {
  const ask = async () => {
    const answer = await page.request.post('/api/public/offers', {
      data: {
        offer: { currency: 'EUR', amount: 500 },
        wish: { currency: 'USD' },
        near: { ...GUERET, radius_km: 20 },
      },
    });
    const { offers } = (await answer.json()) as { offers: { branch?: { address: string; open: unknown } }[] };
    return offers.filter(({ branch }) => branch?.address === '1 rue du Lac' && branch.open).length;
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
  await expect(page.getByRole('button', { name: 'Dismiss' })).toHaveCount(0);
  await places(page).fill('st den');
  await expect(page.getByRole('option').filter({ hasText: 'Saint-Denis (93)' })).toBeVisible();
  await places(page).fill('la défense');
  await expect(page.getByRole('option').first()).toContainText('La Défense (92)');
  await places(page).fill('gueret');
  await expect(page.getByRole('option').first()).toContainText('Guéret (23)');
  await page.keyboard.press('Enter');
  await expect(where(page)).toHaveAccessibleName('Où ? Guéret (23)');
  await expect(where(page)).toBeFocused();
  await compare(page);
  const heading = page.getByRole('heading', { name: /près de Guéret pour € 500/ });
  await expect(heading).toBeFocused();
  // a door, its hour and the way there, without scrolling
  const door = page
    .getByRole('paragraph')
    .filter({ hasText: /^Agence \d+, / })
    .first();
  await expect(door).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('link', { name: /^Y aller/ }).first()).toBeInViewport({ ratio: 1 });
  await page
    .getByRole('button', { name: /^Détails de/ })
    .first()
    .click();
  const facts = page.getByRole('definition').filter({ visible: true });
  await expect(facts.filter({ hasText: '1 rue du Lac, Guéret' })).toBeVisible();
  await expect(facts.filter({ hasText: 'lundi à dimanche : 24 h sur 24' })).toBeVisible();
  await expect(facts.filter({ hasText: 'Non communiqué' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Vérifier au registre REGAFI/ })).toBeVisible();
  await expect(
    page.getByRole('link', { name: /^Itinéraire vers .*Agence/, includeHidden: true }).first(),
  ).toHaveAttribute('href', /^https:\/\/www\.openstreetmap\.org\/directions\?to=46\.\d+%2C1\.8717$/);
  await expect(page.getByRole('link', { name: /appeler/ }).first()).toHaveAttribute(
    'href',
    'tel:+33478000000',
  );
  await expectAccessible(page);

  // the one at 3.3 km is left, the others are counted
  await filterButton(page).click();
  await page.getByLabel('5 km', { exact: true }).check();
  await showOffers(page);
  await expect(page.getByText(/bureaux n’ont pas de guichet à moins de 5\skm/)).toBeVisible();
  await expect(page.getByText('à 3,3 km').filter({ visible: true })).toHaveCount(1);
  await expect(page.getByText('à 6,7 km')).toHaveCount(0);
  await expect(filterButton(page)).toBeFocused();
  await expect(filterButton(page)).toHaveText('Filtrer · 1');
  await filterButton(page).click();
  await expect(page.getByLabel('5 km', { exact: true })).toBeFocused();
  await page.getByLabel('Par distance').check();
  await showOffers(page);
  await expect(page.getByText(/^Classées par distance · liste non exhaustive/)).toBeVisible();
  await expect(page).toHaveURL(/\?offre=500&de=EUR&vers=USD&lieu=23096&rayon=5&tri=distance$/);

  // opened by the clocks of the place, said by the heading and carried by the address
  await filterButton(page).click();
  await page.getByLabel('Ouvert le…').check();
  const moment = page.getByLabel('Jour et heure, sur place');
  const wall = `${(await moment.inputValue()).slice(0, 10)}T14:30`;
  await moment.fill(wall);
  const asked = page.waitForRequest((request) => request.url().endsWith('/api/public/offers'));
  await showOffers(page);
  const { open_at } = (await asked).postDataJSON() as { open_at: string };
  const zone = { timeZone: 'Europe/Paris', hour: '2-digit', minute: '2-digit' } as const;
  expect(new Date(open_at).toLocaleTimeString('fr', zone)).toBe('14:30');
  const title = /^1 bureau ouvert le \p{L}+ \d+ \p{L}+ à 14 h 30 à 5 km au plus de Guéret pour € 500/u;
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`&rayon=5&ouvert=${wall}&tri=distance$`));
  await expect(page.getByText(/pas de guichet ouvert le .* à\s14\sh\s30 à moins de 5\skm/)).toBeVisible();

  await page.reload();
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
  await expect(where(page)).toHaveAccessibleName('Où ? Guéret (23)');
  await page.getByRole('button', { name: 'Chercher partout' }).click();
  await compare(page);
  await expect(page).toHaveURL(/\?offre=500&de=EUR&vers=USD$/);
  await db.query(`delete from branches where address = '1 rue du Lac'`);
});

test('around oneself, by a rounded position or a commune, and near an airport', { tag: '@phone' }, async ({
  page,
  context,
}) => {
  await test.step('one press, a rounded position in a body, a commune in the address', async () => {
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
  await test.step('a position that the browser refuses', async () => {
    await context.clearPermissions();
    await openLanding(page);
    await where(page).click();
    await page.getByRole('option', { name: /^Autour de moi/ }).click();
    await expect(page.getByText(/position.* Indiquez plutôt une commune\.$/)).toBeVisible();
  });
  await test.step('near an airport its own counter is the first unless another order is chosen, whatever pays more in town', async () => {
    await page.goto('/#/?offre=500&de=EUR&vers=USD&lieu=LYS');
    await expect(offerRows(page).first()).toContainText(/Aéroport Saint-Exupéry, à\s550\sm/);
    // the best offer's way stands above the first row
    const detour = page.getByRole('paragraph').filter({ hasText: 'que le plus proche' });
    await expect(detour).toHaveText(
      /remet \$\s[\d,]+ de plus que le plus proche, à 1\d\skm au lieu de 550\sm$/,
    );
    const [above, first] = await Promise.all(
      [detour, offerRows(page).first()].map((one) => one.boundingBox()),
    );
    expect(above?.y).toBeLessThan(first?.y ?? 0);
    await filterButton(page).click();
    await page.getByLabel('Par montant reçu').check();
    await showOffers(page);
    await expect(page).toHaveURL(/&lieu=LYS&tri=montant$/);
    await expect(page.getByText(/^Classées par montant reçu/)).toBeVisible();
    await expect(page.getByText('que le plus proche')).toHaveCount(0);
  });
});

test('a branch that closes at noon leaves “Ouvert maintenant” at noon, on the open page', {
  tag: '@phone',
}, async ({ page, db }) => {
  const mende = { lat: 44.5183, lon: 3.5006 };
  const hour = Number(
    new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Paris', hour: '2-digit' }).format(),
  );
  // whenever this runs, it closes hours from now, and opens again half an hour later
  const noon = hour > 9 && hour < 14 ? 18 : 12;
  await db.query(`delete from branches where address = '1 rue du Mont'`);
  const { rows } = await db.query<{ name: string }>(
    `insert into branches (company_id, name, kind, address, city, lat, lon, phone, hours, holidays_region, closed_on_holidays)
     select id, 'Mont ' || id, 'street', '1 rue du Mont', 'Mende', $1, $2, '',
       case when row_number() over (order by id) = 1 then $3 else '24/7' end, 'FR', false
     from companies where suspended_at is null order by id limit 2
     returning (select name from companies where id = company_id)`,
    [mende.lat, mende.lon, `Mo-Su 00:00-${noon}:00,${noon}:30-24:00`],
  );
  const [closing = '', other = ''] = rows.map(({ name }) => name);
  // as the queue does once a branch is saved
  const { db: own, close } = openDatabase(process.env.E2E_DATABASE_URL ?? '');
  await computeOpenings(own, new Date(), new AbortController().signal);
  await close();
  const ask = async () => {
    const answer = await page.request.post('/api/public/offers', {
      data: { offer: { currency: 'EUR', amount: 500 }, wish: { currency: 'USD' }, near: mende },
    });
    const { offers } = (await answer.json()) as {
      offers: { company: { name: string }; branch: { open: { changes_at: string | null } | null } }[];
    };
    return offers.find(({ company }) => company.name === closing)?.branch.open?.changes_at ?? '';
  };
  await expect.poll(ask).not.toBe('');
  const closesAt = Date.parse(await ask());

  await page.clock.install();
  await page.goto('/#/?offre=500&de=EUR&vers=USD&lieu=48095&ouvert=maintenant');
  const row = (name: string) => offerRows(page).filter({ hasText: name });
  await expect(row(closing)).toBeVisible();
  await expect(row(other)).toBeVisible();
  await page.clock.fastForward(closesAt - Date.now() - 30_000);
  await expect(row(closing)).toContainText('Ferme dans 1 min');
  await page.clock.fastForward(60_000);
  await expect(row(closing)).toHaveCount(0);
  await expect(row(other)).toBeVisible();
  await expect(page.getByText(/pas de guichet ouvert maintenant à moins de 20\skm/)).toBeVisible();
  await db.query(`delete from branches where address = '1 rue du Mont'`);
});
