// Duration: axe on long pages, in two widths.
import { auditBothWidths, expectAccessible, wearAuditedScheme } from '../audit.ts';
import { expect, fix, fixRow, modal, purchaseOf, test, unfoldMenu } from './office.ts';

test.beforeEach(({ page, isMobile }) => wearAuditedScheme(page, isMobile));

test('axe reports nothing on an agent’s pages', { tag: '@phone' }, async ({ page, open, enter, db }) => {
  // several whole audits of a long page
  test.slow();
  const agent = await open({ sheet: ['ISK', 'DKK', 'NOK', 'SEK', 'CZK'] });
  await fix(db, agent, 'ISK', { purchase: 141, sale: 133 });
  await enter(agent.mail);
  await page.getByLabel('Rechercher une devise').fill('couronne');
  await purchaseOf(page, 'ISK').fill('140');
  await purchaseOf(page, 'DKK').fill('-1');
  await purchaseOf(page, 'DKK').press('Enter');
  await unfoldMenu(page);
  await auditBothWidths(page);
  await purchaseOf(page, 'ISK').fill('176');
  await fixRow(page, 'ISK');
  await expect(modal(page)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  for (const path of ['sittings', 'dashbord']) {
    await page.goto(`/#/${path}`);
    await expect(page.getByRole('main').locator('img').first()).toBeVisible();
    await auditBothWidths(page);
  }
});

test('axe finds nothing on an administrator’s pages', { tag: '@phone' }, async ({ page, enter }) => {
  test.slow();
  await enter('admin@parite.example', '/fixings?bureau=Maison+Astier');
  await expect(page.getByRole('link', { name: /retirer ce filtre/ })).toBeVisible();
  await auditBothWidths(page);
  await page.goto('/#/sittings');
  await page.getByRole('button', { name: 'inactifs de Change des Quais' }).click();
  await expect(modal(page)).toBeVisible();
  await auditBothWidths(page);
});
