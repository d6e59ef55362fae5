// Duration: failed logins, which are answered slowly, and their export.
import { readFile } from 'node:fs/promises';
import { expect, heading, test } from './administration.ts';
import { goTo } from './office.ts';

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
  const lines = main.getByRole(isMobile ? 'listitem' : 'row').filter({ hasText: victim.mail });
  await lines.first().getByRole('link', { name: victim.mail }).click();
  await expect(main.getByText(/^2 lignes/)).toBeVisible();
  await page.getByLabel('Issue').selectOption('Échec');
  await expect(main.getByText(/^1 ligne\b/)).toBeVisible();
  await expect(lines).toHaveCount(1);
  for (const part of [
    'Connexion',
    '× 12',
    'Échec',
    'Edge sur Windows',
    'réseau abababab',
    'mot de passe faux',
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
  await expect(main.getByText('Rien de tel n’a été noté.')).toBeVisible();
  expect(admin.id).toBeGreaterThan(0);
});
