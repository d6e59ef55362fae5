// Duration: whole logins with a second factor, and axe on each of their pages.
import type { Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { agentScopes } from '#domain/iam/presets.ts';
import { expectAccessible } from '../audit.ts';
import { expect, fillLogin, modal, test } from './office.ts';

// the browser says by itself what was refused: a wrong code, and what is asked again
test.use({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are asked for here
  expectedProblems: async ({}, use) => use([/status of 401 \(Unauthorized\)/, /status of 403 \(Forbidden\)/]),
});

/** A key that verifies its user, as a telephone has: Chromium's own. */
async function plugKey(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

const shownCodes = (page: Page) => page.getByRole('list', { name: 'Codes de secours' }).getByRole('listitem');
const codeField = (page: Page) => page.getByLabel('Code', { exact: true });
const logOut = (page: Page) => page.getByRole('button', { name: 'Se déconnecter' }).click();
const expectRates = (page: Page) =>
  expect(page.getByRole('heading', { level: 1, name: 'Taux de change' })).toBeVisible();

test('a user adds a passkey, uses it as second step and logs in with it alone', { tag: '@phone' }, async ({
  page,
  open,
  enter,
  db,
  expectedProblems,
}) => {
  await plugKey(page);
  const { mail } = await open({ scopes: [...agentScopes, 'iam.users.edit.all'], sheet: ['USD'] });
  await enter(mail, '/securite');
  await page.getByLabel('Nom de la clé').fill('Téléphone');
  await page.getByRole('button', { name: 'Ajouter une clé d’accès' }).click();
  await expect(shownCodes(page)).toHaveCount(10);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'J’ai gardé ces codes' }).click();
  await expect(page.getByText('La double authentification est en place')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Retirer Téléphone' })).toBeVisible();
  await expectAccessible(page);

  await logOut(page);
  await fillLogin(page, mail);
  await expect(page.getByRole('heading', { level: 1, name: 'Confirmez que c’est vous' })).toBeVisible();
  await expect(codeField(page)).toBeFocused();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Utiliser une clé d’accès' }).click();
  await expectRates(page);

  await logOut(page);
  await page.getByRole('button', { name: 'Utiliser une clé d’accès' }).click();
  await expectRates(page);

  // a colleague who lost the telephone
  const other = await open({ scopes: [] });
  await db.query(
    `INSERT INTO totp_secrets (user_id, sealed, last_step, created_at) VALUES ($1, 'x', 0, now())`,
    [other.id],
  );
  await page.goto(`/#/sittings/utilisateurs/${other.id}`);
  const lost = page.getByRole('region', { name: 'Double authentification' });
  await lost.getByRole('button', { name: 'Retirer' }).click();
  await expect(modal(page)).toContainText('Retirer la double authentification de');
  await expectAccessible(page);
  await modal(page).getByRole('button', { name: 'Retirer' }).click();
  await expect(lost).toHaveCount(0);

  await test.step('the link about a removed factor acts at a press alone, and says when it works no more', async () => {
    expectedProblems.push(/status of 410 \(Gone\)/);
    await page.context().clearCookies();
    await page.goto('about:blank');
    await page.goto('/#/second-facteur?token=1.x');
    await expect(page.getByRole('heading', { level: 1, name: 'Remettre le second facteur' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Remettre le second facteur' }).click();
    await expect(page.getByText('Ce lien n’est plus valable')).toBeVisible();
    await expectAccessible(page);
  });
});

test('a user sets up an application, logs in with a recovery code and proves identity again', {
  tag: '@desktop',
}, async ({ page, open, enter, db, expectedProblems }) => {
  // the application's code that is not the right one
  expectedProblems.push(/status of 400 \(Bad Request\)/);
  const { mail, id } = await open({ sheet: ['USD'] });
  await enter(mail, '/securite');
  await page.getByRole('button', { name: 'Mettre en place une application de codes' }).click();
  await expect(page.getByRole('img', { name: /Code QR/ })).toBeVisible();
  const secret = (await page.getByText(/^[A-Z2-7 ]{39}$/).innerText()).replaceAll(' ', '');
  const totp = new TOTP({ secret });
  // on the telephone that has the application there is nothing to scan with
  await expect(page.getByRole('link', { name: 'Ouvrir dans mon application' })).toHaveAttribute(
    'href',
    new RegExp(`^otpauth://totp/.*secret=${secret}`),
  );
  await page.getByLabel('Code affiché par l’application').fill('000 000');
  await page.getByRole('button', { name: 'Vérifier le code' }).click();
  await expect(page.getByText('Ce code n’est pas le bon.')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Code affiché par l’application').fill(totp.generate());
  await page.getByRole('button', { name: 'Vérifier le code' }).click();
  await expect(shownCodes(page)).toHaveCount(10);
  const [first = '', second = ''] = await shownCodes(page).allInnerTexts();
  // they are shown this once: whoever leaves without them is asked
  await page.getByRole('link', { name: 'Taux de change' }).click();
  await expect(modal(page)).toContainText('Quitter sans garder ces codes ?');
  await modal(page).getByRole('button', { name: 'Rester' }).click();
  await expect(shownCodes(page)).toHaveCount(10);
  await page.getByRole('button', { name: 'J’ai gardé ces codes' }).click();

  await logOut(page);
  await fillLogin(page, mail);
  await codeField(page).fill('ABCD-EFGH-JKMN');
  await page.getByRole('button', { name: 'Continuer' }).click();
  await expect(page.getByText('n’est pas le bon, ou a déjà servi')).toBeVisible();
  await codeField(page).fill(first.toLowerCase());
  await page.getByRole('button', { name: 'Continuer' }).click();
  await expectRates(page);

  await page.goto('/#/securite');
  await expect(page.getByText('Il vous reste 9 codes de secours.')).toBeVisible();
  await db.query(
    `UPDATE sessions SET created_at = now() - interval '11 minutes', verified_at = NULL WHERE user_id = $1`,
    [id],
  );
  await page.getByRole('button', { name: 'Refaire mes codes de secours' }).click();
  await expect(modal(page)).toContainText('Confirmez que c’est vous');
  await expectAccessible(page);
  await expect(modal(page).getByLabel('Mot de passe', { exact: true })).toHaveCount(0);
  await modal(page).getByLabel('Code', { exact: true }).fill('ABCD-EFGH-JKMN');
  await modal(page).getByRole('button', { name: 'Continuer' }).click();
  await expect(modal(page)).toContainText('n’est pas le bon, ou a déjà servi');
  await modal(page).getByLabel('Code', { exact: true }).fill(second);
  await page.keyboard.press('Enter');
  // what was asked for is done, without being asked for again
  await expect(shownCodes(page)).toHaveCount(10);
  await expect(modal(page)).toBeHidden();
});
