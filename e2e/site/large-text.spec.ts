// Duration: every page of the site with its text twice as large, and a search unfolded.
import { expect, expectWhole, offerRows, standInOf, test } from '../fixtures.ts';
import { enlargeText, expectNothingCut } from '../large-text.ts';

const PAGES = [
  ['#/', 'Le juste taux, avant de partir.'],
  ['#/blog', 'Le blog de Parité'],
  ['#/blog/view/lire-un-tableau-de-taux', /tableau/],
  ['#/blog/view/nulle-part', /^Cet article n’existe pas/],
  ['#/comparateur', 'Comment fonctionne le comparateur'],
  ['#/mentions-legales', 'Mentions légales'],
  ['#/confidentialite', 'Politique de confidentialité'],
  ['#/accessibilite', 'Déclaration d’accessibilité'],
  ['#/lettre/confirmer', 'Ce lien n’est pas complet'],
  // after a page of another title
  ['#/blog?theme=Frontière', 'Le blog de Parité'],
  ['#/lettre/desinscription', 'Ce lien n’est pas complet'],
] as const;

test('with text at 200 % nothing is cut and nothing scrolls sideways @phone', async ({
  page,
  db,
  expectedProblems,
}) => {
  test.slow();
  expectedProblems.push(/status of 40[04]/);
  await page.setViewportSize({ width: 360, height: 800 });
  await enlargeText(page);
  for (const [hash, name] of PAGES) {
    await page.goto(`/${hash}`);
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expectWhole(page);
    await page.keyboard.press('Shift');
    await expectNothingCut(page, hash);
  }

  // what stands below the first screen, then what a search gives
  await page.goto('about:blank');
  await page.goto('/#/?offre=1234567.89&de=EUR&vers=USD');
  await expect(offerRows(page).first()).toBeVisible();
  await page.keyboard.press('End');
  await expect(page.getByRole('heading', { name: 'Questions fréquentes' })).toBeVisible();
  await expectNothingCut(page, 'a search');
  for (const details of await page.getByRole('button', { name: /^Détails de/ }).all()) await details.click();
  for (const question of await page.locator('summary').all()) await question.click();
  await expectNothingCut(page, 'a search, unfolded');

  for (const address of [await standInOf(db, 'Devisia'), '/demonstration/mails', '/nulle-part']) {
    await page.goto(address);
    await expectNothingCut(page, address);
  }
});
