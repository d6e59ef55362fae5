import { administratorScopes } from '#domain/iam/presets.ts';
import { expectAccessible } from '../audit.ts';
import { expect, modal, PASSWORD, test } from './office.ts';

test('an agent sees the currencies, an administrator the bureaux and their users', { tag: '@phone' }, async ({
  page,
  open,
  db,
  enter,
  expectedProblems,
}) => {
  expectedProblems.push(/status of 403/);
  await test.step('behind each count its users', async () => {
    const agent = await open();
    await open({ company: agent.company, status: 'in_interim' });
    const awaiting = await open({ company: agent.company, status: 'awaiting_password' });
    const name = agent.company?.name ?? '';
    await enter('admin@parite.example', `/sittings?recherche=${name}`);
    const active = page.getByRole('button', { name: `voir les utilisateurs actifs de ${name}` });
    const inactive = page.getByRole('button', { name: `voir les utilisateurs inactifs de ${name}` });
    await expect(active).toHaveText('1');
    await expect(inactive).toHaveText('2');
    const { rows } = await db.query<{ phone: string }>('SELECT phone FROM companies WHERE name = $1', [name]);
    await expect(page.getByRole('main')).toContainText(rows[0]?.phone ?? 'none');

    await active.click();
    await expect(modal(page)).toContainText(`${name} : utilisateurs actifs`);
    await expect(modal(page)).toContainText(agent.mail);
    await expect(modal(page)).toContainText('Activité régulière');
    await expect(modal(page)).not.toContainText(awaiting.mail);
    await page.keyboard.press('Escape');
    await expect(modal(page)).toBeHidden();
    await expect(active).toBeFocused();

    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await inactive.click();
    await expect(modal(page)).toContainText('Intérim');
    await expect(modal(page)).toContainText('Mot de passe à créer');
    await modal(page).getByRole('button', { name: 'Copier le lien' }).click();
    await expect(modal(page).getByText('Lien copié')).toBeVisible();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(copied).toMatch(/^http:\/\/backoffice\.localhost:\d+\/#\/password\?token=./);
    await modal(page).getByRole('button', { name: 'Fermer' }).click();
    await expect(modal(page)).toBeHidden();
  });
  await test.step('the currencies with their rates', async () => {
    await enter((await open()).mail, '/sittings');
    const { rows } = await db.query<{ count: string }>('SELECT count(*) FROM currencies');
    const items = page.getByRole('main').getByRole('listitem');
    await expect(items).toHaveCount(Number(rows[0]?.count));
    await expect(items.first()).toContainText('EUR');
    await expect(items.first()).toContainText('1,0000');
    await page.getByLabel('Rechercher une devise').fill('sénégal');
    await expect(items).toHaveCount(1);
    await expect(items).toContainText('XOF');
  });
  await test.step('an older session proves identity again before a link is shown', async () => {
    // what is asked for a proof
    const admin = await open({ scopes: administratorScopes, company: null });
    const { mail, company } = await open({ status: 'awaiting_password' });
    await enter(admin.mail, '/fixings');
    await db.query(`UPDATE sessions SET verified_at = now() - interval '11 minutes' WHERE user_id = $1`, [
      admin.id,
    ]);
    await page.goto(`/#/sittings?recherche=${company?.name}`);
    await page.getByRole('button', { name: `voir les utilisateurs inactifs de ${company?.name}` }).click();
    const link = page.getByLabel(`Lien de création du mot de passe de ${mail}`);
    const show = page.getByRole('button', { name: 'Afficher le lien' });
    await expect(show).toBeVisible();
    await expect(link).toHaveCount(0);
    await show.click();
    const question = page.getByRole('dialog', { name: 'Confirmez que c’est vous' });
    await question.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
    await question.getByRole('button', { name: 'Continuer' }).click();
    await expect(link).toHaveValue(/#\/password\?token=./);
  });
});

test('the columns of the bureaux have the widths of the specification, and root sees its own view first', {
  tag: '@desktop',
}, async ({ page, enter }) => {
  await test.step('columns', async () => {
    await enter('admin@parite.example', '/sittings');
    // the page before has a table of six columns too
    const heads = page.getByRole('table', { name: 'Bureaux' }).getByRole('columnheader');
    await expect(heads).toHaveCount(6);
    const shares = () =>
      heads.evaluateAll((cells) => {
        const widths = cells.map((cell) => cell.getBoundingClientRect().width);
        const whole = widths.reduce((sum, width) => sum + width, 0);
        return widths.map((width) => Math.round((100 * width) / whole));
      });
    // the styles of a page come with it, and may come last
    await expect.poll(shares).toEqual([10, 32, 14, 24, 10, 10]);
  });
  await test.step('root', async () => {
    await enter('root@parite.example');
    await expect(
      page.getByRole('heading', { name: 'Votre compte n’est rattaché à aucun bureau' }),
    ).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('main').getByRole('link', { name: 'Voir les bureaux' }).click();
    await expect(page.getByRole('table', { name: 'Bureaux' })).toBeVisible();
    await page.goto('/#/sittings');
    await expect(page.getByRole('heading', { name: 'Devises pour 1 EUR' })).toBeVisible();
  });
});
