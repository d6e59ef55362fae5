import { auditBothWidths, expectAccessible } from '../audit.ts';
import { answer, expect, fillLogin, linkOf, test } from './office.ts';

const NEW_PASSWORD = 'quatre canards au lac';

test('both fields show their errors to the letter, and a link that is not valid offers a new one', async ({
  page,
  open,
  db,
  expectedProblems,
}) => {
  expectedProblems.push(/status of 410/);
  await test.step('both fields', async () => {
    await page.goto(await linkOf(db, await open()));
    const password = page.getByLabel('Mot de passe', { exact: true });
    const confirmation = page.getByLabel('Confirmation du mot de passe');
    const create = page.getByRole('button', { name: 'Créer le mot de passe' });
    await expect(password).toHaveAttribute('maxlength', '256');
    await expect(confirmation).toHaveAttribute('maxlength', '256');
    await create.click();
    await expect(page.getByText('Veuillez renseigner un mot de passe !!!', { exact: true })).toBeVisible();
    await expect(page.getByText('Veuillez confirmer le mot de passe !!!', { exact: true })).toBeVisible();
    await auditBothWidths(page);
    // how good it is, as one types
    for (const [typed, said] of [
      ['quatre can', 'Encore 2 caractères'],
      ['quatrecanard', 'Facile à deviner : ajoutez un mot ou deux'],
      [NEW_PASSWORD, 'Long et varié'],
    ] as const) {
      await password.fill(typed);
      await expect(password).toHaveAccessibleDescription(said);
    }
    await expect(page.getByText('!!!')).toHaveCount(0);
    await create.click();
    await expect(page.getByText('Veuillez confirmer le mot de passe !!!', { exact: true })).toBeVisible();
    await confirmation.fill(`${NEW_PASSWORD}s`);
    await create.click();
    await expect(
      page.getByText('Le mot de passe de confirmation est incorrect !!!', { exact: true }),
    ).toBeVisible();
  });
  await test.step('a missing or expired link is shown at once', async () => {
    const account = await open();
    const old = await linkOf(db, account);
    await linkOf(db, account);
    for (const [address, title] of [
      ['/#/password', 'Il manque le lien'],
      ['/#/password?token=x', 'Ce lien n’est plus valable'],
      [old, 'Ce lien n’est plus valable'],
    ] as const) {
      await page.goto('about:blank');
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await expect(page.getByRole('textbox')).toHaveCount(0);
    }
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Recevoir un nouveau lien' }).click();
    await expect(page.getByLabel('Adresse e-mail')).toBeVisible();
  });
  await test.step('a link that is used while its page is open is refused by the form', async () => {
    const account = await open();
    await page.goto(await linkOf(db, account));
    await page.getByLabel('Mot de passe', { exact: true }).fill(NEW_PASSWORD);
    await page.getByLabel('Confirmation du mot de passe').fill(NEW_PASSWORD);
    await db.query('UPDATE password_links SET used_at = now() WHERE user_id = $1', [account.id]);
    await page.getByRole('button', { name: 'Créer le mot de passe' }).click();
    await answer(page, ['ERREUR (410)', 'Ce lien n’est plus valable'], 'OK');
  });
});

test('a new user creates the password once by the administrator’s link', async ({
  page,
  open,
  expectedProblems,
  enter,
}) => {
  expectedProblems.push(/status of 400/, /status of 410/);
  const newcomer = await open({ status: 'awaiting_password', sheet: ['USD'] });
  // by its name: among hundreds, it is on any page of the list
  await enter('admin@parite.example', `/sittings?recherche=${newcomer.company?.name}`);
  await page
    .getByRole('button', { name: `voir les utilisateurs inactifs de ${newcomer.company?.name}` })
    .click();
  const link = await page.getByLabel(`Lien de création du mot de passe de ${newcomer.mail}`).inputValue();
  await page.getByRole('button', { name: 'Fermer' }).click();
  await page.getByRole('button', { name: 'Se déconnecter' }).click();
  await expect(page).toHaveURL(/#\/login$/);

  await page.goto(`${link}&origine=courriel`);
  // the login has a field of the same name
  await expect(page.getByRole('heading', { name: 'Créez votre mot de passe' })).toBeVisible();
  await create('motdepasse123');
  await answer(page, ['ERREUR (400)', 'Ce mot de passe est trop courant.'], 'OK');
  await test.step('the call has all parameters of the link, and the password', async () => {
    const sent = page.waitForRequest('**/api/iam/users/new-password');
    await create(NEW_PASSWORD);
    expect((await sent).postDataJSON()).toEqual({
      token: link.replace(/.*token=/, ''),
      origine: 'courriel',
      password: NEW_PASSWORD,
    });
  });
  await answer(page, ['SUCCES', 'Le mot de passe a été créé avec succès.'], 'Continuer');
  await expect(page).toHaveURL(/#\/login$/);
  await fillLogin(page, newcomer.mail, NEW_PASSWORD);
  await expect(page.getByRole('link', { name: newcomer.name })).toBeVisible();

  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Ce lien n’est plus valable' })).toBeVisible();

  async function create(password: string) {
    await page.getByLabel('Mot de passe', { exact: true }).fill(password);
    await page.getByLabel('Confirmation du mot de passe').fill(password);
    await page.getByRole('button', { name: 'Créer le mot de passe' }).click();
  }
});
