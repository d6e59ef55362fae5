import { auditOnce, expectAccessible, expectNoSidewaysScroll } from '../audit.ts';
import { expect, fix, logIn, modal, purchaseOf, test, unfoldMenu } from './office.ts';

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing before the login, ${colorScheme}`, async ({ page, isMobile }) => {
    auditOnce(colorScheme, isMobile);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const [path, button] of [
      ['login', 'Se connecter'],
      ['password', 'Créer le mot de passe'],
    ] as const) {
      await page.goto(`/#/${path}`);
      await page.getByRole('button', { name: button }).click();
      await expect(page.getByText(/^Veuillez/).first()).toBeVisible();
      await expectAccessible(page);
    }
    await expectNoSidewaysScroll(page, isMobile);
  });

  test(`axe finds nothing on an agent’s pages, ${colorScheme}`, async ({ page, open, db, isMobile }) => {
    auditOnce(colorScheme, isMobile);
    // several whole audits of a long page
    test.slow();
    const agent = await open();
    await fix(db, agent, 'ISK', { purchase: 141, sale: 133 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await logIn(page, agent.mail);
    await page.getByLabel('Rechercher une devise').fill('couronne');
    await purchaseOf(page, 'ISK').fill('140');
    await purchaseOf(page, 'DKK').fill('-1');
    await purchaseOf(page, 'DKK').press('Enter');
    await unfoldMenu(page);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page, isMobile);
    await purchaseOf(page, 'ISK').fill('176');
    await purchaseOf(page, 'ISK').press('Enter');
    await expect(modal(page)).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    for (const path of ['sittings', 'dashbord']) {
      await page.goto(`/#/${path}`);
      await expect(page.getByRole('main').locator('img').first()).toBeVisible();
      await expectAccessible(page);
      await expectNoSidewaysScroll(page, isMobile);
    }
  });

  test(`axe finds nothing on an administrator’s pages, ${colorScheme}`, async ({ page, isMobile }) => {
    auditOnce(colorScheme, isMobile);
    test.slow();
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await logIn(page, 'admin@parite.example');
    await page.goto('/#/fixings?bureau=Maison+Astier');
    await expect(page.getByRole('link', { name: /retirer ce filtre/ })).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page, isMobile);
    await page.goto('/#/sittings');
    await page.getByRole('button', { name: 'inactifs de Change des Quais' }).click();
    await expect(modal(page)).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page, isMobile);
  });
}

test('without a bureau the rates say so', async ({ page, open }) => {
  const { mail } = await open({ company: null });
  await logIn(page, mail);
  await expect(
    page.getByRole('heading', { name: 'Votre compte n’est rattaché à aucun bureau' }),
  ).toBeVisible();
  await expectAccessible(page);
});
