// Duration: past rates of several currencies at both widths, by axe, too.
import { readFile } from 'node:fs/promises';
import { auditBothWidths, expectAccessibleInBothSchemes, expectNoSidewaysScroll } from '../audit.ts';
import { expect, test } from '../fixtures.ts';

test.describe('with scripts off', () => {
  test.use({ javaScriptEnabled: false });

  test('past rates are read over three periods, as a chart, a table and a file', { tag: '@desktop' }, async ({
    page,
  }) => {
    await page.goto('/devises/dollar-americain');
    const title = (name: string) => page.getByRole('heading', { level: 2, name: `Le cours sur ${name}` });
    await expect(title('30 jours')).toBeVisible();
    const chart = page.getByRole('img', { name: /^Cours de l’euro en dollars des États-Unis sur/ });
    await expect(chart).toBeVisible();
    const periods = page.getByRole('navigation', { name: 'Période du cours' });
    for (const name of ['6 mois', '1 an', '30 jours']) {
      await periods.getByRole('link', { name }).click();
      await expect(title(name)).toBeInViewport();
      await expect(periods.getByRole('link', { name })).toHaveAttribute('aria-current', 'true');
      await expect(chart).toBeVisible();
    }
    await page.getByText('Les mêmes chiffres, jour par jour').click();
    const days = page.getByRole('table', { name: 'Cours de chaque jour connu' });
    expect(await days.getByRole('row').count()).toBeGreaterThan(20);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Télécharger tous les jours (CSV)' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('dollar-americain.csv');
    const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
    expect(lines.length).toBeGreaterThan(100);
  });
});

test('charts are accessible in both schemes, and as narrow as any window', { tag: '@desktop' }, async ({
  page,
}) => {
  test.slow();
  const open = async (path: string) => {
    await page.goto(path);
    await expect(page.getByRole('img', { name: /^Cours de l’euro/ })).toBeVisible();
    await page.locator('summary').click();
  };
  await open('/devises/dollar-americain');
  await auditBothWidths(page);
  // other elements in the chart alone
  for (const path of ['/devises/livre-syrienne?periode=1-an', '/devises/boliviano/vendre?periode=1-an']) {
    await open(path);
    await expectAccessibleInBothSchemes(page);
    for (const isMobile of [true, false]) await expectNoSidewaysScroll(page, isMobile);
  }
});
