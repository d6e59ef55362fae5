import { atBothWidths, expectAccessible } from '../audit.ts';
import { expect, modal, saleOf, test } from './office.ts';

test('a new bureau’s checklist shrinks with each step, and disappears', { tag: '@desktop' }, async ({
  page,
  open,
  enter,
  db,
}) => {
  const agent = await open();
  await enter(agent.mail);
  const steps = page.getByRole('list', { name: 'Étapes à faire' }).getByRole('listitem');
  await expect(steps).toHaveCount(3);
  await expect(page.getByText('1 étape faite sur 4')).toBeVisible();
  await page.getByRole('button', { name: 'Prendre les 40 devises' }).click();
  await expect(page.locator('[data-code]')).toHaveCount(40);
  await expect(steps).toHaveCount(2);
  await expect(steps.first()).toContainText('Fixer les taux');
  await atBothWidths(page, () => expectAccessible(page));

  await saleOf(page, 'USD').fill('1,1');
  await page.getByRole('button', { name: 'Relire et publier' }).click();
  await modal(page).getByRole('button', { name: 'Publier 1 taux' }).click();
  await expect(steps).toHaveCount(1);

  await steps.getByRole('link', { name: 'Voir les agences : Ajouter une agence avec ses horaires' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Agences' })).toBeVisible();
  await db.query(
    `INSERT INTO branches (company_id, name, kind, city, hours) VALUES ($1, 'Gare', 'street', 'Lyon', 'Mo-Fr 09:00-18:00')`,
    [agent.company?.id],
  );
  await page.goto('/#/fixings');
  await expect(page.getByRole('table', { name: 'Vos taux pour 1 EUR' })).toBeVisible();
  await expect(page.getByText('Avant la première offre')).toHaveCount(0);
});
