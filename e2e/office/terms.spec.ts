import { agentScopes, bookingScopes } from '#domain/iam/presets.ts';
import { expectAccessible, expectAccessibleInBothSchemes } from '../audit.ts';
import { announced, expect, field, press, test } from './administration.ts';
import { answer } from './office.ts';

test('an administrator admits a bureau, which sets its terms and stock @phone', async ({
  page,
  admin: _admin,
  open,
  enter,
  db,
  expectedProblems,
}, { project }) => {
  // the server says what a form cannot know by itself
  expectedProblems.push(/status of 401 \(Unauthorized\)/, /status of 400 \(Bad Request\)/);
  const agent = await open({ scopes: [...agentScopes, ...bookingScopes] });
  const name = agent.company?.name ?? '';
  await page.goto(`/#/sittings/bureaux/${agent.company?.id}`);
  await press(page, 'Admettre à la bêta');
  await answer(page, [`Admettre à la bêta ${name} ?`], 'Admettre à la bêta');
  await expect(announced(page)).toHaveText(`${name} prend des réservations.`);
  await expect(page.getByRole('button', { name: 'Retirer de la bêta' })).toBeVisible();

  await page.context().clearCookies();
  await enter(agent.mail, '/orders');
  await page.getByRole('link', { name: 'Conditions et stocks' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Conditions de réservation' })).toBeVisible();
  await expectAccessible(page);

  await field(page, 'Minimum, en euros').fill('mille');
  await press(page, 'Enregistrer les conditions');
  await expect(page.getByText('Donnez un montant de 0')).toBeVisible();
  await field(page, 'Minimum, en euros').fill('80,50');
  await field(page, 'Proposer le retrait : à l’aéroport').check();
  await page.getByRole('group', { name: 'À l’aéroport' }).getByLabel('Frais, en euros').fill('4');
  await field(page, 'Acceptation automatique jusqu’à, en euros').fill('300');
  await field(page, 'Reprendre les billets qui restent au retour').check();
  // notes are said whether or not they are offered for choice
  await field(page, 'Vos billets').fill('USD dix');
  await press(page, 'Enregistrer les conditions');
  await expect(page.getByText('« USD dix »')).toBeVisible();
  await expectAccessible(page);
  await field(page, 'Vos billets').fill('');
  await field(page, 'Billets au choix du voyageur').check();
  await press(page, 'Enregistrer les conditions');
  await expect(page.getByText('Indiquez vos billets\u00a0: le voyageur choisit parmi eux.')).toBeVisible();
  await field(page, 'Vos billets').fill('ABC 10');
  await press(page, 'Enregistrer les conditions');
  await expect(page.getByText('La devise ABC n’est pas connue.')).toBeVisible();
  await field(page, 'Vos billets').fill('usd 50, 20, 10\nGBP 20');
  await field(page, 'Taux garanti, en heures').fill('1');
  await press(page, 'Enregistrer les conditions');
  await expect(page.getByText('Le taux doit être garanti plus longtemps')).toBeVisible();
  await field(page, 'Taux garanti, en heures').fill('24');
  await press(page, 'Enregistrer les conditions');
  await expect(announced(page)).toContainText('Les conditions sont enregistrées');
  const { rows } = await db.query('SELECT terms FROM reservation_terms WHERE company_id = $1', [
    agent.company?.id,
  ]);
  expect(rows[0].terms).toMatchObject({
    minimum: 80.5,
    hold_hours: 24,
    accepts_up_to: 300,
    notes: ['choice'],
    denominations: [
      { currency: 'USD', values: [10, 20, 50] },
      { currency: 'GBP', values: [20] },
    ],
    buy_back: { share: 50, days: 30, percent_off: 0 },
    modes: { airport: { is_offered: true, fee: 4 }, hotel: { is_offered: false } },
  });

  await field(page, 'Devise').selectOption('GBP');
  await field(page, 'Montant disponible').fill('1 500');
  await press(page, 'Enregistrer le stock');
  await expect(announced(page)).toHaveText('Le stock est enregistré.');
  const stock = page
    .getByRole(project.name === 'phone' ? 'list' : 'table', { name: 'Stocks, GBP' })
    .getByRole(project.name === 'phone' ? 'listitem' : 'row')
    .last();
  await expect(stock).toContainText('£ 1\u202f500');
  await stock.getByRole('button', { name: 'Modifier : GBP, le bureau, chaque jour' }).click();
  await expect(field(page, 'Montant disponible')).toBeFocused();
  await expect(field(page, 'Montant disponible')).toHaveValue('1500');

  // what counts where it says nothing, and what cannot be reserved until it does
  await field(page, 'Devise').selectOption('CHF');
  await field(page, 'Montant disponible').fill('700');
  await press(page, 'Enregistrer le stock');
  await page.getByText('Billets en circulation (1 devise)').click();
  await expect(
    page.getByRole('listitem').filter({ hasText: 'CHF 10, 20, 50, 100, 200, 1 000' }),
  ).toBeVisible();
  await field(page, 'Devise').selectOption('IRR');
  await field(page, 'Montant disponible').fill('9000000');
  await press(page, 'Enregistrer le stock');
  await expect(
    page.getByText('Indiquez vos billets en IRR pour que les voyageurs puissent les réserver.'),
  ).toBeVisible();
  await field(page, 'Vos billets').fill('USD 10 20 50\nGBP 20\nIRR 1000000');
  await expect(page.getByText('Indiquez vos billets en')).toHaveCount(0);
  await press(page, 'Enregistrer les conditions');
  await expect(announced(page)).toContainText('Les conditions sont enregistrées');

  // of many currencies each is one line, found by its name, by the keyboard alone
  const stocks = page.locator('summary').filter({ hasText: 'par jour' });
  for (const code of ['USD', 'CHF', 'JPY']) {
    await field(page, 'Devise').selectOption(code);
    await field(page, 'Montant disponible').fill('700');
    await press(page, 'Enregistrer le stock');
    await expect(stocks.filter({ hasText: code })).toBeVisible();
  }
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('/');
  await page.keyboard.type('suisse');
  await expect(stocks).toHaveText(/CHF.*franc suisse/);
  await page.keyboard.press('Escape');
  await expectAccessibleInBothSchemes(page);
});
