import { expectAccessible } from '../audit.ts';
import { actOn, expect, fix, modal, saleOf, test, visit } from './office.ts';

test('a rule makes rates follow the mid rate, and only the previewed rules can be applied @desktop', async ({
  page,
  open,
  db,
  enter,
}) => {
  const agent = await open({ sheet: ['USD', 'THB'] });
  await fix(db, agent, 'USD', { purchase: 1.2, sale: 1.1 });
  await fix(db, agent, 'THB', { purchase: 39, sale: 36 });
  await enter(agent.mail);
  await actOn(page, null, 'Marges');
  await expect(page.getByRole('heading', { level: 1, name: 'Marges' })).toBeVisible();
  await expect(page.getByText('Aucune règle. Chaque taux est fixé à la main.')).toBeVisible();

  await page.getByRole('button', { name: 'Ajouter une règle' }).click();
  await page.getByLabel('Marge à l’achat, %').fill('2,505');
  await page.getByLabel('Marge à la vente, %').fill('2,5');
  await page.getByRole('button', { name: 'Voir les taux qui en résultent' }).click();
  await expect(page.getByText('Deux décimales au plus.')).toBeVisible();
  await page.getByLabel('Marge à l’achat, %').fill('2,5');
  await page.getByRole('button', { name: 'Voir les taux qui en résultent' }).click();
  const preview = page
    .getByRole('table', { name: 'Taux qui résultent des règles' })
    .or(page.getByRole('list', { name: 'Taux qui résultent des règles' }));
  await expect(preview).toContainText('USD');
  await expect(page.getByRole('region', { name: /^Aperçu/ })).toContainText('2 taux changent');
  await expectAccessible(page);
  // whatever is changed is to be seen again
  await page.getByLabel('Marge à la vente, %').fill('3');
  await expect(page.getByRole('button', { name: 'Enregistrer et suivre' })).toBeHidden();
  await page.getByRole('button', { name: 'Voir les taux qui en résultent' }).click();
  await page.getByRole('button', { name: 'Enregistrer et suivre' }).click();
  await expect(page.getByText(/^Enregistrées le /)).toBeVisible();

  const { rows } = await db.query<{ code: string; origin: string; isNear: boolean }>(
    `SELECT DISTINCT ON (currency_code) currency_code AS code, origin,
       sale BETWEEN rate * 0.9698 AND rate * 0.97 AND purchase BETWEEN rate / 0.975 AND rate / 0.9748 AS "isNear"
     FROM fixing_logs JOIN users ON users.company_id = fixing_logs.company_id
     WHERE users.mail = $1 ORDER BY currency_code, fixing_logs.id DESC`,
    [agent.mail],
  );
  expect(rows).toEqual([
    { code: 'THB', origin: 'rule', isNear: true },
    { code: 'USD', origin: 'rule', isNear: true },
  ]);

  await test.step('a resting rule shows its reason and resumes on a press', async () => {
    await db.query(
      `INSERT INTO margin_stops (company_id, currency_code, reason, since)
       SELECT company_id, 'USD', 'jump', now() FROM users WHERE mail = $1`,
      [agent.mail],
    );
    for (const path of ['/profil', '/fixings/marges']) await visit(page, path);
    const stops = page.getByRole('region', { name: 'Règles en pause' });
    await expect(stops).toContainText('le taux intermédiaire a bougé');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Relancer la règle de USD' }).click();
    await expect(stops).toBeHidden();

    await page.getByLabel('Marge à la vente, %').fill('3,5');
    await page.getByRole('link', { name: 'Taux de change' }).first().click();
    await expect(page.getByRole('alertdialog')).toContainText('Quitter sans enregistrer');
    await page.getByRole('button', { name: 'Rester' }).click();
    await expect(page.getByLabel('Marge à la vente, %')).toHaveValue('3,5');
  });
});

test('a row shows its rule, publication chooses its rest, and the row resumes it @desktop', async ({
  page,
  open,
  db,
  enter,
}) => {
  const agent = await open({ sheet: ['USD', 'GBP'] });
  await fix(db, agent, 'USD', { purchase: 1.2, sale: 1.1 });
  await fix(db, agent, 'GBP', { purchase: 0.9, sale: 0.84 });
  await db.query(
    `INSERT INTO margin_sheets (company_id, groups, rules, updated_at)
     SELECT company_id, '[]', '[{"target":{"kind":"currency","code":"USD"},"follows":true,"purchase_margin":2,
       "sale_margin":2.5,"rounding":{"kind":"digits","digits":5},"least_change":0,"floor":null,"ceiling":null}]', now()
     FROM users WHERE mail = $1`,
    [agent.mail],
  );
  await enter(agent.mail);
  const usd = page.locator('[data-code="USD"]');
  await expect(usd).toContainText(/suit le taux intermédiaire : achat 2\s%, vente 2,5\s%/);
  await expect(page.locator('[data-code="GBP"]')).not.toContainText('suit');

  await saleOf(page, 'USD').fill('1,101');
  await saleOf(page, 'GBP').fill('0,841');
  await page.keyboard.press('Control+Enter');
  const asked = modal(page).getByRole('group', { name: /^USD suit une règle de marge/ });
  await expect(asked.getByLabel('Jusqu’à minuit')).toBeChecked();
  await asked.getByLabel('Jusqu’à ce que je relance la règle').check();
  await expectAccessible(page);
  await modal(page).getByRole('button', { name: 'Publier 2 taux' }).click();
  await expect(usd).toContainText('à la main jusqu’à relance');
  const reasons = () =>
    db.query(
      `SELECT reason, until, is_over FROM margin_stops JOIN users USING (company_id) WHERE mail = $1`,
      [agent.mail],
    );
  expect((await reasons()).rows).toEqual([{ reason: 'hand', until: null, is_over: false }]);

  // by the keyboard, from the row's actions
  await saleOf(page, 'USD').focus();
  for (const key of ['ArrowRight', 'ArrowRight', 'Enter', 'r']) await page.keyboard.press(key);
  await expect(usd).toContainText('suit le taux intermédiaire');
  expect((await reasons()).rows).toMatchObject([{ is_over: true }]);
});
