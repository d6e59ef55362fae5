import type { Locator, Page } from '@playwright/test';
import { openDatabase } from '../../server/db/open.ts';
import { computeOpenings } from '../../server/features/branches/compute-openings.ts';
import { expect, offered, openLanding, test } from '../fixtures.ts';

// where neither the demonstration nor another test has a branch
const DIGNE = { code: '04070', label: 'Digne-les-Bains (04)', lat: 44.0925, lon: 6.2317 };
const STREET = '3 rue de la Bléone';
/** No way between two things of this page is longer. */
const MOST_STEPS = 60;

/** Goes on by the tab key, as who has no mouse does, until it stands there. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  for (let step = 0; step < MOST_STEPS; step++) {
    await page.keyboard.press('Tab');
    if (await wanted.evaluate((element) => element.matches(':focus'))) return;
  }
  throw new Error('the tab key does not lead there');
}

test.afterEach(({ db }) => db.query('delete from branches where address = $1', [STREET]));

test('500, a commune, by keyboard and by what is read aloud: a door, its hour and the way there', {
  tag: '@phone',
}, async ({ page, db }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const { rows } = await db.query<{ bureau: string }>(
    `insert into branches (company_id, name, kind, address, city, lat, lon, phone, hours, holidays_region, closed_on_holidays)
     select id, 'Bléone', 'street', $1, 'Digne-les-Bains', $2::float8 + 0.01, $3, '+33 4 92 00 00 00',
       'Mo-Su 00:00-23:59', 'FR', false
     from companies where suspended_at is null order by id limit 1
     returning (select name from companies where id = company_id) as bureau`,
    [STREET, DIGNE.lat, DIGNE.lon],
  );
  const bureau = rows[0]?.bureau ?? '';
  // as the queue does once a branch is saved
  const { db: own, close } = openDatabase(process.env.E2E_DATABASE_URL ?? '');
  await computeOpenings(own, new Date(), new AbortController().signal);
  await close();
  const data = { offer: { currency: 'EUR', amount: 500 }, wish: { currency: 'USD' }, near: DIGNE };
  await expect
    .poll(async () => (await page.request.post('/api/public/offers', { data })).text())
    .toMatch(/"address":"3 rue de la Bléone".*"open":\{/);

  await openLanding(page);
  await tabTo(page, offered(page));
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('500');
  await tabTo(page, page.getByRole('button', { name: /^Où/ }));
  await page.keyboard.press('Enter');
  const field = page.getByRole('combobox', { name: 'Rechercher une commune ou un aéroport' });
  // where there is a touch screen the title has the focus, and what is typed goes to the field
  await expect(page.getByRole('dialog', { name: 'Où changer' }).getByRole('heading')).toBeFocused();
  await page.keyboard.type('digne');
  await expect(field).toBeFocused();
  const first = page.getByRole('option').first();
  await expect(first).toContainText(DIGNE.label);
  await expect(page.getByRole('listbox')).toMatchAriaSnapshot(`
    - listbox:
      - group "Lieux":
        - option /Digne-les-Bains \\(04\\)/
  `);
  // the first is the one that Enter takes, and is read aloud as such
  await expect(field).toHaveAttribute('aria-activedescendant', (await first.getAttribute('id')) ?? '');
  await page.keyboard.press('Enter');
  const where = page.getByRole('button', { name: `Où ? ${DIGNE.label}` });
  await expect(where).toBeFocused();
  await tabTo(page, page.getByRole('button', { name: 'Comparer les offres' }));
  await page.keyboard.press('Enter');

  // what the page has found is where one is, and is said by it
  const heading = page.getByRole('heading', { name: /près de Digne-les-Bains pour € 500/ });
  await expect(heading).toBeFocused();
  const offer = page
    .getByRole('list', { name: /^Offres des bureaux/ })
    .getByRole('listitem')
    .first();
  await expect(offer).toMatchAriaSnapshot(`
    - listitem:
      - paragraph: /Vous recevez \\$/
      - button "Choisir ${bureau}"
      - button "Détails de ${bureau}"
      - paragraph:
        - strong: Bléone
        - text: /à 1,1.km/
      - paragraph: /^(Ouvert jusqu’à|Ferme dans|Ouvre) .+/
      - 'link "Y aller : ${bureau}, Bléone"': Y aller
  `);
  const go = page.getByRole('link', { name: `Y aller\u00a0: ${bureau}, Bléone` });
  await tabTo(page, go);
  await expect(go).toBeInViewport({ ratio: 1 });
  await expect(go).toHaveAttribute('href', /^geo:44\.1025,6\.2317\?q=/);
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('button', { name: `Détails de ${bureau}` })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText(`${STREET}, Digne-les-Bains`, { exact: true })).toBeVisible();
  const call = page.getByRole('link', { name: `+33 4 92 00 00 00, appeler ${bureau}` });
  await tabTo(page, call);
  await expect(call).toHaveAttribute('href', 'tel:+33492000000');
});
