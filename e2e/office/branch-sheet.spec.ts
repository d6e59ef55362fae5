import { expectAccessible } from '../audit.ts';
import { actOn, expect, fix, modal, purchaseOf, saleOf, test } from './office.ts';

// what the site's tests expect of a plain comparison is read from the sheets of bureaux
let branch: number | undefined;
test.afterEach(async ({ page, db }) => {
  // an open page asks for the sheet of the branch again, which is gone then
  await page.goto('about:blank');
  await db.query(`UPDATE branches SET rates = 'company' WHERE id = $1`, [branch]);
});

test('a branch gets its own sheet, published apart from the bureau’s', {
  tag: '@desktop',
}, async ({ page, open, db, enter }) => {
  const agent = await open({ sheet: ['USD', 'GBP'] });
  await fix(db, agent, 'USD', { purchase: 1.17, sale: 1.1 });
  const company = agent.company?.id;
  const { rows: added } = await db.query<{ id: number }>(
    `INSERT INTO branches (company_id, name, kind, city, rates) VALUES ($1, 'Roissy 2E', 'airport', 'Roissy', 'own')
     RETURNING id`,
    [company],
  );
  branch = added[0]?.id;
  await enter(agent.mail);
  const counter = page.getByRole('combobox', { name: 'Taux de' });
  await expect(counter).toHaveValue('');
  await counter.selectOption({ label: 'Agence Roissy 2E' });
  await expect(page.getByRole('heading', { name: 'Votre feuille du matin' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Toutes 152' })).toBeVisible();
  await actOn(page, null, 'Ajouter une devise');
  await modal(page).getByLabel('Devise à ajouter', { exact: true }).fill('USD');
  await modal(page)
    .getByRole('button', { name: /^Ajouter USD/ })
    .click();
  await expect(modal(page).getByText('USD est sur la feuille.')).toBeVisible();
  await modal(page).getByRole('button', { name: 'Fermer' }).click();
  await purchaseOf(page, 'USD').fill('1,25');
  await saleOf(page, 'USD').fill('1,02');

  // what is typed there is not typed at the bureau, and waits
  await counter.selectOption({ label: 'Le bureau' });
  await page.getByRole('button', { name: /^Mes devises/ }).click();
  await expect(page.getByRole('region', { name: 'Publication' })).toHaveCount(0);
  await counter.selectOption({ label: 'Agence Roissy 2E' });
  await expect(saleOf(page, 'USD')).toHaveValue('1,0200');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Relire et publier' }).click();
  const review = page.getByRole('dialog', { name: 'Publier 1 taux pour l’agence Roissy 2E' });
  await review.getByRole('checkbox').check();
  await review.getByRole('button', { name: /^Publier/ }).click();
  await expect(review).toHaveCount(0);
  await expect(
    page
      .getByRole('table', { name: 'Historique de vos Fixing' })
      .or(page.getByRole('list', { name: 'Historique de vos Fixing' })),
  ).toContainText('Roissy 2E');

  const { rows: there } = await db.query(
    `SELECT purchase::float8 AS purchase, sale::float8 AS sale FROM branch_fixings WHERE branch = $1`,
    [branch],
  );
  expect(there).toEqual([{ purchase: 1.25, sale: 1.02 }]);
  const { rows: here } = await db.query(
    `SELECT purchase::float8 AS purchase, sale::float8 AS sale FROM fixings WHERE company_id = $1`,
    [company],
  );
  expect(here).toEqual([{ purchase: 1.17, sale: 1.1 }]);
  await page.reload();
  await expect(counter).toHaveValue(String(branch));
});
