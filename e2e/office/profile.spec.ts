import type { Pool } from 'pg';
import { administratorScopes } from '#domain/iam/presets.ts';
import type { MailChange } from '#server/features/profile/mail-changes.queries.ts';
import { mailChangeAddress } from '#server/features/profile/mail-changes.ts';
import { expectAccessible, expectNoSidewaysScroll, wearAuditedScheme } from '../audit.ts';
import { announced, expect, field, picture, press, test } from './administration.ts';
import { fillLogin, modal, PASSWORD } from './office.ts';

test('a user changes name, photo and password, lists sessions and ends the others @phone', async ({
  page,
  open,
  enter,
  db,
  isMobile,
  expectedProblems,
}) => {
  // the file that is no picture, and the password that is not the right one
  expectedProblems.push(/status of 400/);
  test.slow();
  await wearAuditedScheme(page, isMobile);
  const admin = await open({ scopes: administratorScopes, company: null });
  await db.query(
    `INSERT INTO sessions (token_hash, user_id, created_at, last_used_at, device, network)
     SELECT sha256(('profile' || $1::int || n)::bytea), $1::int, now(), now(), 'Safari sur iPhone', '198.51.100.x'
     FROM generate_series(1, 2) AS n`,
    [admin.id],
  );
  await enter(admin.mail, '/profil');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'Vos coordonnées' })).toBeVisible();
  await expect(main.locator('img').last()).toHaveAttribute('src', /profil/);

  const factors = main.getByRole('region', { name: 'Double authentification' });
  await expect(factors).toContainText('Seul votre mot de passe');
  await expect(factors.getByRole('link', { name: 'Gérer la double authentification' })).toHaveAttribute(
    'href',
    /#\/securite$/,
  );

  await field(page, 'Prénom').fill('Léonie');
  await press(page, 'Enregistrer');
  await expect(announced(page)).toHaveText('Vos coordonnées ont été enregistrées.');
  await expect(page.getByRole('banner').getByRole('link', { name: /Léonie/ })).toBeVisible();

  await test.step('a photo is uploaded, seen in the header and removed', async () => {
    const card = main.getByRole('region', { name: 'Photo' });
    const file = card.locator('input[type=file]');
    const shown = page.getByRole('banner').locator('img');
    await expect(shown).toHaveAttribute('src', '/images/users/default.png');
    await expect(card.getByRole('img', { name: 'Aucune photo' })).toBeVisible();

    await file.setInputFiles({ name: 'photo.txt', mimeType: 'text/plain', buffer: Buffer.from('un texte') });
    await expect(file).toHaveAccessibleDescription(/La photo doit être une image PNG, JPEG ou WebP\./);
    await file.setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from('un texte') });
    await press(page, 'Enregistrer la photo');
    await expect(file).toHaveAccessibleDescription(/Ce fichier n’est pas une image PNG, JPEG ou WebP/);
    await expectAccessible(page);

    await file.setInputFiles(await picture('photo.png'));
    await expect(card.getByRole('img', { name: 'Aperçu de votre nouvelle photo' })).toBeVisible();
    await press(page, 'Enregistrer la photo');
    await expect(announced(page)).toHaveText('Votre photo a été enregistrée.');
    await expect(shown).toHaveAttribute('src', /^\/images\/users\/[0-9a-f]{32}\.png$/);
    await expect.poll(() => shown.evaluate((image) => Reflect.get(image, 'naturalWidth'))).toBe(192);
    await expect(card.getByRole('img', { name: 'Votre photo actuelle' })).toBeVisible();

    await press(page, 'Retirer la photo');
    await expect(announced(page)).toHaveText('Votre photo a été retirée.');
    await expect(shown).toHaveAttribute('src', '/images/users/default.png');
  });

  const elsewhere = main.getByRole(isMobile ? 'listitem' : 'row').filter({ hasText: '198.51.100.x' });
  await expect(elsewhere).toHaveCount(2);
  await elsewhere.first().getByRole('button', { name: 'Fermer la session : Safari sur iPhone' }).click();
  await expect(announced(page)).toHaveText('La session est fermée.');
  await expect(elsewhere).toHaveCount(1);

  await press(page, 'Changer le mot de passe');
  await expect(field(page, 'Mot de passe actuel')).toBeFocused();
  await expect(field(page, 'Mot de passe actuel')).toHaveAccessibleDescription(
    'Indiquez votre mot de passe actuel.',
  );
  await field(page, 'Mot de passe actuel').fill('ce n’est pas le bon');
  await field(page, 'Nouveau mot de passe').fill('sept zèbres au marché de Lille');
  await field(page, 'Confirmation du nouveau mot de passe').fill('sept zèbres au marché de Lille');
  await press(page, 'Changer le mot de passe');
  await expect(field(page, 'Mot de passe actuel')).toHaveAccessibleDescription(
    'Ce n’est pas votre mot de passe actuel.',
  );
  await expectAccessible(page);
  await field(page, 'Mot de passe actuel').fill(PASSWORD);
  await press(page, 'Changer le mot de passe');
  await expect(announced(page)).toHaveText('Votre mot de passe a changé. Vos autres sessions sont fermées.');
  await expect(elsewhere).toHaveCount(0);
  await expect(field(page, 'Mot de passe actuel')).toHaveValue('');
  const activity = main.getByRole('region', { name: 'Activité de votre compte' });
  for (const told of ['Mot de passe changé', 'Session fermée', 'Nom ou téléphone changé']) {
    await expect(activity.getByText(told).first()).toBeVisible();
  }
  await expectNoSidewaysScroll(page, isMobile);

  // what an administrator ends is ended
  const other = await open({ scopes: [] });
  await page.goto(`/#/sittings/utilisateurs/${other.id}`);
  await press(page, 'Fermer ses sessions');
  await expect(announced(page)).toHaveText(/n’a pas de session ouverte/);
});

test('a user’s address changes by the link sent to the new one', { tag: '@desktop' }, async ({
  page,
  open,
  enter,
  db,
  isMobile,
  expectedProblems,
}) => {
  await wearAuditedScheme(page, isMobile);
  const { id, mail } = await open();
  const wanted = `nouvelle-${mail}`;
  await enter(mail, '/profil');
  const card = page.getByRole('main').getByRole('region', { name: 'Adresse e-mail' });
  await press(page, 'Changer d’adresse');
  await expect(field(page, 'Nouvelle adresse e-mail')).toHaveAccessibleDescription(
    'Indiquez votre nouvelle adresse e-mail.',
  );
  // a session that is older than 10 minutes proves who is there
  await db.query(
    `UPDATE sessions SET created_at = now() - interval '11 minutes', verified_at = NULL WHERE user_id = $1`,
    [id],
  );
  expectedProblems.push(/status of 403/);
  await field(page, 'Nouvelle adresse e-mail').fill(wanted);
  await press(page, 'Changer d’adresse');
  await modal(page).getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
  await modal(page).getByRole('button', { name: 'Continuer' }).click();
  await expect(announced(page)).toHaveText(`Un lien a été envoyé à ${wanted}.`);
  await expect(card).toContainText(`${wanted} reste à confirmer`);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, isMobile);

  const link = await mailLinkOf(db, id);
  // a browser without a session asks for one, and goes back to the link
  await page.context().clearCookies();
  await page.goto('about:blank');
  expectedProblems.push(/status of 401/);
  await page.goto(link);
  await fillLogin(page, mail);
  await expect(page.getByRole('heading', { level: 1, name: 'Votre nouvelle adresse' })).toBeVisible();
  await expectAccessible(page);
  await press(page, 'Confirmer cette adresse');
  await expect(announced(page)).toHaveText(
    'Votre adresse a changé. Connectez-vous désormais avec la nouvelle.',
  );
  await expect(card).toContainText(wanted);
  await expect(card).not.toContainText('reste à confirmer');

  // the account awaits none any more, and another one never did
  await page.goto(link);
  await expect(page.getByRole('main')).toContainText('n’attend pas de nouvelle adresse');
  await expect(page.getByRole('button', { name: 'Confirmer cette adresse' })).toBeHidden();
});

/** Where the link leads that was sent to the address that a user wants. */
async function mailLinkOf(db: Pool, userId: number): Promise<string> {
  const { rows } = await db.query<MailChange>(
    'SELECT id, user_id AS "userId", mail, created_at AS "createdAt" FROM mail_changes WHERE user_id = $1',
    [userId],
  );
  const [change] = rows;
  if (!change) throw new Error('the change was asked for');
  const hosts = { publicHost: '', backofficeHost: '', trustProxy: true, port: 0 };
  return mailChangeAddress(hosts, process.env.E2E_SECRET ?? '', change).replace('https://', '');
}
