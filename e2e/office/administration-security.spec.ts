// Duration: failed logins, which are answered slowly, and their export.
import { readFile } from 'node:fs/promises';
import { auditBothWidths, expectAccessible } from '../audit.ts';
import { expect, heading, test } from './administration.ts';
import { goTo, modal } from './office.ts';

test('the security journal filters failed logins and exports the same lines @desktop', async ({
  page,
  admin,
  open,
  db,
  isMobile,
}) => {
  const victim = await open({ scopes: [] });
  await db.query(
    `INSERT INTO security_events (at, kind, outcome, user_id, subject_user_id, network, device, details, count) VALUES
     (now(), 'login', 'failure', NULL, $1, $2, 'Edge sur Windows', '{"reason": "wrong_password"}', 12),
     (now(), 'login', 'success', $1, $1, $2, 'Firefox sur Mac', '{}', 1)`,
    [victim.id, Buffer.alloc(32, 171)],
  );
  await goTo(page, 'Administration');
  await page.getByRole('link', { name: 'Sécurité', exact: true }).click();
  await expect(heading(page, 'Journal de sécurité')).toBeFocused();
  const main = page.getByRole('main');
  await expect(main.locator('time').first()).toBeVisible();
  await auditBothWidths(page);
  const lines = main.getByRole(isMobile ? 'listitem' : 'row').filter({ hasText: victim.mail });
  await lines.first().getByRole('link', { name: victim.mail }).click();
  await expect(main.getByText(/^2 lignes/)).toBeVisible();
  await page.getByLabel('Résultat').selectOption('Échec');
  await expect(main.getByText(/^1 ligne\b/)).toBeVisible();
  await expect(lines).toHaveCount(1);
  for (const part of [
    'Connexion',
    '× 12',
    'Échec',
    'Edge sur Windows',
    'réseau abababab',
    'Mot de passe faux',
  ]) {
    await expect(lines).toContainText(part);
  }
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Exporter en CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('journal-de-securite.csv');
  const csv = await readFile(await download.path(), 'utf8');
  expect(csv).toContain(`Connexion,Échec,12,,${victim.mail},,abababab,Edge sur Windows`);
  expect(csv).not.toContain('Firefox sur Mac');

  await page.getByRole('link', { name: /retirer ce filtre/ }).click();
  await page.getByLabel('Événement').selectOption('Second facteur retiré');
  await expect(main.getByText('Aucun événement de ce type.')).toBeVisible();
  expect(admin.id).toBeGreaterThan(0);
});

test('open sessions are listed and ended, and a person’s data is saved and erased', {
  tag: '@phone',
}, async ({ page, open, enter, db, expectedProblems }) => {
  const root = await open({ scopes: ['**'], company: null });
  const other = await open({ scopes: [] });
  await db.query(`INSERT INTO subscriptions (at, email, type) VALUES (now(), $1, 'newsletter')`, [
    `abonnee-${other.id}@exemple.fr`,
  ]);
  await enter(other.mail, '/profil');
  await enter(root.mail, '/sittings/securite');
  await page.getByRole('link', { name: 'Sessions ouvertes' }).click();
  await expect(heading(page, 'Sessions ouvertes')).toBeFocused();
  await expectAccessible(page);
  const theirs = page.getByRole('button', { name: `Fermer ses sessions : ${other.name} Dupont` });
  await theirs.click();
  await expect(theirs).toHaveCount(0);

  await page.getByRole('link', { name: 'Sécurité', exact: true }).click();
  await page.getByRole('link', { name: 'Données d’une personne' }).click();
  await expect(heading(page, 'Données d’une personne')).toBeFocused();
  await page.getByLabel(/Adresse e-mail/).fill(`abonnee-${other.id}@exemple.fr`);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Télécharger ses données' }).click(),
  ]);
  expect(await readFile(await download.path(), 'utf8')).toContain(`abonnee-${other.id}@exemple.fr`);
  await page.getByRole('button', { name: 'Effacer ses données' }).click();
  await expectAccessible(page);
  await modal(page).getByRole('button', { name: 'Effacer', exact: true }).click();
  await expect(page.getByText('abonnements effacés : 1')).toBeVisible();
  await expectAccessible(page);

  await test.step('a file of rates is imported, and one that gives none says so', async () => {
    expectedProblems.push(/status of 400/);
    await page.goto('/#/sittings/flux');
    const file = page.getByLabel('Fichier des taux intermédiaires');
    await file.setInputFiles({
      name: 'taux.json',
      mimeType: 'application/json',
      buffer: Buffer.from('rien'),
    });
    await expect(page.getByText(/est abîmé/)).toBeVisible();
    await expectAccessible(page);
    // far from the one in place: nothing of it is taken
    const day = new Date(Date.now() - 24 * 60 * 60_000).toISOString().slice(0, 10);
    const text = JSON.stringify({ date: day, eur: { usd: 99 } });
    await file.setInputFiles({ name: 'taux.json', mimeType: 'application/json', buffer: Buffer.from(text) });
    await expect(page.getByText(/\(taux\.json\) : 0 acceptés, dont 0 nouveaux, 1 refusés/)).toBeVisible();
  });
});
