import { dayAt } from '#domain/branches/open-state.ts';
import { expectAccessible } from '../audit.ts';
import { admit, COUNTER_SCOPES, chooseLastDay, fixDollar, Traveller } from './bookings.ts';
import { answer, expect, test } from './office.ts';

test('a branch lists its expected reservations and closes once each is settled', { tag: '@desktop' }, async ({
  page,
  open,
  enter,
  db,
  expectedProblems,
}) => {
  test.slow();
  // the closure is asked about first
  expectedProblems.push(/status of 409/);
  const agent = await open({ scopes: COUNTER_SCOPES });
  await admit(db, agent);
  await fixDollar(db, agent);
  const { rows } = await db.query<{ id: number }>(
    `INSERT INTO branches (company_id, name, kind, city, commune, postcode)
     VALUES ($1, 'Esplanade', 'street', 'Florac Trois Rivières', '48061', '48400') RETURNING id`,
    [agent.company?.id],
  );
  const branch = rows[0]?.id ?? 0;
  await db.query(
    `INSERT INTO stocks (company_id, branch, currency_code, day, ready) VALUES ($1, $2, 'USD', NULL, 1000)`,
    [agent.company?.id, branch],
  );
  const zoe = await Traveller.signIn(db, `zoe-${agent.name.toLowerCase()}@exemple.fr`, 'Zoé');
  const one = await zoe.reserve(db, agent, 200, 9, branch);

  await enter(agent.mail, `/agences/${branch}`);
  await expect(page.getByText(/^1 réservation y est attendue$/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Fermer', exact: true })).toBeHidden();

  // for a day: it is saved, and says whom that leaves before a closed door
  const day = dayAt(Date.parse(one.pickup_at), 'Europe/Paris');
  await page.getByRole('button', { name: 'Ajouter une fermeture exceptionnelle' }).click();
  await page.getByLabel('Fermé du').fill(day);
  await page.getByLabel('au', { exact: true }).fill(day);
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  const question = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await expect(question).toContainText(
    `1 réservation tombe à une heure où le guichet sera fermé\u00a0: n° ${one.number}`,
  );
  await expectAccessible(page);
  await answer(page, ['Des voyageurs sont attendus'], 'Enregistrer et prévenir');
  const told = page.getByText('1 réservation est prévue à une heure où le guichet sera fermé', {
    exact: true,
  });
  await expect(told).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'La voir' }).click();
  const orders = page.getByRole('table', { name: 'Commandes' });
  const row = orders.getByRole('row').filter({ hasText: '$ 200,00' });
  await expect(row).toContainText('Guichet fermé');
  expect(await zoe.show(one.id)).toMatchObject({ state: 'requested', closed_then: true });

  // another day, and it waits no more
  await row.getByRole('button', { name: /^Autre heure/ }).click();
  const dialog = page.getByRole('dialog');
  await chooseLastDay(dialog);
  await dialog.getByRole('button', { name: 'Changer l’heure' }).click();
  await expect(page.getByText('Aucune commande ne répond à ces filtres.')).toBeVisible();
  expect(await zoe.show(one.id)).toMatchObject({ closed_then: false });

  await page.goto(`/#/agences/${branch}`);
  await expect(told).toBeHidden();
  await page.getByRole('link', { name: 'Voir ces commandes' }).click();
  await row.getByRole('button', { name: /^Refuser/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Refuser la commande' }).click();
  await expect(page.getByText('Aucune commande ne répond à ces filtres.')).toBeVisible();
  await page.goto(`/#/agences/${branch}`);
  await page.getByRole('button', { name: 'Fermer', exact: true }).click();
  await answer(page, ['Fermer Esplanade ?'], 'Fermer');
  await expect(page.getByText('Fermée', { exact: true })).toBeVisible();
});
