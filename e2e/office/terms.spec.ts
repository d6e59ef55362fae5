import type { Locator } from '@playwright/test';
import { agentScopes, bookingScopes } from '#domain/iam/presets.ts';
import { DEFAULT_TERMS } from '#domain/terms/terms.ts';
import { expectAccessible, expectAccessibleInBothSchemes } from '../audit.ts';
import { announced, expect, field, press, test } from './administration.ts';
import { answer, fix } from './office.ts';

test('an administrator admits a bureau, which sets its terms @phone', async ({
  page,
  admin: _admin,
  open,
  enter,
  db,
  expectedProblems,
}) => {
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
  await page.getByRole('link', { name: 'Conditions', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Conditions de réservation' })).toBeVisible();
  await expectAccessible(page);

  await field(page, 'Minimum (€)').fill('mille');
  await press(page, 'Enregistrer les conditions');
  await expect(page.getByText('Donnez un montant de 0')).toBeVisible();
  await field(page, 'Minimum (€)').fill('80,50');
  await page.getByRole('group', { name: 'À l’aéroport' }).getByLabel('Proposer ce retrait').check();
  await page.getByRole('group', { name: 'À l’aéroport' }).getByLabel('Frais (€)').fill('4');
  // unsaved fields look so, until they are saved or typed back
  await expect(page.getByText('3 modifications non enregistrées')).toBeVisible();
  await expect(field(page, 'Minimum (€)')).toHaveAttribute('data-changed', 'true');
  await expect(field(page, 'Maximum (€)')).toHaveAttribute('data-changed', 'false');
  await expectAccessibleInBothSchemes(page);
  await field(page, 'Acceptation automatique jusqu’à (€)').fill('300');
  await field(page, 'Reprendre les billets qui restent au retour').check();
  // notes are said whether or not they are offered for choice
  await field(page, 'Vos billets').fill('USD dix');
  await press(page, 'Enregistrer les conditions');
  await expect(page.getByText('« USD dix »')).toBeVisible();
  await expectAccessible(page);
  await field(page, 'Vos billets').fill('');
  await field(page, 'Billets au choix du voyageur').check();
  await press(page, 'Enregistrer les conditions');
  await expect(page.getByText('Indiquez vos billets. Le voyageur choisit parmi eux.')).toBeVisible();
  await field(page, 'Vos billets').fill('ABC 10');
  await press(page, 'Enregistrer les conditions');
  await expect(page.getByText('La devise ABC n’est pas connue.')).toBeVisible();
  await field(page, 'Vos billets').fill('usd 50, 20, 10\nGBP 20');
  await field(page, 'Taux garanti (h)').fill('1');
  await press(page, 'Enregistrer les conditions');
  await expect(page.getByText('Le taux doit être garanti plus longtemps')).toBeVisible();
  await field(page, 'Taux garanti (h)').fill('24');
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

  await expect(page.getByText('non enregistrée')).toHaveCount(0);
  await expect(page.locator('[data-changed="true"]')).toHaveCount(0);
});

test('stocks are a grid of currencies by branch, typed and pasted, marked until it is saved @phone', async ({
  page,
  open,
  enter,
  db,
  expectedProblems,
}, { project }) => {
  expectedProblems.push(/status of 409 \(Conflict\)/);
  const agent = await open({ scopes: [...agentScopes, ...bookingScopes] });
  const id = agent.company?.id;
  await db.query(
    `INSERT INTO reservation_terms (company_id, admitted_at, terms, updated_at) VALUES ($1, now(), $2, now())`,
    [id, JSON.stringify(DEFAULT_TERMS)],
  );
  for (const code of ['USD', 'GBP', 'CHF']) await fix(db, agent, code, { purchase: 1.2, sale: 1.1 });
  const { rows } = await db.query<{ id: number }>(
    `INSERT INTO branches (company_id, name, kind, address, postcode, city, phone, email, updated_at)
     VALUES ($1, 'Gare', 'station', '', '', 'Lyon', '', '', now()), ($1, 'Port', 'street', '', '', 'Lyon', '', '', now())
     RETURNING id`,
    [id],
  );
  const port = rows[1]?.id;
  await enter(agent.mail, '/orders');
  await page.getByRole('link', { name: 'Stocks', exact: true }).click();
  const grid = page.getByRole('table', { name: 'Stocks' });
  await expect(grid.getByRole('rowheader')).toHaveText([/^EUR/, /^CHF/, /^GBP/, /^USD/]);
  const cell = (code: string, branch: string) => page.getByRole('textbox', { name: `${code}, ${branch}` });
  const paste = async (to: Locator, text: string) => {
    await to.focus();
    await page.evaluate(`(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', ${JSON.stringify(text)});
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      document.activeElement.dispatchEvent(event);
    })()`);
  };
  const ready = async (day = 'day IS NULL') => {
    const { rows: stored } = await db.query(
      `SELECT concat(currency_code, ' ', branches.name, ' ', ready::float8) AS text FROM stocks JOIN branches ON branches.id = branch
       WHERE stocks.company_id = $1 AND ${day} ORDER BY 1`,
      [id],
    );
    return stored.map(({ text }) => text);
  };

  // by keyboard, a figure a cell
  await cell('CHF', 'Gare').fill('mille');
  await page.keyboard.press('Enter');
  await expect(cell('GBP', 'Gare')).toBeFocused();
  await expect(cell('CHF', 'Gare')).toHaveAttribute('aria-invalid', 'true');
  await page.keyboard.type('1500');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Escape');
  await expect(cell('CHF', 'Gare')).toHaveValue('');
  await expect(cell('GBP', 'Gare')).toHaveValue('1\u202f500');
  await expect(page.getByText('1 cellule non enregistrée')).toBeVisible();
  // a table of a spreadsheet, whole or not at all
  if (project.name === 'phone') {
    await paste(cell('EUR', 'Gare'), '2000\n300\n');
    await page.getByLabel('Agence').selectOption('Port');
    await paste(cell('EUR', 'Port'), 'USD\t800\nCHF\t250\n');
  } else {
    await paste(cell('EUR', 'Gare'), '2000\tbeaucoup\n');
    await expect(announced(page)).toContainText('EUR, Port : « beaucoup » n’est pas un montant.');
    await paste(cell('GBP', 'Port'), 'Devise\tPort\tGare\nUSD\t800\t\nCHF\t250\t300\nEUR\t\t2000\n');
  }
  await expect(page.getByText('5 cellules non enregistrées')).toBeVisible();
  // abandoned and taken back, the focus stays where one was
  const last = page.getByRole('textbox').and(page.locator(':focus'));
  const name = await last.getAttribute('aria-label');
  await press(page, 'Tout abandonner');
  await expect(page.getByText('5 cellules abandonnées.')).toBeVisible();
  await expect(cell('EUR', project.name === 'phone' ? 'Port' : 'Gare')).toHaveValue('');
  if (project.name !== 'phone') await expect(last).toHaveAttribute('aria-label', name ?? '');
  await press(page, 'Reprendre');
  await expect(page.getByText('5 cellules non enregistrées')).toBeVisible();
  await expect(cell('USD', 'Port')).toHaveAttribute('data-changed', 'true');
  await expectAccessibleInBothSchemes(page);
  expect(await ready()).toEqual([]);
  // nothing is lost by a press on another day
  await page.getByRole('link', { name: 'Aujourd’hui' }).click();
  await answer(page, ['Quitter sans enregistrer'], 'Rester');
  await cell('USD', 'Port').press('Control+Enter');
  await expect(announced(page)).toHaveText('5 stocks sont enregistrés.');
  await expect(page.locator('[data-changed="true"]')).toHaveCount(0);
  expect(await ready()).toEqual([
    'CHF Gare 300',
    'CHF Port 250',
    'EUR Gare 2000',
    'GBP Gare 1500',
    'USD Port 800',
  ]);

  // today beside what is promised; an empty cell follows the usual figure
  await db.query(
    `INSERT INTO stocks (company_id, branch, currency_code, day, ready, promised, follows)
     VALUES ($1, $2, 'USD', (now() AT TIME ZONE 'Europe/Paris')::date, 800, 700, true)`,
    [id, port],
  );
  await enter(agent.mail, '/dashbord');
  const short = page.getByRole('link', { name: /Stock court\s: USD, Port/ });
  await expect(short).toContainText('Ajuster');
  await short.click();
  await expect(cell('USD', 'Port')).toBeFocused();
  await expect(cell('USD', 'Port')).toHaveValue('');
  await expect(cell('USD', 'Port')).toHaveAttribute('placeholder', '800');
  await expect(page.getByText('$ 700 promis')).toBeVisible();
  await page.keyboard.type('600');
  await press(page, 'Enregistrer');
  await expect(page.getByText('$ 700 sont déjà promis ce jour-là.')).toBeVisible();
  await expect(cell('USD', 'Port')).toBeFocused();
  await cell('USD', 'Port').fill('950');
  await press(page, 'Enregistrer');
  await expect(announced(page)).toHaveText('Le stock est enregistré.');
  expect(await ready('day IS NOT NULL')).toEqual(['USD Port 950']);
  await page.getByRole('link', { name: 'Chaque jour' }).click();
  // the branch stays chosen
  await expect(page.getByText('aujourd’hui $ 950, $ 700 promis')).toBeVisible();
  await expect(cell('USD', 'Port')).toHaveValue('800');

  // of many currencies one is found by its name
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('/');
  await page.keyboard.type('suisse');
  await expect(grid.getByRole('rowheader')).toHaveText([/^CHF.*franc suisse/]);
  await expectAccessible(page);
});
