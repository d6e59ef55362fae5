import { auditBothWidths } from '../audit.ts';
import { expect, fillLogin, logIn, test } from './office.ts';

test('what the login says of missing and wrong fields, and of a failure', { tag: '@phone' }, async ({
  page,
  open,
  expectedProblems,
}) => {
  expectedProblems.push(/status of 429/, /ERR_INTERNET_DISCONNECTED/);
  await test.step('missing fields show errors until the user types', async () => {
    await page.goto('/#/login');
    await page.getByLabel('Nom d’utilisateur').fill('  ');
    await page.getByRole('button', { name: 'Se connecter' }).click();
    await expect(page.getByText('Veuillez renseigner le nom d utilisateur', { exact: true })).toBeVisible();
    await expect(page.getByText('Veuillez renseigner le mot de passe', { exact: true })).toBeVisible();
    await expect(page.getByLabel('Nom d’utilisateur')).toBeFocused();
    await auditBothWidths(page);
    await page.getByLabel('Nom d’utilisateur').fill('a');
    await expect(page.getByText('Veuillez renseigner le nom d utilisateur')).toBeHidden();
    await page.getByRole('button', { name: 'Se connecter' }).click();
    await expect(page.getByText('Veuillez renseigner le nom d utilisateur')).toBeHidden();
    await expect(page.getByText('Veuillez renseigner le mot de passe', { exact: true })).toBeVisible();
    await expect(page.getByLabel('Mot de passe', { exact: true })).toBeFocused();
  });
  await test.step('a wrong name and a wrong password get the same error, which clears on typing', async () => {
    const { mail } = await open();
    const sentence = page.getByRole('alert').getByText('Nom d"utilisateur ou mot de passe incorrect.', {
      exact: true,
    });
    await fillLogin(page, mail, 'un autre mot de passe');
    await expect(sentence).toBeVisible();
    await expect(page.getByLabel('Mot de passe', { exact: true })).toHaveAttribute('maxlength', '256');
    await page.getByLabel('Mot de passe', { exact: true }).pressSequentially('x');
    await expect(sentence).toBeHidden();
    await fillLogin(page, 'personne@essai.example');
    await expect(sentence).toBeVisible();
    await expect(page).toHaveURL(/#\/login$/);
  });
  await test.step('the password shows on request and hides again', async () => {
    const field = page.getByLabel('Mot de passe', { exact: true });
    await field.fill('secret');
    await expect(field).toHaveAttribute('type', 'password');
    await page.getByRole('button', { name: 'Afficher le mot de passe' }).click();
    await expect(field).toHaveAttribute('type', 'text');
    await expect(field).toHaveValue('secret');
    await page.getByRole('button', { name: 'Masquer le mot de passe' }).click();
    await expect(field).toHaveAttribute('type', 'password');
  });
  await test.step('another failure shows its status', async () => {
    await page.route('**/api/login', (route) =>
      route.fulfill({
        status: 429,
        json: {
          message: 'Trop de tentatives de connexion. Réessayez dans 3 minutes.',
          code: 'too_many_logins',
        },
      }),
    );
    await fillLogin(page, 'agent@parite.example');
    await expect(page.getByRole('alert')).toHaveText(
      'Error 429 : Trop de tentatives de connexion. Réessayez dans 3 minutes.',
    );
    await page.unroute('**/api/login');
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Se connecter' }).click();
    await expect(page.getByRole('alert')).toHaveText("Error 0 : Vous n'êtes pas connecté à internet");
  });
});

test('a user logs in and out, and a failed logout is repeated before any other call', {
  tag: '@phone',
}, async ({ page, open, expectedProblems }) => {
  expectedProblems.push(/ERR_FAILED/);
  await test.step('by the address in any letter case', async () => {
    const { mail, name } = await open({ sheet: ['USD'] });
    await logIn(page, mail.toUpperCase());
    await expect(page).toHaveURL(/#\/fixings$/);
    await expect(page.getByRole('link', { name: `${name} Dupont` })).toBeVisible();
    await page.getByRole('button', { name: 'Se déconnecter' }).click();
    await expect(page).toHaveURL(/#\/login$/);
    await page.goto('/#/orders');
    await expect(page).toHaveURL(/#\/login$/);
  });
  await test.step('a failed logout', async () => {
    await logIn(page, (await open({ sheet: ['USD'] })).mail);
    await page.route('**/api/logout', (route) => route.abort());
    await page.getByRole('button', { name: 'Se déconnecter' }).click();
    await expect(page).toHaveURL(/#\/login$/);
    await expect(page.getByRole('alertdialog')).toBeHidden();
    // as long as it cannot be done, no page opens
    await page.goto('/#/fixings');
    await expect(page.getByRole('alertdialog')).toContainText("Vous n'êtes pas connecté à internet");
    await page.unroute('**/api/logout');
    await page.reload();
    await expect(page).toHaveURL(/#\/login$/);
    // it is the session itself that has ended
    const me = () => page.evaluate(() => fetch('/api/me').then(({ status }) => status));
    await expect.poll(me).toBe(401);
  });
});
