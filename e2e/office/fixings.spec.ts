// Duration: a grid of 152 rows, and a sheet in three widths and with its text twice as large.
import type { Page } from '@playwright/test';
import { decimalOf } from '#domain/money/decimal.ts';
import { formatRate } from '#domain/money/format.ts';
import { formatFixing } from '#domain/rates/draft.ts';
import { expectAccessible } from '../audit.ts';
import { enlargeText, expectNothingCut } from '../large-text.ts';
import {
  actOn,
  answer,
  expect,
  fix,
  fixedBy,
  fixRow,
  makeSheet,
  modal,
  purchaseOf,
  rowOf,
  saleOf,
  test,
} from './office.ts';

const UNCHANGED = 'Veuillez modifier les montants avant d’enregistrer.';
const publication = (page: Page) => page.locator('[aria-label="Publication"]');
const unsaved = (page: Page) => publication(page).getByRole('status');
/** As a field shows it once it is left. */
const shown = (amount: string | number) => formatFixing(Number(amount));

/** The mid rate, to type amounts that are not unusual. */
async function mid(db: Parameters<typeof fix>[0], code: string): Promise<number> {
  const { rows } = await db.query<{ rate: number }>(
    'SELECT rate::float8 AS rate FROM mid_rates WHERE currency_code = $1 ORDER BY at DESC LIMIT 1',
    [code],
  );
  return rows[0]?.rate ?? 0;
}

function countSaves(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/fixings/update')) count += 1;
  });
  return () => count;
}

test('the grid of every currency: widths, acts, fold and search', {
  tag: '@desktop',
}, async ({ page, open, db, enter }) => {
  const agent = await open();
  await fix(db, agent, 'USD', { purchase: 1.17, sale: 1.1 });
  await enter(agent.mail);
  const rows = page.locator('[data-code]');
  await test.step('every currency but the base, with the widths of the specification', async () => {
    await expect(rows).toHaveCount(152);
    await expect(page.locator(':is([aria-label^="Achat "], [aria-label^="Vente "])')).toHaveCount(2 * 152);
    await expect(purchaseOf(page, 'EUR')).toHaveCount(0);
    await expect(purchaseOf(page, 'USD')).toHaveAttribute('placeholder', '0.0');
    const heads = page.getByRole('table', { name: 'Vos taux pour 1 EUR' }).getByRole('columnheader');
    const widths = await heads.evaluateAll((cells) =>
      cells.map((cell) => cell.getBoundingClientRect().width),
    );
    const whole = widths.reduce((sum, width) => sum + width, 0);
    expect(widths.map((width) => Math.round((100 * width) / whole))).toEqual([35, 12, 12, 17, 12, 12]);
    await expect(heads).toHaveText(['Devise', 'Achat', 'Vente', /^Écart taux interm\./, 'Fixé', 'Actions']);
    await page.setViewportSize({ width: 1280, height: 900 });
    const cut = heads.evaluateAll(
      (cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).length,
    );
    expect(await cut).toBe(0);
    await page.setViewportSize({ width: 1440, height: 900 });
  });
  await test.step('one menu of the grid leads to import, export, history, board and margins', async () => {
    await page.getByRole('button', { name: 'Autres actions' }).click();
    const menu = page.locator('[role=menu]');
    await expect(menu).toHaveAccessibleName('Autres actions');
    for (const act of [
      'Coller ou importer un tableau',
      'Exporter mes taux en CSV',
      'Qui a changé quoi',
      'Tableau des taux',
      'Marges',
    ]) {
      await expect(menu.getByRole('menuitem', { name: act, exact: true })).toBeVisible();
    }
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
  });
  await test.step('unfolded at first, it folds', async () => {
    const fold = page.getByRole('button', { name: 'Vos taux pour 1 EUR' });
    await expect(fold).toHaveAttribute('aria-expanded', 'true');
    await fold.click();
    await expect(fold).toHaveAttribute('aria-expanded', 'false');
    await expect(purchaseOf(page, 'USD')).toBeHidden();
    await fold.click();
    await expect(purchaseOf(page, 'USD')).toBeVisible();
  });
  await test.step('currencies are found by code, name and country, and a draft stays beyond them', async () => {
    await saleOf(page, 'AFN').fill('70,5');
    await expect(unsaved(page)).toHaveText('1 taux en brouillon');
    const search = page.getByLabel('Rechercher une devise');
    for (const [query, code] of [
      ['jpy', 'JPY'],
      ['senegal', 'XOF'],
    ] as const) {
      await search.fill(query);
      await expect(rows.first()).toHaveAttribute('data-code', code);
    }
    await search.fill('zzzz');
    await expect(page.getByText('Aucune devise pour « zzzz »')).toBeVisible();
    await expect(publication(page)).toContainText('1 taux en brouillon');
    await search.press('Escape');
    await expect(rows).toHaveCount(152);
    await expect(saleOf(page, 'AFN')).toHaveValue(shown(70.5));
  });
});

test('nothing is sent of an unchanged row, nor of an unusual rate before it is asked about', {
  tag: '@desktop',
}, async ({ page, open, db, enter }) => {
  const agent = await open({ sheet: ['AFN', 'PAB', 'GEL', 'BOB'] });
  const [afn, pab, gel] = [
    Number((await mid(db, 'AFN')).toFixed(4)),
    await mid(db, 'PAB'),
    await mid(db, 'GEL'),
  ];
  await fix(db, agent, 'AFN', { purchase: afn, sale: afn });
  await fix(db, agent, 'PAB', { purchase: pab, sale: pab });
  await fix(db, agent, 'GEL', { purchase: gel * 1.02, sale: gel * 0.92 });
  await enter(agent.mail);
  const saves = countSaves(page);
  await test.step('an unchanged or empty row says why', async () => {
    await fixRow(page, 'AFN');
    await answer(page, [UNCHANGED], 'Continuer');
    await purchaseOf(page, 'AFN').fill('');
    await saleOf(page, 'AFN').fill(`${afn}00`.replace('.', ','));
    await fixRow(page, 'AFN');
    await answer(page, [UNCHANGED], 'Continuer');
    await purchaseOf(page, 'BOB').fill('70');
    await purchaseOf(page, 'BOB').fill('');
    await fixRow(page, 'BOB');
    await answer(page, [UNCHANGED], 'Continuer');
    await expect(purchaseOf(page, 'BOB')).toHaveValue('');
    await expect(page.getByRole('main').locator('[aria-invalid="true"]')).toHaveCount(0);
    expect(saves()).toBe(0);
  });
  await test.step('an unusual rate is asked about with its figures', async () => {
    await purchaseOf(page, 'PAB').fill('2.5');
    await fixRow(page, 'PAB');
    const percent = (((2.5 - pab) / pab) * 100).toFixed(1).replace('.', ',');
    await answer(page, ['Achat 2,5000', `${percent} % au-dessus du taux intermédiaire`], 'Corriger');
    expect(saves()).toBe(0);
    await expect(purchaseOf(page, 'PAB')).toBeFocused();
    const lower = (pab * 0.98).toFixed(4);
    await purchaseOf(page, 'PAB').fill(lower);
    await fixRow(page, 'PAB');
    await answer(
      page,
      [`L’achat (${lower.replace('.', ',')}) est inférieur à la vente`],
      'Enregistrer quand même',
    );
    await answer(page, ['SUCCES', 'La devise PAB a été fixée avec succès'], 'Continuer');
    expect(await fixedBy(db, agent, 'PAB')).toMatchObject({ purchase: String(Number(lower)) });
  });
  await test.step('on the wrong side of the mid rate, or far from the last one', async () => {
    await saleOf(page, 'GEL').fill((gel * 1.01).toFixed(4));
    await fixRow(page, 'GEL');
    await answer(
      page,
      [
        'plus haute que le taux intermédiaire',
        'perdrait sur chaque opération',
        '9,8 % de plus que votre dernier taux',
      ],
      'Corriger',
    );
    await expect(saleOf(page, 'GEL')).toBeFocused();
  });
});

test('after a save: the other drafts, the history, the next field, and a reload that is late or fails', {
  tag: '@desktop',
}, async ({ page, open, db, enter, expectedProblems }) => {
  expectedProblems.push(/status of 503/);
  const agent = await open({ sheet: ['AFN', 'BOB', 'CHF', 'XAF', 'XOF', 'CRC', 'NIO'] });
  await enter(agent.mail);
  const history = page.getByRole('region', { name: 'Historique de vos Fixing' });
  await test.step('the other drafts stay, and the history shows it', async () => {
    await expect(page.getByText('Vos fixings apparaîtront ici, le plus récent d’abord.')).toBeVisible();
    const purchase = ((await mid(db, 'BOB')) * 1.03).toFixed(4);
    await saleOf(page, 'AFN').fill('70');
    await purchaseOf(page, 'BOB').fill(purchase);
    await expect(unsaved(page)).toHaveText('2 taux en brouillon');
    await fixRow(page, 'BOB');
    await answer(page, ['SUCCES', 'La devise BOB a été fixée avec succès'], 'Continuer');
    await expect(unsaved(page)).toHaveText('1 taux en brouillon');
    await expect(saleOf(page, 'AFN')).toHaveValue(shown(70));
    await expect(purchaseOf(page, 'BOB')).toHaveValue(shown(purchase));
    expect(await fixedBy(db, agent, 'BOB')).toEqual({ purchase: String(Number(purchase)), sale: null });
    await expect(history).toContainText('BOB');
    await expect(history).toContainText(`ED${agent.name} Dupont`);
    const at = await history.locator('time').getAttribute('datetime');
    await expect(history.locator('time')).toContainText(`${new Date(at ?? '').getUTCHours()}h`);
  });
  await test.step('the next field after a sale is that of the next row', async () => {
    const search = page.getByLabel('Rechercher une devise');
    await search.fill('franc');
    const codes = await page
      .getByRole('textbox', { name: /^Achat/ })
      .evaluateAll((fields) => fields.map((field) => field.getAttribute('aria-label') ?? ''));
    const [first = '', second = ''] = codes.map((label) => label.slice(-3));
    await saleOf(page, first).fill(((await mid(db, first)) * 0.97).toPrecision(6));
    await fixRow(page, first);
    await answer(page, ['SUCCES'], 'Continuer');
    await expect(purchaseOf(page, second)).toBeFocused();
    await search.press('Escape');
  });
  await test.step('a late reload does not move the focus', async () => {
    await saleOf(page, 'CRC').fill(((await mid(db, 'CRC')) * 0.97).toFixed(4));
    const reload = Promise.withResolvers<void>();
    await page.route('**/api/fixings/rates', async (route) => {
      await reload.promise;
      await route.continue();
    });
    await fixRow(page, 'CRC');
    await answer(page, ['SUCCES'], 'Continuer');
    const search = page.getByLabel('Rechercher une devise');
    await search.click();
    reload.resolve();
    await expect(history).toContainText('CRC');
    await page.keyboard.type('n');
    await expect(search).toHaveValue('n');
    await search.press('Escape');
    await page.unroute('**/api/fixings/rates');
  });
  await test.step('a failed reload shows its error and keeps the page', async () => {
    const purchase = ((await mid(db, 'NIO')) * 1.02).toFixed(4);
    await purchaseOf(page, 'NIO').fill(purchase);
    await page.route('**/api/fixings/rates', (route) =>
      route.fulfill({ status: 503, json: { message: 'Le service est momentanément indisponible.' } }),
    );
    await fixRow(page, 'NIO');
    await answer(page, ['SUCCES'], 'Continuer');
    await answer(page, ['ERREUR (503)', 'Le service est momentanément indisponible.'], 'OK');
    await expect(purchaseOf(page, 'NIO')).toHaveValue(shown(purchase));
    await expect(saleOf(page, 'AFN')).toHaveValue(shown(70));
    await expect(unsaved(page)).toHaveText('1 taux en brouillon');
  });
});

test('a row names its author however old, and the history has older lines, with a mark for unknown authors', {
  tag: '@desktop',
}, async ({ page, open, db, enter }) => {
  const agent = await open({ sheet: ['BOB'] });
  const colleague = await open({ company: agent.company });
  const rate = await mid(db, 'BOB');
  await fix(db, agent, 'BOB', { purchase: rate, sale: rate });
  await db.query(
    `INSERT INTO fixing_logs (at, company_id, user_id, base, currency_code, rate, purchase, sale)
     SELECT '2026-03-09T07:05:00Z'::timestamptz - n * interval '1 hour', $1,
       CASE n WHEN 0 THEN (SELECT id FROM users WHERE mail = 'root@parite.example') WHEN 149 THEN $2::int END,
       'EUR', CASE n WHEN 149 THEN 'BOB' ELSE 'NIO' END, 41.8, 43.1, NULL
     FROM generate_series(0, 149) AS n ORDER BY n DESC`,
    [agent.company?.id, colleague.id],
  );
  await enter(agent.mail);
  const row = rowOf(page, 'BOB');
  await expect(row).toContainText(`${colleague.name} Dupont`);
  // under the gap stands the mid rate, and under the hour the author
  const [gap, fixed] = [row.getByRole('cell').nth(2), row.getByRole('cell').nth(3)];
  const midRate = gap.getByTitle('Taux intermédiaire');
  await expect(gap).toHaveText(/^achat 0,0\s%vente 0,0\s%taux intermédiaire /);
  await expect(midRate).toContainText(formatRate(decimalOf(rate)));
  for (const [above, beneath] of [
    [gap.locator('span').first(), midRate],
    [fixed.locator('span').first(), fixed.getByTitle(`${colleague.name} Dupont`)],
  ] as const) {
    const [over, under] = [await above.boundingBox(), await beneath.boundingBox()];
    expect(under?.y).toBeGreaterThanOrEqual((over?.y ?? 0) + (over?.height ?? 0) - 2);
  }
  const history = page.getByRole('region', { name: 'Historique de vos Fixing' });
  const times = history.locator('time');
  await expect(times).toHaveCount(100);
  await expect(times.first()).toContainText('7h05');
  // the day is that of the same clock: at 23 h 05 of the 8th it was the 9th in Paris
  const late = times.filter({ hasText: '23h05' }).first();
  await expect(late).toHaveText(/^8 mars( 2026)? 23h05$/);
  await expect(late).toHaveAttribute('title', '09-03-2026 00:05, heure locale');
  await expect(history).toContainText('ADMAdministration');
  await expect(history).toContainText('UNKUtilisateur inconnu');
  await history.getByRole('button', { name: 'Afficher les précédents' }).click();
  await expect(times).toHaveCount(150);
  await expect(history.getByRole('button')).toHaveCount(0);
});

/** A paste into the field that has the focus. */
const paste = (page: Page, text: string) =>
  page.evaluate(`{
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', ${JSON.stringify(text)});
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }`);

test('amounts are read as they are typed, fixed by keyboard alone and pasted', { tag: '@desktop' }, async ({
  page,
  open,
  db,
  enter,
}) => {
  const agent = await open({ sheet: ['USD', 'AFN', 'CRC', 'GBP'] });
  await fix(db, agent, 'USD', { purchase: 1.16, sale: 1.09 });
  await fix(db, agent, 'GBP', { purchase: 0.92, sale: 0.86 });
  await enter(agent.mail);
  await test.step('an amount is read as it is typed, or refused with a sentence', async () => {
    const saves = countSaves(page);
    const purchase = purchaseOf(page, 'USD');
    for (const [typed, value] of [
      ['1,205', 1.205],
      ['17 250,5', 17_250.5],
    ] as const) {
      await purchase.fill(typed);
      await saleOf(page, 'USD').focus();
      await expect(purchase).toHaveValue(shown(value));
    }
    await purchase.fill('12,5,7');
    await fixRow(page, 'USD');
    await expect(page.getByRole('alert')).toContainText('Achat :');
    await expect(purchase).toBeFocused();
    await expect(purchase).toHaveAttribute('aria-invalid', 'true');
    expect(saves()).toBe(0);
    // a second click keeps the selection
    const field = purchaseOf(page, 'GBP');
    await field.click();
    await field.click({ delay: 20 });
    await page.keyboard.type('0,91');
    await field.blur();
    await expect(field).toHaveValue('0,9100');
    for (const typed of [purchase, field]) await typed.press('Escape');
    await field.blur();
  });
  await test.step('a whole fixing by keyboard alone', async () => {
    const rate = await mid(db, 'CRC');
    await expect(purchaseOf(page, 'CRC')).toBeVisible();
    await page.keyboard.press('/');
    await expect(page.getByLabel('Rechercher une devise')).toBeFocused();
    await page.keyboard.type('costa rica');
    await page.keyboard.press('Enter');
    await expect(purchaseOf(page, 'CRC')).toBeFocused();
    await page.keyboard.type((rate * 1.03).toFixed(2));
    await page.keyboard.press('Tab');
    await expect(saleOf(page, 'CRC')).toBeFocused();
    await page.keyboard.type((rate * 0.97).toFixed(2));
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('button', { name: 'Fixer CRC' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(modal(page)).toContainText('SUCCES');
    await page.keyboard.press('Enter');
    await expect(modal(page)).toBeHidden();
    expect(await fixedBy(db, agent, 'CRC')).toEqual({
      purchase: String(Number((rate * 1.03).toFixed(2))),
      sale: String(Number((rate * 0.97).toFixed(2))),
    });
    await page.keyboard.press('/');
    await page.keyboard.press('Escape');
    await purchaseOf(page, 'USD').focus();
    await page.keyboard.press('ArrowDown');
    await expect(purchaseOf(page, 'AFN')).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await expect(purchaseOf(page, 'USD')).toBeFocused();
    await expect(purchaseOf(page, 'USD')).toHaveValue(shown(1.16));
  });
  await test.step('figures are pasted to the right and down, and any other table leads to its preview', async () => {
    const bar = page.getByRole('region', { name: 'Publication' });
    await purchaseOf(page, 'USD').focus();
    await paste(page, '1,1750\t1,1050\r\n71,5\t69,25\r\n');
    await expect(purchaseOf(page, 'USD')).toBeFocused();
    await expect(saleOf(page, 'USD')).toHaveValue('1,1050');
    await expect(purchaseOf(page, 'AFN')).toHaveValue('71,500');
    await expect(saleOf(page, 'AFN')).toHaveValue('69,250');
    await expect(bar).toContainText('2 taux en brouillon');
    await expect(bar).toContainText('USD, AFN · collés depuis');
    // one undo for the whole block
    await page.getByRole('button', { name: 'Annuler USD + 1' }).click();
    await expect(bar).toHaveCount(0);
    await expect(purchaseOf(page, 'USD')).toHaveValue('1,1600');
    await expect(saleOf(page, 'AFN')).toHaveValue('');

    // two cells on the sale leave the purchase alone
    await saleOf(page, 'USD').focus();
    await paste(page, '1,1750\t1,1050');
    const text = page.getByLabel('Tableau à coller');
    await expect(text).toHaveValue('USD\t1,1750\t1,1050');
    await expect(page.getByRole('button', { name: 'Reprendre 1 taux en brouillon' })).toBeVisible();
    await page.goBack();
    await expect(purchaseOf(page, 'USD')).toHaveValue('1,1600');
    await saleOf(page, 'AFN').focus();
    await paste(page, 'Devise\tAchat\tVente\nUSD\t1,17\t1,10\nGBP\t0,90\t0,85');
    await expect(text).toHaveValue(/^Devise/);
    await expect(page.getByRole('button', { name: 'Reprendre 2 taux en brouillon' })).toBeVisible();
  });
});

test('the bar gives the focus on, and counts what cannot be read', { tag: '@desktop' }, async ({
  page,
  db,
  open,
  enter,
}) => {
  const agent = await open({ sheet: ['USD', 'AFN'] });
  const usd = await mid(db, 'USD');
  await fix(db, agent, 'USD', { purchase: usd * 1.02, sale: usd * 0.98 });
  await enter(agent.mail);
  const bar = publication(page);
  await test.step('the bar gives the focus on: no dialog leaves it at « Tout abandonner », and a publication in the grid', async () => {
    // an error of the first row is whole
    await saleOf(page, 'USD').fill('abc');
    await purchaseOf(page, 'USD').focus();
    const [error, field] = [
      await page.getByRole('alert').boundingBox(),
      await saleOf(page, 'USD').boundingBox(),
    ];
    expect(error?.y).toBeGreaterThan(field?.y ?? 0);
    await page.getByLabel('Rechercher une devise').fill('USD');
    await saleOf(page, 'USD').fill((usd * 0.985).toFixed(4));
    await page.keyboard.press('Enter');
    await expect(bar).toBeFocused();
    await page.keyboard.press('Control+k');
    await expect(modal(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(bar.getByRole('button', { name: 'Relire et publier' })).toBeFocused();
    await page.keyboard.press('Control+Enter');
    await expect(modal(page).getByRole('button', { name: 'Publier 1 taux' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(bar).toHaveCount(0);
    await expect(saleOf(page, 'USD')).toBeFocused();
    // and what is published is not typed again
    await page.getByRole('button', { name: 'Fixer USD' }).focus();
    await page.keyboard.press('Control+z');
    await expect(bar).toHaveCount(0);
  });
  await test.step('an unreadable field is counted in the bar, and publishing leads to it', async () => {
    await page.getByLabel('Rechercher une devise').fill('');
    await saleOf(page, 'AFN').fill('1,2,3');
    await expect(bar).toContainText('1 champ illisible');
    await saleOf(page, 'USD').fill('1,11');
    await expect(bar).toContainText('1 taux en brouillon');
    // also where a search hides it
    await page.getByLabel('Rechercher une devise').fill('dollar des');
    await expect(saleOf(page, 'AFN')).toHaveCount(0);
    await bar.getByRole('button', { name: '1 champ illisible' }).click();
    await expect(saleOf(page, 'AFN')).toBeFocused();
    await expect(saleOf(page, 'AFN')).toHaveValue('1,2,3');
    await saleOf(page, 'USD').focus();
    await bar.getByRole('button', { name: 'Relire et publier' }).click();
    await expect(saleOf(page, 'AFN')).toBeFocused();
    await expect(modal(page)).toHaveCount(0);
    await saleOf(page, 'AFN').fill('70,5');
    await expect(bar).not.toContainText('illisible');
    await expect(bar).toContainText('2 taux en brouillon');
    // drafts and what cannot be read are abandoned together, and come back; the focus is where one was
    await saleOf(page, 'AFN').fill('1,2,3');
    await purchaseOf(page, 'AFN').fill('71,5');
    await expect(bar).toContainText(/USD, AFN · tapés depuis \d/);
    await bar.getByRole('button', { name: 'Tout abandonner' }).click();
    await expect(bar).toHaveCount(0);
    await expect(purchaseOf(page, 'AFN')).toBeFocused();
    await expect(saleOf(page, 'AFN')).toHaveValue('');
    await expect(page.getByText('2 brouillons abandonnés.')).toBeVisible();
    await page.getByRole('button', { name: 'Reprendre', exact: true }).click();
    await expect(bar).toContainText('1 champ illisible');
    await expect(purchaseOf(page, 'AFN')).toHaveValue(shown(71.5));
    await expect(purchaseOf(page, 'AFN')).toBeFocused();
  });
});

test('without notices fifteen rows are whole, ten on a tablet and four on a phone above the bar, branches or not', {
  tag: '@desktop',
}, async ({ page, open, db, enter }) => {
  const agent = await open();
  const { rows: served } = await db.query<{ code: string }>(
    `INSERT INTO fixings (company_id, currency_code, purchase, sale, updated_at)
     SELECT $1, currency_code, round(rate * 1.03, 4), round(rate * 0.97, 4), now()
     FROM (SELECT DISTINCT ON (currency_code) currency_code, rate FROM mid_rates
       WHERE rate BETWEEN 0.2 AND 900 ORDER BY currency_code, at DESC) AS newest LIMIT 24
     RETURNING currency_code AS code`,
    [agent.company?.id],
  );
  await makeSheet(
    db,
    agent,
    served.map(({ code }) => code),
  );
  await db.query(
    `INSERT INTO branches (company_id, name, kind, city, hours, rates)
     VALUES ($1, 'Gare', 'street', 'Lyon', 'Mo-Fr 09:00-18:00', 'company'),
       ($1, 'Roissy 2E', 'airport', 'Roissy', 'Mo-Fr 09:00-18:00', 'own')`,
    [agent.company?.id],
  );
  await enter(agent.mail);
  await expect(page.locator('[data-code]')).toHaveCount(24);
  const whole = (foot: string) =>
    page.evaluate<number>(`(() => {
      const least = ${foot};
      return [...document.querySelectorAll('[data-code]')].filter((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        return top >= 0 && bottom <= least;
      }).length;
    })()`);
  const toolbar = page.getByRole('group', { name: 'Devises montrées' });
  for (const [width, height, least] of [
    [1440, 900, 15],
    [768, 1024, 10],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect.poll(() => whole('innerHeight'), `${width} × ${height}`).toBeGreaterThanOrEqual(least);
    // the picker of branches is in the toolbar
    const [picker, filters] = [page.getByRole('combobox', { name: 'Taux de' }), toolbar];
    const [above, beside] = [await picker.boundingBox(), await filters.boundingBox()];
    expect(beside?.height).toBe(40);
    expect(above && beside && above.y >= beside.y && above.y + above.height <= beside.y + 40).toBe(true);
    expect(await toolbar.locator('..').boundingBox()).toMatchObject({ height: 44 });
  }
  await page.setViewportSize({ width: 360, height: 740 });
  const [first] = await page
    .locator('[data-code]')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-code') ?? ''));
  const rate = await mid(db, first ?? '');
  await saleOf(page, first ?? '').fill((rate * 0.98).toPrecision(4).replace('.', ','));
  await page.evaluate('scrollTo(0, 0)');
  await expect
    .poll(() => whole("document.getElementById('publication').getBoundingClientRect().top"))
    .toBeGreaterThanOrEqual(4);
  // both sides typed, the row is as high as the next
  await purchaseOf(page, first ?? '').fill((rate * 1.02).toPrecision(4).replace('.', ','));
  const heights = await page
    .locator('[data-code]')
    .evaluateAll((rows) => rows.slice(0, 2).map((row) => Math.round(row.getBoundingClientRect().height)));
  expect(heights[0]).toBe(heights[1]);
  await purchaseOf(page, first ?? '').press('Escape');
  // no filter is cut, and a figure is read and typed at 16 pixels
  expect(await toolbar.locator('..').boundingBox()).toMatchObject({ height: 44 });
  expect(await page.evaluate(BEYOND_WINDOW)).toEqual([]);
  expect(await page.evaluate(FIELD_SIZES)).toEqual(['16px']);
  await expectAccessible(page);

  // where the text is twice as large the tools scroll away and the bar folds
  const barWords = page.getByRole('region', { name: 'Publication' });
  await expect(barWords).toContainText(`${first} · tapé à`);
  const cut = `[...document.querySelectorAll('#publication p')].filter((p) => p.scrollWidth > p.clientWidth).length`;
  expect(await page.evaluate(cut)).toBe(0);
  page.on('dialog', (dialog) => void dialog.accept());
  await enlargeText(page);
  await page.reload();
  await expect(barWords).toContainText(`${first} · tapé à`);
  await expectNothingCut(page, 'the bar at 200 %');
  const foot = await barWords.boundingBox();
  expect(foot?.height).toBeLessThanOrEqual(110);
  await page.locator('[data-code]').nth(8).scrollIntoViewIfNeeded();
  expect((await toolbar.boundingBox())?.y).toBeLessThan(-40);
  await expect(barWords.getByRole('button', { name: 'Tout abandonner' })).toBeHidden();
  await barWords.getByRole('button', { name: 'Détail, publication' }).click();
  await expect(barWords.getByRole('button', { name: 'Tout abandonner' })).toBeVisible();
  await expect(barWords.getByText(`${first} · tapé à`)).toBeVisible();
  await expectNothingCut(page, 'the unfolded bar at 200 %');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Autres actions' }).click();
  await expect(page.getByRole('menuitem', { name: 'Marges' })).toBeVisible();
  await expectNothingCut(page, 'the menu at 200 %');
  const scrolled = () => page.evaluate<number>('scrollY');
  const before = await scrolled();
  for (let act = 0; act < 3; act += 1) await page.keyboard.press('ArrowDown');
  expect(await scrolled(), 'the page behind an open menu').toBe(before);
  await page.keyboard.press('Escape');
  // a press on what is closing chooses nothing
  await expect(page.getByRole('menu')).toBeHidden();

  // on a phone the branch is chosen in the menu, and named in the title
  await actOn(page, null, 'Taux de l’agence Roissy 2E');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Taux de l’agence Roissy 2E');
  await actOn(page, null, 'Taux du bureau');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Taux de change');
  // what the site's tests expect of a plain comparison is read from the sheets of bureaux
  await page.goto('about:blank');
  await db.query(`UPDATE branches SET rates = 'company' WHERE company_id = $1`, [agent.company?.id]);
});

const BEYOND_WINDOW = `[...document.querySelectorAll('main :is(button, input, a)')]
  .filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > innerWidth - 16)
  .map((one) => one.outerHTML.slice(0, 120))`;
const FIELD_SIZES = `[...new Set(
  [...document.querySelectorAll('[data-code] input')].map((one) => getComputedStyle(one).fontSize),
)]`;

test('a colleague’s rates appear beside a draft, which is refused once with the figures of both and stays', {
  tag: '@phone',
}, async ({ page, open, db, expectedProblems, enter }) => {
  expectedProblems.push(/status of 409/);
  const agent = await open({ sheet: ['ETB', 'BOB'] });
  const colleague = await open({ company: agent.company });
  const rate = await mid(db, 'ETB');
  const other = Number(((await mid(db, 'BOB')) * 0.98).toPrecision(5));
  await fix(db, agent, 'ETB', { purchase: rate, sale: rate });
  const stream = page.waitForResponse('**/api/fixings/events');
  await enter(agent.mail);
  await stream;
  const mine = (rate * 1.04).toFixed(2);
  const theirs = Number((rate * 1.05).toFixed(2));
  const sale = Number((rate * 0.97).toFixed(2));
  const figures = page.getByText(`achat ${formatFixing(theirs)}, vente ${formatFixing(sale)}`);
  await purchaseOf(page, 'ETB').fill(mine);
  await purchaseOf(page, 'ETB').blur();
  await fix(db, colleague, 'ETB', { purchase: theirs, sale });
  await db.query(
    `INSERT INTO fixing_logs (at, company_id, user_id, base, currency_code, rate, purchase, sale)
     VALUES (now(), $1, $2, 'EUR', 'ETB', 1, $3, $4)`,
    [colleague.company?.id, colleague.id, theirs, sale],
  );
  await fix(db, colleague, 'BOB', { purchase: null, sale: other });
  await expect(saleOf(page, 'BOB')).toHaveValue(shown(other));
  await expect(figures).toBeVisible();
  await expect(purchaseOf(page, 'ETB')).toHaveValue(shown(mine));
  await fixRow(page, 'ETB');
  await answer(
    page,
    [
      'ERREUR (409)',
      'Le taux de la devise ETB a changé entre-temps.',
      `${colleague.name} Dupont a fixé achat ${formatFixing(theirs)}`,
    ],
    'OK',
  );
  expect(await fixedBy(db, agent, 'ETB')).toEqual({ purchase: String(theirs), sale: String(sale) });
  await expect(purchaseOf(page, 'ETB')).toHaveValue(shown(mine));
  await expect(saleOf(page, 'ETB')).toHaveValue(shown(sale));
  await expect(figures).toBeVisible();
  await fixRow(page, 'ETB');
  await answer(page, ['SUCCES'], 'Continuer');
  expect(await fixedBy(db, agent, 'ETB')).toEqual({ purchase: String(Number(mine)), sale: String(sale) });
  await expect(figures).toBeHidden();
});

test('without a network a save shows its error and keeps the draft', { tag: '@desktop' }, async ({
  page,
  open,
  expectedProblems,
  enter,
  db,
}) => {
  expectedProblems.push(/ERR_INTERNET_DISCONNECTED/);
  const agent = await open({ sheet: ['AFN', 'BOB'] });
  const sale = Number(((await mid(db, 'AFN')) * 0.98).toPrecision(5));
  const modals = '**/assets/ModalHost-*';
  await page.route(modals, (route) => route.abort('internetdisconnected'));
  await page.route('**/api/fixings/update', (route) => route.abort('internetdisconnected'), { times: 1 });
  await enter(agent.mail);
  await test.step('on the page, before the code of the modals is loaded', async () => {
    await saleOf(page, 'AFN').fill(String(sale));
    await fixRow(page, 'AFN');
    const said = page.getByRole('alert');
    await expect(said).toHaveText(/^ERREUR DE CONNEXION : Votre demande n’est pas arrivée/);
    await expectAccessible(page);
    await expect(saleOf(page, 'AFN')).toHaveValue(shown(sale));
    await said.getByRole('button', { name: 'Fermer' }).click();
    await expect(said).toBeHidden();

    await page.unroute(modals);
    await fixRow(page, 'AFN');
    // its styles, which had failed too, have come with it
    await expect(modal(page)).toHaveCSS('border-radius', '20px');
    await answer(page, ['La devise AFN a été fixée avec succès'], 'Continuer');
    expect(await fixedBy(db, agent, 'AFN')).toEqual({ purchase: null, sale: String(sale) });
  });
  await test.step('by a modal', async () => {
    const bob = ((await mid(db, 'BOB')) * 0.98).toPrecision(4);
    await saleOf(page, 'BOB').fill(bob);
    await page.context().setOffline(true);
    await fixRow(page, 'BOB');
    await answer(page, ['ERREUR DE CONNEXION', "Vous n'êtes pas connecté à internet"], 'OK');
    await page.context().setOffline(false);
    await expect(saleOf(page, 'BOB')).toHaveValue(shown(bob));
    await expect(page.getByRole('button', { name: 'Fixer BOB' })).toBeFocused();
  });
});
