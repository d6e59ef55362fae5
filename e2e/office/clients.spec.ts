import { readFile } from 'node:fs/promises';
import { administratorScopes } from '#domain/iam/presets.ts';
import { expectAccessible, expectAccessibleInBothSchemes } from '../audit.ts';
import { admit, COUNTER_SCOPES, fixDollar, phoneOf, Traveller } from './bookings.ts';
import { expect, modal, test } from './office.ts';

test('a traveller who reserved is a client with history and note until retention erases them @desktop', async ({
  page,
  open,
  enter,
  db,
}, { project }) => {
  const agent = await open({ scopes: COUNTER_SCOPES });
  await admit(db, agent);
  await fixDollar(db, agent);
  await enter(agent.mail, '/clients');
  await expect(page.getByText('Vos clients s’affichent ici dès leur première réservation.')).toBeVisible();
  const mail = `lea-${agent.name.toLowerCase()}@exemple.fr`;
  const lea = await Traveller.signIn(db, mail, 'Léa');
  const { id } = await lea.reserve(db, agent, 250);
  const clients = page.getByRole(project.name === 'phone' ? 'list' : 'table', { name: 'Clients' });
  await expect(clients).toContainText('Léa');
  await expect(clients).toContainText(phoneOf(mail));
  await expect(clients).toContainText('1, aucune remise');
  await expectAccessibleInBothSchemes(page);

  // by keyboard
  await clients.getByRole('button', { name: 'Léa' }).press('Enter');
  await expect(modal(page)).toContainText('$ 250,00 contre € 226,25');
  const note = modal(page).getByLabel('Note');
  await note.fill('Carte 12 AB 3456 7890 1234');
  await expect(modal(page).getByText(/N’inscrivez aucun numéro de pièce d’identité/)).toBeVisible();
  await note.fill('Vient le matin');
  // a key that is soon pressed loses nothing of what was typed
  await page.keyboard.press('Escape');
  await expect(modal(page)).toContainText('Votre note n’est pas enregistrée.');
  await expect(modal(page).getByRole('button', { name: 'Fermer sans enregistrer' })).toBeVisible();
  await expectAccessible(page);
  await modal(page).getByRole('button', { name: 'Enregistrer la note' }).click();
  await expect(clients).toContainText('Vient le matin');
  await expect(clients.getByRole('button', { name: 'Léa' })).toBeFocused();

  // the accountant's files, of the same rows
  const fileOf = async (name: string) => {
    const waiting = page.waitForEvent('download');
    await page.getByRole('button', { name, exact: true }).click();
    return readFile(await (await waiting).path(), 'utf8');
  };
  const exported = await fileOf('Exporter en CSV');
  expect(exported).toContain(
    'Prénom;E-mail;Téléphone;Réservations;Remises;Dernière réservation;Échangé;Note',
  );
  expect(exported).toMatch(new RegExp(`Léa;${mail};[^;]+;1;0;\\d\\d/\\d\\d/20\\d\\d;;Vient le matin`));
  expect((await fileOf('Exporter en XLSX')).startsWith('PK')).toBe(true);

  for (const state of ['accepted', 'ready']) {
    await db.query('UPDATE reservations SET state = $2 WHERE reference = $1', [id, state]);
  }
  await db.query(`UPDATE reservations SET state = 'collected', ended_at = now() WHERE reference = $1`, [id]);
  await expect(clients).toContainText('$ 250,00 vendus');
  await db.query(`UPDATE reservations SET ended_at = now() - interval '30 days' WHERE reference = $1`, [id]);
  await expect(page.getByText('Vos clients s’affichent ici dès leur première réservation.')).toBeVisible();
  await lea.close();
});

test('an administrator without a bureau reads the clients of all and edits none', {
  tag: '@desktop',
}, async ({ page, open, enter, db }) => {
  const agent = await open({ scopes: COUNTER_SCOPES });
  await admit(db, agent);
  await fixDollar(db, agent);
  const name = `Ida ${agent.name}`;
  const ida = await Traveller.signIn(db, `ida-${agent.name.toLowerCase()}@exemple.fr`, name);
  await ida.reserve(db, agent, 250);
  const admin = await open({ scopes: administratorScopes, company: null });
  await enter(admin.mail, `/orders?recherche=${name}`);
  const row = (label: string) =>
    page.getByRole('table', { name: label }).getByRole('row').filter({ hasText: name });
  await expect(row('Commandes')).toContainText(agent.company?.name ?? '');
  await expect(page.getByLabel('Code du client')).toHaveCount(0);
  await expect(row('Commandes').getByRole('button')).toHaveCount(0);
  await page.goto(`/#/clients?recherche=${name}`);
  await expect(row('Clients')).toContainText(agent.company?.name ?? '');
  await row('Clients').getByRole('button', { name }).click();
  await expect(modal(page).getByLabel('Note')).toHaveCount(0);
  await ida.close();
});
