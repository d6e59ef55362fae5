// Duration: a table of 400 lines is read, corrected and published, and another one read at 360 pixels.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { zipSync } from 'fflate';
import { formatFixing } from '#domain/rates/draft.ts';
import { expectAccessible } from '../audit.ts';
import { tabTo } from '../keyboard.ts';
import { expectNothingCut, LARGE_TEXT } from '../large-text.ts';
import { actOn, expect, fix, fixedBy, modal, purchaseOf, saleOf, test } from './office.ts';
import { Person, ROBOT_KEY_MS } from './person.ts';

const MANY = 12;
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

test('pasted rates are previewed line by line and become drafts, none published unseen @desktop', async ({
  page,
  open,
  db,
  enter,
}) => {
  const sheet = await sheetOf(db);
  const [first = ['', '', '']] = sheet;
  const agent = await open({ sheet: sheet.map(([code]) => code) });
  await fixAll(
    db,
    agent,
    sheet.map(([code]) => code),
  );
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
  const asShown = (text: string) => formatFixing(Number(text.replace(',', '.')));
  expect(await page.evaluate<string[][]>(SHOWN_ROWS)).toEqual(
    sheet.map(([code, ...sides]) => [code, ...sides.map(asShown)]),
  );
  // nothing is published unseen
  expect(await fixedBy(db, agent, first[0])).toEqual({ purchase: '1', sale: '1' });
});

const SHOWN_ROWS = `[...document.querySelectorAll('[data-code]')].map((row) =>
  [row.dataset.code, ...[...row.querySelectorAll('input')].map(({ value }) => value)])`;

/** A sheet of 400 lines, badly made. */
const BAD_TABLE = join(import.meta.dirname, '../../domain/testing/tables/bad-table.txt');

async function pasteBadTable(page: Page, lines?: readonly string[]): Promise<void> {
  await page.getByLabel('Tableau à coller').fill(lines?.join('\n') ?? (await readFile(BAD_TABLE, 'utf8')));
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
  await expect(filter(page, 'À corriger')).toHaveText(/24$/);
  await filter(page, 'À corriger').click();
  const won = lineAt(page, 40);
  await expect(won).toContainText('Écrit en EUR pour 1 KRW.');
  await expect(line(page, 'MDL')).toContainText(
    'Écrit en EUR pour 100 MDL, achat et vente semblent inversés.',
  );
  await won.getByRole('button', { name: /^Lire achat 1\s595,7.*, vente 1\s508,6.*, ligne 40$/ }).click();
  // beside what another line says of it
  await expect(won.getByRole('button', { name: 'Garder' })).toBeFocused();
  await expect(won).toContainText('KRW a 3 taux différents');

  await page.getByRole('button', { name: 'Garder les premiers' }).click();
  await filter(page, 'Refusées').click();
  // the verdict beside its reason: two lines a row
  const refused = await lineAt(page, 155).boundingBox();
  expect(refused?.height).toBeLessThan(84);
  await lineAt(page, 166)
    .getByRole('button', { name: /^USD\b/ })
    .click();
  await expect(lineAt(page, 166)).toContainText('Écarté');
  const rupee = lineAt(page, 193);
  await expect(rupee).toContainText('Trop loin du taux intermédiaire');
  await rupee.getByRole('button', { name: /^Corriger/ }).click();
  const form = page.getByRole('form', { name: /^Corriger la ligne \d+$/ });
  await form.getByLabel('Achat').fill('112,304');
  await form.getByLabel('Vente').fill('105,762');
  await form.getByRole('button', { name: 'Appliquer' }).click();
  await expect(rupee).toContainText('comme 329');
  await expect(rupee.getByRole('button', { name: 'Rétablir' })).toBeFocused();
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

// Some lines of each kind, and all of the rupee, of which one is far from the other.
async function badLines(): Promise<string[]> {
  const { lines, kinds } = await readBadTable();
  const count = new Map<string, number>();
  return lines.filter((text, i) => {
    const kind = kinds[i] ?? '';
    count.set(kind, (count.get(kind) ?? 0) + 1);
    return (count.get(kind) ?? 0) <= 3 || text.includes('INR');
  });
}

async function readBadTable(): Promise<{ lines: string[]; kinds: string[] }> {
  const lines = (await readFile(BAD_TABLE, 'utf8')).split('\n');
  return { lines, kinds: JSON.parse(await readFile(BAD_TABLE.replace('.txt', '.kinds.json'), 'utf8')) };
}

// Rates that the bureau of the bad table meant, by currency.
async function meantRates(): Promise<Map<string, { purchase: number; sale: number }>> {
  const { lines, kinds } = await readBadTable();
  const ofKind = (kind: string) => lines.filter((_, i) => kinds[i] === kind);
  const cells = [
    ...ofKind('duplicate').map((text) => text.split('\t')),
    ...ofKind('ok tab').map((text) => text.split('\t')),
    ...ofKind('semicolon').map((text) => text.split(';')),
    ...ofKind('comma').map((text) => text.split(',')),
  ];
  const read = (text = '') => Number(text.replace(',', '.'));
  return new Map(
    cells.map(([, code = '', purchase, sale]) => [code, { purchase: read(purchase), sale: read(sale) }]),
  );
}

// Rates of yesterday.
async function fixAll(db: Db, { company }: { company: { id: number } | null }, codes: readonly string[]) {
  await db.query(
    `INSERT INTO fixings (company_id, currency_code, purchase, sale, updated_at)
     SELECT $1, code, round(rate * 1.02, 4), round(rate * 0.98, 4), now() - interval '1 day'
     FROM unnest($2::text[]) AS listed (code), LATERAL (
       SELECT rate FROM mid_rates WHERE currency_code = code ORDER BY at DESC LIMIT 1
     ) AS mid`,
    [company?.id, codes],
  );
}

type Db = Parameters<typeof fix>[0];

async function ratesOf(db: Db, { company }: { company: { id: number } | null }) {
  const { rows } = await db.query<{ code: string; purchase: number; sale: number }>(
    `SELECT currency_code AS code, purchase::float8 AS purchase, sale::float8 AS sale
     FROM fixings WHERE company_id = $1`,
    [company?.id],
  );
  return new Map(rows.map(({ code, ...rates }) => [code, rates]));
}

const MOST_SECONDS = 90;

test('a bureau’s forty rates of a bad table are published in 90 seconds of a person @desktop', async ({
  page,
  open,
  db,
  enter,
}) => {
  const meant = await meantRates();
  expect(meant.size).toBe(40);
  const agent = await open({ sheet: [...meant.keys()] });
  await fixAll(db, agent, [...meant.keys()]);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await enter(agent.mail);
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(await readFile(BAD_TABLE, 'utf8'))})`);

  const person = new Person(page);
  await person.press(page.getByRole('button', { name: 'Autres actions' }));
  await person.press(page.getByRole('menuitem', { name: 'Coller ou importer un tableau' }));
  await expect(page.getByLabel('Tableau à coller')).toBeVisible();
  await person.strike('ControlOrMeta+v');
  const others = page.getByRole('checkbox', { name: /^Ajouter aussi \d+ devises$/ });
  await expect(others).not.toBeChecked();
  await person.read('window');
  await person.press(page.getByRole('button', { name: 'Garder les premiers' }));
  await expect(takeOver(page)).toHaveText('Reprendre 40 taux en brouillon');
  await person.press(takeOver(page));
  await expect(page.getByText('40 taux en brouillon')).toBeVisible();
  await person.read('window');
  await person.press(page.getByRole('button', { name: 'Relire et publier' }));
  await expect(modal(page)).toBeVisible();
  // all of them, on the way down to the button
  await person.read('page', '[role=dialog]');
  await person.press(modal(page).getByRole('button', { name: 'Publier 40 taux' }));
  await expect.poll(() => ratesOf(db, agent)).toEqual(meant);
  test.info().annotations.push({ type: 'person', description: String(person) });
  expect(person.ms / 1000, String(person)).toBeLessThan(MOST_SECONDS);
});

test('a table that is left by a key, a link or with its tab waits with every choice', {
  tag: '@desktop',
}, async ({ page, open, enter }) => {
  const agent = await open({ sheet: ['USD', 'GBP', 'CHF'] });
  await enter(agent.mail);
  await actOn(page, null, 'Coller ou importer un tableau');
  const text = [
    'Devise\tAchat\tVente',
    'USD\t1,17\t1,10',
    'USD\t1,18\t1,09',
    'GBP\tabc\t0,84',
    'KZT\t560\t520',
  ];
  await page.getByLabel('Tableau à coller').fill(text.join('\n'));
  const firsts = page.getByRole('button', { name: 'Garder les premiers' });
  await firsts.click();
  await filter(page, 'Refusées').click();
  await lineAt(page, 4).getByRole('button', { name: 'Laisser' }).click();
  await expect(filter(page, 'Laissées')).toHaveText(/1$/);

  const expectChoices = async () => {
    await expect(firsts).toHaveAttribute('aria-pressed', 'true');
    await filter(page, 'Laissées').click();
    await expect(lineAt(page, 4)).toContainText('Laissé');
  };

  await page.keyboard.press('Escape');
  await expectChoices();
  const waiting = page.getByRole('region', { name: 'Tableau en attente' });
  await page.goBack();
  await expect(waiting).toContainText(/Votre tableau collé .+ vous attend\s*Vos choix sont gardés\./);
  await expectAccessible(page);
  await waiting.getByRole('link', { name: 'Rouvrir le tableau' }).click();
  await expectChoices();

  // the tab is asked about, since it takes the table with it
  const asked = page.waitForEvent('dialog').then(async (dialog) => {
    await dialog.accept();
    return dialog.type();
  });
  await page.reload();
  expect(await asked).toBe('beforeunload');
  await expectChoices();
  await page.getByRole('main').getByRole('link', { name: 'Taux de change' }).click();
  await expect(waiting).toBeVisible();
});

test('at 360 pixels a refused line is corrected by the keyboard, also with text twice as large, and taken over @phone', async ({
  page,
  open,
  enter,
}) => {
  test.slow();
  await page.setViewportSize({ width: 360, height: 740 });
  const agent = await open();
  await enter(agent.mail, '/fixings/tableau');
  const lines = await badLines();
  await pasteBadTable(page, lines);
  const [wrong = 0, right] = lines.flatMap((text, i) => (text.includes('INR') ? i + 1 : []));
  await tabTo(page, filter(page, 'Refusées'));
  await page.keyboard.press('Enter');
  const rupee = lineAt(page, wrong);
  const correct = rupee.getByRole('button', { name: 'Corriger' });
  await tabTo(page, correct);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(correct).toBeFocused();

  // without looking up
  await page.keyboard.press('Enter');
  await page.keyboard.type('112,304', { delay: ROBOT_KEY_MS });
  await page.keyboard.press('Tab', { delay: ROBOT_KEY_MS });
  await page.keyboard.type('105,762', { delay: ROBOT_KEY_MS });
  await page.keyboard.press('Enter', { delay: ROBOT_KEY_MS });
  await expect(rupee).toContainText(`comme ${right}`);
  await expect(rupee).toContainText('112,304');
  await expect(rupee).toContainText('105,762');
  await expect(rupee.getByRole('button', { name: 'Rétablir' })).toBeFocused();

  await page.evaluate(LARGE_TEXT);
  await page.getByRole('button', { name: 'Corriger la lecture' }).click();
  await expectNothingCut(page, 'Aperçu');
  await page.locator('[data-row]').getByRole('button', { name: 'Corriger' }).first().click();
  await expectNothingCut(page, 'Corriger');
  await page.keyboard.press('Escape');
  await filter(page, 'À corriger').click();
  await expectNothingCut(page, 'À corriger');
  await expectAccessible(page);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('status').filter({ hasText: /brouillons? à relire/ })).toBeVisible();
});

test('exported CSV and XLSX files import again, and a decompression bomb is refused', {
  tag: '@desktop',
}, async ({ page, open, db, enter }) => {
  const agent = await open({ sheet: ['USD', 'JPY'] });
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
    await expect(page.getByRole('region', { name: 'Reprise du tableau' })).toContainText('2 inchangés');
    await expect(page.getByText('Ces taux sont déjà les vôtres.')).toBeVisible();
    await expect(page.getByRole('button', { name: /reprendre/i })).toHaveCount(0);
    await expect(line(page, 'USD')).toHaveCount(1);
  }

  const changed = written.replace('1184,2', '190').replace('0,5', '0');
  await field.setInputFiles({ name: 'taux.csv', mimeType: 'text/csv', buffer: Buffer.from(changed) });
  await expect(line(page, 'JPY')).toContainText('Vente : il faut un montant positif');

  const bomb = Buffer.from(zipSync({ 'xl/workbook.xml': new Uint8Array(30e6) }));
  await field.setInputFiles({ name: 'bombe.xlsx', mimeType: 'application/zip', buffer: bomb });
  await expect(page.getByText('Ce classeur est trop volumineux une fois décompressé')).toBeVisible();
  await expect(preview).toBeHidden();
});
