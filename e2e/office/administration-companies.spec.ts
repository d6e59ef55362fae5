// Duration: bureaux made, changed and suspended in the office and looked for on the site.
import type { Browser, Page } from '@playwright/test';
import { auditBothWidths, expectAccessible } from '../audit.ts';
import { midRate } from '../exact.ts';
import { offerRows } from '../fixtures.ts';
import {
  announced,
  expect,
  field,
  fillBureau,
  heading,
  newNames,
  picture,
  press,
  test,
} from './administration.ts';
import { answer, fillLogin, fixRow, goTo, makeSheet, modal, saleOf } from './office.ts';

const NEW_PASSWORD = 'quatre canards au lac';
const CURRENCY = 'BWP';

test('a bureau joins, its agent fixes a rate, travellers see it; suspended, its offers vanish at once', {
  tag: '@phone',
}, async ({ page, admin: _, browser, db }) => {
  test.slow();
  const { name, site, mail } = newNames();
  await goTo(page, 'Administration');
  await page.getByRole('link', { name: 'Ajouter un bureau' }).click();
  await expect(heading(page, 'Ajouter un bureau')).toBeFocused();
  await fillBureau(page, { name, site });
  await field(page, 'Téléphone').fill('01 99 00 12 34');
  await field(page, 'E-mail').fill(`contact@${mail.split('@')[1]}`);
  await field(page, 'Bureau partenaire').check();
  await page.locator('form input[type="file"]').setInputFiles(await picture());
  await expect(page.getByRole('img', { name: 'Aperçu du nouveau logo' })).toBeVisible();
  await press(page, 'Ajouter le bureau');
  await expect(heading(page, name)).toBeFocused();
  await expect(announced(page)).toHaveText(`Le bureau ${name} a été ajouté.`);
  const logo = page.getByRole('img', { name: `Logo actuel de ${name}` });
  await expect.poll(() => sizeOf(logo)).toEqual([150, 50]);

  await page.getByRole('link', { name: 'Inviter un utilisateur' }).click();
  await field(page, 'Adresse e-mail').fill(mail);
  await field(page, 'Prénom').fill('Nadia');
  await field(page, 'Nom').fill('Ferrand');
  await expect(field(page, 'Bureau')).toHaveValue(name);
  await expect(field(page, 'Voir et fixer les taux de change de son bureau')).toBeChecked();
  await press(page, 'Envoyer l’invitation');
  await expect(heading(page, 'Nadia Ferrand')).toBeFocused();
  await expect(announced(page)).toHaveText(`L’invitation est partie à ${mail}.`);
  const link = await field(page, `Lien de création du mot de passe de ${mail}`).inputValue();

  const { rows: made } = await db.query<{ id: number }>('SELECT id FROM companies WHERE name = $1', [name]);
  await makeSheet(db, { id: 0, mail, name, company: { id: made[0]?.id ?? 0, name } }, [CURRENCY]);
  const rate = Number(await midRate(db, CURRENCY)) / 1e8;
  await fixAsNewcomer(browser, { link, mail, sale: (rate * 0.99).toFixed(4) });
  const traveller = await browser.newPage({ baseURL: siteOf(page), locale: 'fr-FR' });
  await traveller.goto(`/#/?offre=500&de=EUR&vers=${CURRENCY}`);
  const offer = offerRows(traveller).filter({ hasText: name });
  await expect(offer).toHaveCount(1);
  await offer.scrollIntoViewIfNeeded();
  await expect.poll(() => sizeOf(offer.locator('img').first())).toEqual([150, 50]);
  await traveller.close();

  await page.getByRole('link', { name, exact: true }).click();
  await expect(heading(page, name)).toBeVisible();
  await press(page, 'Suspendre');
  await answer(
    page,
    [`Suspendre ${name} ?`, 'Ses offres disparaissent aussitôt des comparaisons.'],
    'Suspendre',
  );
  await expect(page.getByRole('main').getByText('Suspendu', { exact: true }).first()).toBeVisible();
  await expect.poll(() => offersOn(page)).not.toContain(name);
  await auditBothWidths(page);

  await page.getByRole('link', { name: 'Bureaux', exact: true }).click();
  await field(page, 'Rechercher un bureau').fill(name.toUpperCase());
  const rows = page.getByRole('main').getByRole('link', { name });
  await expect(page.getByText('1 bureau trouvé')).toBeVisible();
  await expect(rows).toHaveCount(1);
  await expect(page.getByRole('main').getByText('Suspendu', { exact: true })).toBeVisible();
  await rows.click();
  await press(page, 'Rétablir');
  await modal(page).waitFor();
  await expectAccessible(page);
  await answer(page, ['Ses offres reparaissent aussitôt dans les comparaisons'], 'Rétablir');
  await expect(announced(page)).toHaveText(`${name} : suspension levée.`);
  await expect.poll(() => offersOn(page)).toContain(name);
});

test('errors stand beside their fields, and typed text stays @phone', async ({
  page,
  admin: _,
  expectedProblems,
}) => {
  expectedProblems.push(/status of 409/, /status of 400/, /ERR_INTERNET_DISCONNECTED/);
  const { name, site } = newNames();
  await page.goto('/#/sittings/bureaux/nouveau');
  const file = page.locator('form input[type="file"]');
  await file.setInputFiles(await picture('un-nom-de-fichier-fort-long.png'));
  await press(page, 'Ajouter le bureau');
  await expect(field(page, 'Nom du bureau')).toBeFocused();
  await expect(field(page, 'Nom du bureau')).toHaveAccessibleDescription('Donnez un nom au bureau.');
  await expect(field(page, 'Site')).toHaveAccessibleDescription(/Le site doit commencer par https:\/\/\./);
  await auditBothWidths(page);
  await fillBureau(page, { name: 'Change des Quais', site: 'http://www.change.example' });
  await field(page, 'E-mail').fill('contact@nulle part');
  await press(page, 'Ajouter le bureau');
  await expect(field(page, 'Site')).toBeFocused();
  await expect(field(page, 'E-mail')).toHaveAccessibleDescription('L’adresse e-mail n’est pas valide.');
  await field(page, 'E-mail').fill('');

  await field(page, 'Site').fill('https://localhost');
  await field(page, 'Site').press('Enter');
  await expect(field(page, 'Site')).toHaveAccessibleDescription(/Le site doit être une adresse complète/);
  await field(page, 'Site').fill(site);
  await field(page, 'Téléphone').fill('12');
  await press(page, 'Ajouter le bureau');
  await expect(field(page, 'Téléphone')).toHaveAccessibleDescription(
    'Le numéro de téléphone n’est pas valide.',
  );
  await field(page, 'Téléphone').fill('01 99 00 12 34');
  await press(page, 'Ajouter le bureau');
  await expect(field(page, 'Nom du bureau')).toHaveAccessibleDescription('Un bureau porte déjà ce nom.');
  await expect(field(page, 'Nom du bureau')).toBeFocused();

  await field(page, 'Nom du bureau').fill(name);
  await page.context().setOffline(true);
  await press(page, 'Ajouter le bureau');
  await expect(page.getByRole('alert').filter({ hasText: 'Vous n' })).toHaveText(
    "Vous n'êtes pas connecté à internet",
  );
  await page.context().setOffline(false);
  await expect(field(page, 'Téléphone')).toHaveValue('01 99 00 12 34');
  await press(page, 'Ajouter le bureau');
  await expect(heading(page, name)).toBeVisible();
});

test('a bureau’s logo is dropped, refused when it is no picture, and replaced; leaving asks over unsaved text', {
  tag: '@desktop',
}, async ({ page, admin: _, open, db, expectedProblems }) => {
  expectedProblems.push(/status of 400/);
  const { company } = await open();
  await goTo(page, 'Administration');
  await expect(heading(page, 'Administration')).toBeVisible();
  await field(page, 'Rechercher un bureau').fill(company?.name ?? '');
  await page
    .getByRole('main')
    .getByRole('link', { name: company?.name ?? '' })
    .click();
  await expect(heading(page, company?.name ?? '')).toBeVisible();
  await test.step('leaving asks only over unsaved text', async () => {
    const question = 'Quitter sans enregistrer ?';
    await field(page, 'Téléphone').press('Escape');
    await expect(heading(page, 'Administration')).toBeVisible();
    await page.goBack();

    await field(page, 'Téléphone').fill('01 99 00 77 77');
    await field(page, 'Téléphone').press('Escape');
    await answer(page, [question], 'Rester');
    await expect(field(page, 'Téléphone')).toBeFocused();
    await page.goBack();
    await answer(page, [question], 'Rester');
    await expect(field(page, 'Téléphone')).toHaveValue('01 99 00 77 77');
    await page.goBack();
    await answer(page, [question], 'Quitter');
    await expect(heading(page, 'Administration')).toBeVisible();
    await expect(modal(page)).toBeHidden();
    await page.goto(`/#/sittings/bureaux/${company?.id}`);
    await expect(heading(page, company?.name ?? '')).toBeVisible();
  });
  await test.step('a logo is dropped and taken back', async () => {
    const { buffer } = await picture();
    const files = await page.evaluateHandle(`(() => {
      const transfer = new DataTransfer();
      const bytes = Uint8Array.from(atob('${buffer.toString('base64')}'), (c) => c.charCodeAt(0));
      transfer.items.add(new File([bytes], 'déposé.png', { type: 'image/png' }));
      return transfer;
    })()`);
    await page.locator('form').getByText('ou déposez-la ici').dispatchEvent('drop', { dataTransfer: files });
    await expect(page.getByText('déposé.png')).toBeVisible();
    await expect(page.getByRole('img', { name: 'Aperçu du nouveau logo' })).toBeVisible();
    await press(page, 'Ne pas changer');
    await expect(page.getByText('déposé.png')).toBeHidden();
    await expect(page.locator('form input[type="file"]')).toBeFocused();
  });
  await test.step('a file that is no picture is refused, and the logo stays', async () => {
    const file = page.locator('form input[type="file"]');
    await file.setInputFiles({ name: 'logo.txt', mimeType: 'text/plain', buffer: Buffer.from('un texte') });
    await expect(file).toHaveAccessibleDescription(/Le logo doit être une image PNG, JPEG ou WebP\./);
    await file.setInputFiles({ name: 'lourd.png', mimeType: 'image/png', buffer: Buffer.alloc(5_242_881) });
    await expect(file).toHaveAccessibleDescription(/Le fichier est trop volumineux : 5 Mio au plus\./);

    await file.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('un texte') });
    await expect(page.getByText('Aperçu impossible')).toBeVisible();
    await press(page, 'Enregistrer');
    await expect(file).toHaveAccessibleDescription(/Ce fichier n’est pas une image PNG, JPEG ou WebP/);
    await expect(file).toBeFocused();
    const stored = () => db.query('SELECT logo FROM companies WHERE id = $1', [company?.id]);
    expect((await stored()).rows[0]?.logo).toBe('default');

    await file.setInputFiles(await picture('nouveau.png'));
    await press(page, 'Enregistrer');
    await expect(announced(page)).toHaveText('Le bureau a été enregistré.');
    await expect.poll(() => sizeOf(page.getByRole('img', { name: /^Logo actuel/ }))).toEqual([150, 50]);
    expect((await stored()).rows[0]?.logo).toMatch(/^bureau-/);
  });
});

test('a bureau is added by keyboard alone @desktop', async ({ page, admin: _, db }) => {
  test.slow();
  // the browser must know long before that the choice is the test's
  const chooser = page.waitForEvent('filechooser');
  const { name, site } = newNames();
  await goTo(page, 'Administration');
  await expect(heading(page, 'Administration')).toBeFocused();
  await tabTo(page, 'Ajouter un bureau');
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Ajouter un bureau')).toBeFocused();
  await tabTo(page, 'Nom du bureau');
  await page.keyboard.type(name);
  await page.keyboard.press('Tab');
  await page.keyboard.type(site);
  await tabTo(page, 'Bureau partenaire');
  await page.keyboard.press('Space');
  await tabTo(page, 'Logo Choisir une image');
  await page.keyboard.press('Enter');
  await (await chooser).setFiles(await picture());
  await tabTo(page, 'Ajouter le bureau');
  await page.keyboard.press('Enter');
  await expect(heading(page, name)).toBeFocused();
  const { rows } = await db.query('SELECT site, is_partner, logo FROM companies WHERE name = $1', [name]);
  expect(rows).toEqual([{ site, is_partner: true, logo: expect.stringMatching(/^comptoir-/) }]);
});

/** Goes on by Tab until this has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab');
    const focused = page.locator(':focus');
    if ((await focused.count()) === 1 && (await nameOf(page)) === name) return;
  }
  throw new Error(`no way to ${name} by Tab`);
}

/** The name of what has the focus, by its own words. */
function nameOf(page: Page): Promise<string> {
  return page.evaluate<string>(`(() => {
    const at = document.activeElement;
    const by = at.getAttribute('aria-labelledby');
    if (by) return by.split(' ').map((id) => document.getElementById(id).textContent.trim()).join(' ');
    return (at.labels?.[0] ?? at).textContent.trim();
  })()`);
}

async function fixAsNewcomer(
  browser: Browser,
  { link, mail, sale }: { link: string; mail: string; sale: string },
): Promise<void> {
  const page = await browser.newPage({ locale: 'fr-FR' });
  await page.goto(link);
  await field(page, 'Mot de passe').fill(NEW_PASSWORD);
  await field(page, 'Confirmation du mot de passe').fill(NEW_PASSWORD);
  await press(page, 'Créer le mot de passe');
  await answer(page, ['SUCCES'], 'Continuer');
  await fillLogin(page, mail, NEW_PASSWORD);
  await saleOf(page, CURRENCY).fill(sale);
  await fixRow(page, CURRENCY);
  await answer(page, ['SUCCES'], 'Continuer');
  await page.close();
}

// Offers as the site asks for them.
async function offersOn(page: Page): Promise<string> {
  const data = { offer: { currency: 'EUR', amount: 500 }, wish: { currency: CURRENCY } };
  return (await page.request.post(`${siteOf(page)}api/public/offers`, { data })).text();
}

/** The public site, on the same port. */
function siteOf(page: Page): string {
  return `http://localhost:${new URL(page.url()).port}/`;
}

/** The size of a picture itself, however it is shown. */
function sizeOf(image: ReturnType<Page['locator']>): Promise<unknown> {
  return image.evaluate((each) => [Reflect.get(each, 'naturalWidth'), Reflect.get(each, 'naturalHeight')]);
}
