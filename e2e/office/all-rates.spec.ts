import { expect, test, visit } from './office.ts';

const lines = '[aria-label^="Taux des bureaux"] tbody tr, [aria-label^="Taux des bureaux"] > li';

const ADMIN = 'admin@parite.example';

test('an administrator reads, searches, filters and pages the rates of every bureau', {
  tag: '@desktop',
}, async ({ page, open, db, enter }) => {
  const agents = [await open(), await open()];
  for (const { id, company } of agents) {
    await db.query(
      `INSERT INTO fixing_logs (at, company_id, user_id, base, currency_code, rate, purchase, sale)
       VALUES (now(), $1, $2, 'EUR', 'NIO', 41.8, 43.1, 40.2)`,
      [company?.id, id],
    );
  }
  await enter(ADMIN);
  await test.step('an administrator reads the log of every bureau under the rates', async () => {
    const log = page.getByRole('region', { name: 'Historique des fixings' });
    for (const { name, company } of agents) {
      const line = log.getByRole('row').filter({ hasText: company?.name ?? '' });
      await expect(line).toContainText(`${name} Dupont`);
      await expect(line).toContainText(/NIO.*43,1.*40,2/);
    }
  });
  await test.step('rates after the first hundred come at a press, with the focus', async () => {
    await expect(page.locator(lines)).toHaveCount(100);
    const more = page.getByRole('button', { name: /^Afficher les? .*suivants?$/ });
    const left = Number(/\d+/.exec((await more.textContent()) ?? '')?.[0]);
    await more.press('Enter');
    await expect(page.locator(lines)).toHaveCount(100 + left);
    await expect(page.locator(lines).nth(100).getByRole('link')).toBeFocused();
    await expect(more).toHaveCount(0);
  });
  await test.step('an administrator reads the rates of every bureau', async () => {
    await expect(page.getByRole('main').getByRole('textbox', { name: /^(Achat|Vente)/ })).toHaveCount(0);
    await expect(page.getByRole('button', { name: /Fixer/ })).toHaveCount(0);
    const { rows } = await db.query<{ code: string; purchase: string }>(
      `SELECT currency_code AS code, purchase::text FROM fixings f JOIN companies c ON c.id = f.company_id
       WHERE c.name = 'Change des Quais' AND currency_code = 'MXN'`,
    );
    await page.goto('/#/fixings?bureau=Change+des+Quais&devise=MXN');
    await expect(page.locator(lines)).toHaveCount(1);
    const [whole, fraction = ''] = (rows[0]?.purchase ?? '').split('.');
    await expect(page.locator(lines)).toContainText(`${whole},${fraction.replace(/0+$/, '')}`);
  });
  await test.step('filters without a match show an empty list', async () => {
    await page.goto('/#/fixings?devise=CHF');
    await expect(page.getByLabel('Devise', { exact: true })).toHaveValue('CHF');
    await page.getByLabel('Rechercher un bureau ou une devise').fill('zzzzzz');
    await expect(page.getByText('Aucun taux ne répond à ces filtres.')).toBeVisible();
    await page.getByRole('link', { name: 'Tout afficher' }).click();
    await expect(page.locator(lines).first()).toBeVisible();
    await expect(page.getByLabel('Rechercher un bureau ou une devise')).toHaveValue('');
  });
  await test.step('by currency and bureau', async () => {
    const { rows } = await db.query<{ count: string }>(
      `SELECT count(*) FROM fixings f JOIN companies c ON c.id = f.company_id WHERE c.name = 'Maison Astier'`,
    );
    await page.getByLabel('Rechercher un bureau ou une devise').fill('astier');
    await expect(page).toHaveURL(/recherche=astier/);
    await expect(page.locator(lines)).toHaveCount(Number(rows[0]?.count));
    await page.getByLabel('Devise', { exact: true }).selectOption('CHF');
    await expect(page.locator(lines)).toHaveCount(1);
    await expect(page.locator(lines)).toContainText('Maison Astier');

    await page.getByLabel('Rechercher un bureau ou une devise').fill('');
    await expect(page).not.toHaveURL(/recherche/);
    await page.getByRole('link', { name: 'Maison Astier' }).click();
    await expect(page).toHaveURL(/bureau=Maison%20Astier/);
    await expect(page.locator(lines)).toHaveCount(1);
    await page.getByRole('link', { name: /Maison Astier, retirer ce filtre/ }).click();
    await expect(page).not.toHaveURL(/bureau/);
    await page.goBack();
    await expect(page.getByRole('link', { name: /Maison Astier, retirer ce filtre/ })).toBeVisible();
  });
  await test.step('pages of 500', async () => {
    const asked: (string | null)[] = [];
    await page.route('**/api/fixings/rates*', async (route) => {
      const url = new URL(route.request().url());
      asked.push(url.searchParams.get('page'));
      // only browsers know that every name under localhost is this machine
      const headers = { ...(await route.request().allHeaders()), host: url.host };
      const response = await route.fetch({ url: url.href.replace(url.hostname, '127.0.0.1'), headers });
      // 14 bureaux fill no second page: the number of pages alone is another one
      await route.fulfill({ response, json: { ...(await response.json()), total: 1204 } });
    });
    for (const path of ['/profil', '/fixings']) await visit(page, path);
    await expect(page.getByText('Page 1 sur 3')).toBeVisible();
    await page.getByRole('link', { name: 'Suivante' }).click();
    await expect(page.getByText('Page 2 sur 3')).toBeVisible();
    await page.getByRole('link', { name: 'Suivante' }).click();
    await expect(page.getByText('Page 3 sur 3')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Suivante' })).toHaveCount(0);
    await page.getByRole('link', { name: 'Précédente' }).click();
    await expect(page.getByText('Page 2 sur 3')).toBeVisible();
    expect(asked).toEqual(['1', '2', '3', '2']);
  });
});
