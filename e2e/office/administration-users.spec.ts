// Duration: users invited, changed and suspended in two windows.
import { administratorScopes } from '#domain/iam/presets.ts';
import { auditBothWidths } from '../audit.ts';
import { announced, expect, field, heading, newNames, press, test } from './administration.ts';
import { admit } from './bookings.ts';
import { answer, goTo, logIn, menu, modal, unfoldMenu } from './office.ts';

test('an edited user gets the new rights, and a suspended one loses the open session', {
  tag: '@phone',
}, async ({ page, admin: _, open, browser, db }) => {
  test.slow();
  const agent = await open({ sheet: ['USD'] });
  const theirs = await browser.newPage({ baseURL: new URL('/', page.url()).href, locale: 'fr-FR' });
  await logIn(theirs, agent.mail);

  await page.goto(`/#/sittings/bureaux/${agent.company?.id}`);
  await page.getByRole('link', { name: `Modifier ${agent.name} Dupont` }).click();
  await expect(heading(page, `${agent.name} Dupont`)).toBeFocused();
  await field(page, 'Prénom').fill('Noémie');
  await field(page, 'Téléphone').fill('06 99 00 55 55');
  await field(page, 'Intérim').check();
  await page.getByText('Choisir en détail').click();
  await field(page, 'Voir ses commandes').uncheck();
  await press(page, 'Enregistrer');
  await expect(announced(page)).toHaveText('L’utilisateur a été enregistré.');
  await expect(heading(page, 'Noémie Dupont')).toBeVisible();
  const { rows } = await db.query('SELECT name, phone, status FROM users WHERE id = $1', [agent.id]);
  expect(rows).toEqual([{ name: 'Noémie', phone: '06 99 00 55 55', status: 'in_interim' }]);

  await theirs.reload();
  await expect(theirs.getByRole('link', { name: 'Noémie Dupont' })).toBeVisible();
  await unfoldMenu(theirs);
  await expect(menu(theirs).getByRole('link', { name: 'Commandes' })).toHaveCount(0);

  await press(page, 'Suspendre');
  await answer(page, ['Suspendre Noémie Dupont ?', 'Ses sessions se terminent aussitôt'], 'Annuler');
  await expect(page.getByRole('button', { name: 'Suspendre' })).toBeFocused();
  await press(page, 'Suspendre');
  await answer(page, ['Suspendre Noémie Dupont ?'], 'Suspendre');
  await expect(announced(page)).toHaveText('Noémie Dupont : suspendu.');
  await expect(page.getByRole('button', { name: 'Rétablir' })).toBeFocused();

  await theirs.getByRole('link', { name: 'Clients' }).click();
  await expect(theirs).toHaveURL(/#\/login$/);
  await theirs.close();

  await page.goto(`/#/sittings?recherche=${agent.company?.name}`);
  await page.getByRole('button', { name: `utilisateurs inactifs de ${agent.company?.name}` }).click();
  await expect(modal(page)).toContainText('Suspendu');
});

test('an invitation is refused beside its field, then sent, then sent again', { tag: '@phone' }, async ({
  page,
  admin: _,
  open,
  db,
  expectedProblems,
}) => {
  expectedProblems.push(/status of 409/);
  const agent = await open();
  const { company, mail: taken } = agent;
  const { mail } = newNames();
  await page.goto(`/#/sittings/bureaux/${company?.id}`);
  await page.getByRole('link', { name: 'Inviter un utilisateur' }).click();
  await expect(page.getByRole('button', { name: 'Agent', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(page.getByRole('list', { name: 'Droits donnés' }).getByRole('listitem').first()).toHaveText(
    'Taux de change Voir et fixer les taux de change de son bureau',
  );
  await expect(field(page, 'Voir et fixer les taux de change de son bureau')).toBeHidden();
  await press(page, 'Envoyer l’invitation');
  await expect(field(page, 'Adresse e-mail')).toBeFocused();
  await expect(field(page, 'Prénom')).toHaveAccessibleDescription('Donnez un prénom à l’utilisateur.');
  await auditBothWidths(page);
  await field(page, 'Adresse e-mail').fill(taken.toUpperCase());
  await field(page, 'Prénom').fill('Awa');
  await field(page, 'Nom').fill('Diallo');
  await field(page, 'Nom').press('Enter');
  await expect(field(page, 'Adresse e-mail')).toHaveAccessibleDescription(
    /Cette adresse est déjà celle d’un utilisateur\./,
  );
  await expect(field(page, 'Adresse e-mail')).toBeFocused();
  await expect(field(page, 'Nom')).toHaveValue('Diallo');
  await field(page, 'Adresse e-mail').fill(mail);
  await press(page, 'Envoyer l’invitation');
  await expect(heading(page, 'Awa Diallo')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Invitation' })).toBeVisible();
  await auditBothWidths(page);

  await page.getByRole('link', { name: company?.name ?? '', exact: true }).click();
  // the user's own page has the same button
  await expect(heading(page, company?.name ?? '')).toBeVisible();
  await page.getByRole('button', { name: `Renvoyer l’invitation à ${mail}` }).click();
  await expect(announced(page)).toHaveText(`L’invitation est repartie à ${mail}.`);
  const { rows } = await db.query<{ count: string }>(
    `SELECT count(*) FROM audit_entries e JOIN users u ON u.id = e.subject_user_id
     WHERE u.mail = $1 AND e.action IN ('user.invited', 'user.invited_again')`,
    [mail],
  );
  expect(rows[0]?.count).toBe('2');

  await admit(db, agent);
  await page.goto(`/#/sittings/utilisateurs/nouveau?bureau=${company?.id}`);
  await expect(page.getByRole('button', { name: 'Agent et réservations' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});

test('an editor keeps within its own scopes, and an unknown number is said', { tag: '@desktop' }, async ({
  page,
  admin,
  open,
  expectedProblems,
}) => {
  expectedProblems.push(/status of 409/, /status of 404/);
  await test.step('neither scopes it lacks, nor users who hold them', async () => {
    const agent = await open();
    await page.goto(`/#/sittings/utilisateurs/${agent.id}`);
    await expect(field(page, 'Tous les droits sur l’application')).toBeDisabled();
    await expect(field(page, 'Voir le journal des actions')).toBeEnabled();
    await press(page, 'Administrateur');
    await expect(field(page, 'Voir le journal des actions')).toBeChecked();
    await expect(field(page, 'Voir et fixer les taux de change de son bureau')).not.toBeChecked();
    await press(page, 'Agent');
    await expect(field(page, 'Voir le journal des actions')).not.toBeChecked();
    await expect(field(page, 'Voir et fixer les taux de change de son bureau')).toBeChecked();

    await goTo(page, 'Administration');
    // back at where it was: nothing is different
    await page.getByRole('link', { name: 'Sans bureau' }).click();
    await page.getByRole('link', { name: 'Modifier Administration' }).click();
    await expect(page.getByText('Cet utilisateur a des droits que vous n’avez pas')).toBeVisible();
    await expect(field(page, 'Prénom')).toBeDisabled();
    await expect(page.getByRole('button', { name: /Enregistrer|Suspendre/ })).toHaveCount(0);

    await page.goto(`/#/sittings/utilisateurs/${admin.id}`);
    await expect(heading(page, `${admin.name} Dupont`)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Enregistrer' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Suspendre' })).toHaveCount(0);
  });
  await test.step('not the own right to administer', async () => {
    await page.goto(`/#/sittings/utilisateurs/${admin.id}`);
    await page.getByText('Choisir en détail').click();
    await field(page, 'Inviter, modifier et suspendre les utilisateurs').uncheck();
    await press(page, 'Enregistrer');
    await expect(
      page.getByText('Vous ne pouvez pas vous retirer le droit de modifier les utilisateurs.'),
    ).toBeVisible();
    await expect(page.locator(':focus')).toHaveAccessibleDescription(/Vous ne pouvez pas vous retirer/);
  });
  await test.step('an unknown number', async () => {
    await page.goto('about:blank');
    await page.goto('/#/sittings/bureaux/999999');
    await expect(page.getByRole('heading', { name: 'Ce bureau n’existe pas' })).toBeVisible();
    await page.goto('/#/sittings/utilisateurs/999999');
    await expect(page.getByRole('heading', { name: 'Cet utilisateur n’existe pas' })).toBeVisible();
  });
});

test('a page without its scopes is neither linked nor shown, and root administers beside its own view', {
  tag: '@desktop',
}, async ({ page, open, enter }) => {
  await test.step('a reader', async () => {
    const scopes = administratorScopes.filter((scope) => /^(sittings|fixings|audit)/.test(scope));
    const reader = await open({ scopes, company: null });
    await enter(reader.mail, '/sittings');
    const tabs = page.getByRole('navigation', { name: 'Administration' }).getByRole('link');
    await expect(tabs).toHaveText(['Bureaux', 'Journal']);
    await expect(page.getByRole('link', { name: 'Ajouter un bureau' })).toHaveCount(0);
    await expect(page.getByRole('main').getByRole('link', { name: 'Change des Quais' })).toHaveCount(0);
    for (const path of ['bureaux/nouveau', 'utilisateurs', 'utilisateurs/1', 'flux']) {
      await page.goto(`/#/sittings/${path}`);
      await expect(
        page.getByRole('heading', { name: 'Vous n’avez pas accès à cette rubrique' }),
      ).toBeVisible();
      await page.goto('/#/sittings');
      await expect(tabs).toHaveCount(2);
    }
  });
  await test.step('root', async () => {
    await enter('root@parite.example', '/sittings');
    await expect(page.getByRole('heading', { name: 'Devises pour 1 EUR' })).toBeVisible();
    await page
      .getByRole('navigation', { name: 'Administration' })
      .getByRole('link', { name: 'Bureaux' })
      .click();
    await expect(page).toHaveURL(/#\/sittings\/bureaux$/);
    await field(page, 'Rechercher un bureau').fill('quais');
    // the list is short now, and moves no more
    await expect(page.getByText('1 bureau trouvé')).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Change des Quais' }).click();
    await expect(heading(page, 'Change des Quais')).toBeVisible();
    await page.goBack();
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Devises pour 1 EUR' })).toBeVisible();
  });
});
