import { expectAccessible } from '../audit.ts';
import { admit, COUNTER_SCOPES, fixDollar, Traveller } from './bookings.ts';
import { expect, modal, test } from './office.ts';

test('what travellers ask for comes by itself, is accepted, prepared and handed over by its code', async ({
  page,
  open,
  enter,
  db,
}, { project }) => {
  const agent = await open({ scopes: COUNTER_SCOPES });
  await admit(db, agent);
  await fixDollar(db, agent);
  const zoe = await Traveller.signIn(db, `zoe-${agent.name.toLowerCase()}@exemple.fr`, 'Zoé');
  await enter(agent.mail, '/orders');
  await expect(page.getByText('Rien n’attend. Une demande s’affiche ici dès qu’elle arrive.')).toBeVisible();

  const first = await zoe.reserve(db, agent, 200);
  const orders = page.getByRole(project.name === 'phone' ? 'list' : 'table', { name: 'Commandes' });
  const row = (amount: string) =>
    orders.getByRole(project.name === 'phone' ? 'listitem' : 'row').filter({ hasText: amount });
  await expect(row('$ 200,00')).toContainText('Demandée');
  await expect(row('$ 200,00')).toContainText('contre € 181,00');
  await expect(row('$ 200,00')).toContainText('Petites coupures');
  await expectAccessible(page);

  await row('$ 200,00')
    .getByRole('button', { name: /^Accepter/ })
    .click();
  await expect(row('$ 200,00')).toContainText('Acceptée');
  expect(await zoe.show(first.id)).toMatchObject({ state: 'accepted' });

  // several at once: each as far as it may go
  const [second, third] = [await zoe.reserve(db, agent, 300), await zoe.reserve(db, agent, 400)];
  for (const amount of ['$ 200,00', '$ 300,00', '$ 400,00']) {
    await row(amount).getByRole('checkbox').check();
  }
  const chosen = page.getByRole('region', { name: 'Commandes choisies' });
  await expect(chosen).toContainText('3 commandes choisies');
  await chosen.getByRole('button', { name: 'Prêtes (1)' }).click();
  await expect(row('$ 200,00')).toContainText('Prête');
  await row('$ 300,00').getByRole('checkbox').check();
  await row('$ 300,00')
    .getByRole('button', { name: /^Refuser/ })
    .click();
  await modal(page).getByRole('radio', { name: 'Le taux ne peut plus être tenu' }).check();
  await expectAccessible(page);
  await modal(page).getByRole('button', { name: 'Refuser la commande' }).click();
  await expect(modal(page)).toHaveCount(0);
  await expect(row('$ 300,00')).toHaveCount(0);
  expect((await zoe.show(second.id)).events.at(-1)).toMatchObject({ kind: 'declined', reason: 'rate' });

  // as a scanner types it
  const field = page.getByLabel('Code du client');
  await field.fill('AAAAA');
  await field.press('Enter');
  await expect(page.getByText('Un code compte six lettres et chiffres.')).toBeVisible();
  await field.fill('');
  await page.keyboard.type(first.code);
  await page.keyboard.press('Enter');
  await expect(page.getByText(/Remis à Zoé/)).toContainText('$ 200,00 contre € 181,00');
  await expect(row('$ 200,00')).toHaveCount(0);
  expect(await zoe.show(first.id)).toMatchObject({ state: 'collected' });
  await expect(field).toBeFocused();

  await page.getByRole('combobox', { name: 'État' }).selectOption({ label: 'Toutes' });
  await expect(row('Remise')).toContainText(first.code);
  // the code of what is open is the traveller's to tell
  await expect(row('$ 400,00')).not.toContainText(third.code);
  await page.getByRole('searchbox').or(page.getByLabel('Chercher')).first().fill(third.code);
  await expect(row('$ 400,00')).toBeVisible();
  await expect(row('$ 200,00')).toHaveCount(0);
  await zoe.close();
});
