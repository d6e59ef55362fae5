// Duration: a table of 400 lines is read, corrected and taken over, and read again at 360 pixels.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { zipSync } from 'fflate';
import { formatFixing } from '#domain/rates/draft.ts';
import { expectAccessible } from '../audit.ts';
import { enlargeText, expectNothingCut } from '../large-text.ts';
import { actOn, expect, fix, fixedBy, modal, purchaseOf, saleOf, test } from './office.ts';

const MANY = 40;
const takeOver = (page: Page) => page.getByRole('button', { name: /^Reprendre \d+ taux en brouillon$/ });
const line = (page: Page, text: string) =>
  page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText: text });

/** The mid rates of some currencies, and plausible rates around them, as a spreadsheet shows them. */
async function sheetOf(
  db: Parameters<typeof fix>[0],
): Promise<[code: string, purchase: string, sale: string][]> {
  const { rows } = await db.query<{ code: string; rate: number }>(
    `SELECT DISTINCT ON (currency_code) currency_code AS code, rate::float8 AS rate FROM mid_rates
     WHERE rate BETWEEN 1 AND 900 AND currency_code <> 'EUR' ORDER BY currency_code, at DESC LIMIT $1`,
    [MANY],
  );
  const write = (rate: number) => rate.toFixed(4).replace('.', ',');
  return rows.map(({ code, rate }) => [code, write(1.03 * rate), write(0.97 * rate)]);
}

async function save(page: Page, act: () => Promise<void>): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  return download.path();
}

test('forty pasted rates are previewed line by line and published in seven actions @desktop', async ({
  page,
  open,
  db,
  enter,
}) => {
  const agent = await open();
  const sheet = await sheetOf(db);
  const [first = ['', '', '']] = sheet;
  await fix(db, agent, first[0], { purchase: 1, sale: 1 });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await enter(agent.mail);
  await actOn(page, null, 'Coller ou importer un tableau');
  await expect(page.getByRole('heading', { level: 1, name: 'Coller ou importer un tableau' })).toBeVisible();

  const block = [['Devise', 'Achat', 'Vente'], ...sheet, ['Monnaie perdue', '1,5', '1,4']];
  const text = block.map((cells) => cells.join('\t')).join('\r\n');
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
  await page.keyboard.press('ControlOrMeta+v');
  await expect(page.getByLabel('Tableau à coller')).toHaveValue(/Monnaie perdue/);
  await expect(line(page, 'Monnaie perdue')).toContainText('Aucune devise reconnue.');
  await expect(line(page, first[0]).first()).toContainText(`devient${first[1]}`);
  await expect(page.getByText('Lu en unités de la devise pour 1 €, achat en colonne B')).toBeVisible();
  await page.getByRole('button', { name: 'Corriger la lecture' }).click();
  await expect(page.getByLabel('Colonne de l’achat')).toHaveValue('1');
  await expect(page.getByLabel('Colonne de la vente')).toHaveValue('2');
  await expectAccessible(page);

  await takeOver(page).click();
  await expect(page.getByRole('status').filter({ hasText: `${MANY} brouillons à relire` })).toBeVisible();
  await expect(page.getByText(`${MANY} taux en brouillon`)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Publication' })).toContainText('collés depuis');
  for (const [code, purchase, sale] of sheet) {
    await expect(purchaseOf(page, code)).toHaveValue(formatFixing(Number(purchase.replace(',', '.'))));
    await expect(saleOf(page, code)).toHaveValue(formatFixing(Number(sale.replace(',', '.'))));
  }
  // nothing is published unseen
  expect(await fixedBy(db, agent, first[0])).toEqual({ purchase: '1', sale: '1' });

  await page.getByRole('button', { name: 'Relire et publier' }).click();
  // far from what the bureau had
  await modal(page)
    .getByRole('checkbox', { name: `${first[0]} : c’est bien` })
    .check();
  await modal(page)
    .getByRole('button', { name: `Publier ${MANY} taux` })
    .click();
  for (const [code, purchase, sale] of [sheet[0], sheet.at(-1)].filter((row) => row !== undefined)) {
    const written = (text: string) => String(Number(text.replace(',', '.')));
    await expect
      .poll(() => fixedBy(db, agent, code))
      .toEqual({ purchase: written(purchase), sale: written(sale) });
  }
});

/** A sheet of 400 lines, badly made. */
const BAD_TABLE = join(import.meta.dirname, '../../domain/testing/tables/bad-table.txt');

async function pasteBadTable(page: Page): Promise<void> {
  await page.getByLabel('Tableau à coller').fill(await readFile(BAD_TABLE, 'utf8'));
  await expect(page.getByText(/^Lu en unités de la devise pour 1\s€, achat en colonne C/)).toBeVisible();
}

const lineAt = (page: Page, line: number) => page.locator(`[data-row="${line}"]`);
const filter = (page: Page, name: string) =>
  page
    .getByRole('group', { name: 'Lignes montrées' })
    .getByRole('button', { name: new RegExp(`^${name} \\d`) });

test('a bad table is read, corrected by presses and taken over @desktop', async ({
  page,
  open,
  db,
  enter,
}) => {
  const agent = await open();
  await enter(agent.mail, '/fixings/tableau');
  await pasteBadTable(page);
  const inEuros = page.getByText(/^Lu en € pour 1 unité/);

  // the form is corrected, and nothing of it fits
  await page.getByRole('button', { name: 'Corriger la lecture' }).click();
  await page.getByLabel('Sens des taux').selectOption('base_per_1');
  await expect(inEuros).toBeVisible();
  await page.getByLabel('Sens des taux').selectOption('per_base');
  await expect(filter(page, 'À corriger')).toHaveText(/24$/);

  await filter(page, 'À corriger').click();
  const won = lineAt(page, 40);
  await expect(won).toContainText('Écrit en EUR pour 1 KRW.');
  await expect(line(page, 'MDL')).toContainText(
    'Écrit en EUR pour 100 MDL, achat et vente semblent inversés.',
  );
  await won.getByRole('button', { name: /^Lire achat 1\s595,7.*, vente 1\s508,6.*, ligne 40$/ }).click();
  // beside what another line says of it
  await expect(won.getByRole('button', { name: 'Garder cette ligne' })).toBeFocused();
  await expect(won).toContainText('KRW a 3 taux différents');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Garder les premiers' }).click();
  await expect(page.getByText('Le premier taux de chaque devise est gardé')).toBeVisible();
  await expect(filter(page, 'À choisir')).toBeVisible();

  await filter(page, 'Refusées').click();
  await lineAt(page, 166)
    .getByRole('button', { name: /^USD\b/ })
    .click();
  await expect(lineAt(page, 166)).toContainText('Laissé');
  const rupee = lineAt(page, 193);
  await expect(rupee).toContainText('Bien trop loin du taux intermédiaire');
  await rupee.getByRole('button', { name: /^Corriger/ }).click();
  const form = page.getByRole('form', { name: /^Corriger la ligne \d+$/ });
  await form.getByLabel('Achat').fill('112,304');
  await form.getByLabel('Vente').fill('105,762');
  await form.getByRole('button', { name: 'Appliquer' }).click();
  await expect(rupee).toContainText('comme 329');
  await expect(rupee.getByRole('button', { name: 'Rétablir la ligne' })).toBeFocused();
  await expectAccessible(page);

  const count = /\d+/.exec((await takeOver(page).textContent()) ?? '')?.[0];
  await takeOver(page).click();
  await expect(page.getByRole('status').filter({ hasText: `${count} brouillons à relire` })).toBeVisible();
  await expect(saleOf(page, 'INR')).toHaveValue('105,762');
  await expect(purchaseOf(page, 'USD')).toHaveValue('1,15741');
  // proposed again where a table leaves it open
  await expect
    .poll(async () => {
      const { rows } = await db.query('SELECT unit, purchase, sale FROM table_forms WHERE company_id = $1', [
        agent.company?.id,
      ]);
      return rows;
    })
    .toEqual([{ unit: 'per_base', purchase: 2, sale: 3 }]);
});

test('a bad table at 360 pixels with its text twice as large is whole @phone', async ({
  page,
  open,
  enter,
}) => {
  test.slow();
  await page.setViewportSize({ width: 360, height: 740 });
  await enlargeText(page);
  const agent = await open();
  await enter(agent.mail, '/fixings/tableau');
  await pasteBadTable(page);
  await page.getByRole('button', { name: 'Corriger la lecture' }).click();
  await expectNothingCut(page, 'Aperçu');
  await filter(page, 'Refusées').click();
  await lineAt(page, 193)
    .getByRole('button', { name: /^Corriger/ })
    .click();
  await expectNothingCut(page, 'Corriger');
  await filter(page, 'À corriger').click();
  await expectNothingCut(page, 'À corriger');
  await expectAccessible(page);
});

test('exported CSV and XLSX files import again, and a decompression bomb is refused', {
  tag: '@desktop',
}, async ({ page, open, db, enter }) => {
  const agent = await open();
  await fix(db, agent, 'USD', { purchase: 1.17, sale: 1.105 });
  await fix(db, agent, 'JPY', { purchase: 1184.2, sale: 0.5 });
  await enter(agent.mail);
  const csv = await save(page, () => actOn(page, null, 'Exporter mes taux en CSV'));
  const written = await readFile(csv, 'utf8');
  expect(
    written.startsWith('\ufeffCode;Devise;Taux intermédiaire (1 € = …);Achat (1 € = …);Vente (1 € = …);'),
  ).toBe(true);
  expect(written).toMatch(/\r\nJPY;[^;]+;[\d,]+;1184,2;0,5;/);
  const xlsx = await save(page, () => actOn(page, null, 'Exporter mes taux en XLSX'));

  await actOn(page, null, 'Coller ou importer un tableau');
  const template = await save(page, () =>
    page.getByRole('button', { name: 'Télécharger un modèle en XLSX' }).click(),
  );
  const field = page.getByLabel('Choisir un fichier');
  const preview = page.getByRole('region', { name: 'Aperçu, pour 1 EUR' });
  for (const path of [csv, xlsx, template]) {
    await field.setInputFiles({
      name: 'taux',
      mimeType: 'application/octet-stream',
      buffer: await readFile(path),
    });
    await expect(preview).toContainText('2 inchangés');
    await expect(page.getByText('Rien à reprendre')).toBeVisible();
    await expect(page.getByRole('button', { name: /reprendre/i })).toHaveCount(0);
    await expect(line(page, 'USD')).toHaveCount(1);
  }

  const changed = written.replace('1184,2', '190').replace('0,5', '0');
  await field.setInputFiles({ name: 'taux.csv', mimeType: 'text/csv', buffer: Buffer.from(changed) });
  await expect(line(page, 'JPY')).toContainText('Vente : Il faut un montant positif');

  const bomb = Buffer.from(zipSync({ 'xl/workbook.xml': new Uint8Array(30e6) }));
  await field.setInputFiles({ name: 'bombe.xlsx', mimeType: 'application/zip', buffer: bomb });
  await expect(page.getByText('Ce classeur est trop volumineux une fois décompressé')).toBeVisible();
  await expect(preview).toBeHidden();
});
