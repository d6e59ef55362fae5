import { administratorScopes } from '#domain/iam/presets.ts';
import { atBothWidths, expectAccessible } from '../audit.ts';
import { admit, COUNTER_SCOPES, fixDollar, Traveller } from './bookings.ts';
import { expect, test } from './office.ts';

test('a beta bureau sees its tasks and figures, another bureau a placeholder, an administrator all', {
  tag: '@phone',
}, async ({ page, open, enter, db }) => {
  test.slow();
  const agent = await open({ scopes: COUNTER_SCOPES, sheet: ['USD'] });
  await enter(agent.mail, '/dashbord');
  await expect(page.getByRole('heading', { name: 'Bientôt dans votre espace' })).toBeVisible();
  await admit(db, agent, 2_000);
  await fixDollar(db, agent);
  const reserve = async (name: string, amount: number) => {
    const mail = `${name.toLowerCase()}-${agent.name.toLowerCase()}@exemple.fr`;
    await (await Traveller.signIn(db, mail, name)).reserve(db, agent, amount);
  };
  await reserve('Zoe', 1_000);
  await reserve('Paul', 700);

  await page.goto('/#/fixings');
  await page.getByRole('link', { name: 'Sur le tableau de bord : 2 à accepter' }).click();
  await expect(
    page.getByRole('link', { name: '2 demandes à accepter Réponse attendue avant' }),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: 'Stock court : USD' })).toContainText(
    'promis sur $ 2\u202f000',
  );
  await expect(page.getByRole('img', { name: 'Réservations demandées : 2 en 30 jours' })).toBeVisible();
  // each curve has its scale and its table; the table is there on demand
  const asked = page.getByRole('figure').filter({ hasText: 'Réservations demandées' });
  await expect(asked.locator('svg text').first()).toHaveText('2');
  await asked.getByText('Jour par jour').click();
  await expect(asked.getByRole('row')).toHaveCount(31);
  await expect(page.getByRole('table', { name: 'Par devise' })).toContainText('USD');
  // each figure with what it is compared with, in whole rows of charts
  const charts = page.getByRole('figure');
  await expect(charts).toHaveCount(4);
  for (const chart of await charts.all()) await expect(chart).toContainText('les 30 jours d’avant');
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const tops = await charts.evaluateAll((all) => all.map((chart) => chart.getBoundingClientRect().top));
    expect(4 % tops.filter((top) => top === tops[0]).length, `at ${width} pixels`).toBe(0);
    await expect
      .poll(
        () =>
          charts.evaluateAll((all) =>
            all.map((chart) => chart.scrollWidth - Math.ceil(chart.getBoundingClientRect().width)),
          ),
        { message: `at ${width} pixels` },
      )
      .toEqual([0, 0, 0, 0]);
  }
  await atBothWidths(page, () => expectAccessible(page));
  // it comes by itself
  await reserve('Anna', 100);
  await expect(page.getByRole('link', { name: '3 demandes à accepter' })).toBeVisible();

  await page.context().clearCookies();
  const admin = await open({ scopes: administratorScopes, company: null });
  await enter(admin.mail, '/dashbord');
  await expect(page.getByRole('link', { name: 'Invitations en attente :' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Flux des taux : ', exact: false }).last()).toBeVisible();
  await expect(page.getByText('Comparaisons', { exact: true })).toBeVisible();
  await expect(page.getByText('Inscriptions à la lettre')).toBeVisible();
  await expect(page.getByText('les 30 jours d’avant')).toHaveCount(8);
  // of all bureaux it is flat by construction
  await expect(page.getByText(/rang moyen/i)).toHaveCount(0);
  await atBothWidths(page, () => expectAccessible(page));

  await test.step('a user with every scope and no bureau gets no link to an empty page', async () => {
    const late = await open();
    await fixDollar(db, late);
    await db.query(`UPDATE fixings SET updated_at = now() - interval '2 days' WHERE company_id = $1`, [
      late.company?.id,
    ]);
    await enter('root@parite.example', '/dashbord');
    await expect(page.getByText(/taux à confirmer$/)).toBeVisible();
    await expect(page.getByRole('link', { name: /taux à confirmer/ })).toHaveCount(0);
    await page.goto('/#/agences');
    await page.getByRole('main').getByRole('link', { name: 'Voir les bureaux' }).click();
    await expect(page.getByRole('table', { name: 'Bureaux' })).toBeVisible();
  });
});
