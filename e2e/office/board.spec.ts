import { expectAccessible } from '../audit.ts';
import { readPdf } from '../pdf.ts';
import { type Account, expect, fix, test } from './office.ts';

type Db = Parameters<typeof fix>[0];

/** So many currencies that the bureau serves, in an order of its own. */
async function serve(db: Db, { company }: Account, codes: readonly string[]): Promise<void> {
  await db.query(
    `INSERT INTO fixings (company_id, currency_code, purchase, sale, updated_at)
     SELECT $1, currency_code, round(rate * 1.04, 4), round(rate * 0.96, 4), clock_timestamp()
     FROM (SELECT DISTINCT ON (currency_code) currency_code, rate FROM mid_rates ORDER BY currency_code, at DESC) AS newest
     WHERE currency_code = ANY ($2)`,
    [company?.id, codes],
  );
  await db.query(`INSERT INTO sheets (company_id, quote_unit, made_at) VALUES ($1, 'per_base', now())`, [
    company?.id,
  ]);
  await db.query(
    `INSERT INTO sheet_currencies (company_id, currency_code, position)
     SELECT $1, code, position FROM unnest($2::text[]) WITH ORDINALITY AS placed (code, position)`,
    [company?.id, codes],
  );
}

const CODES =
  'GBP USD CHF JPY CAD AUD NZD SEK NOK DKK PLN CZK HUF RON TRY MAD TND DZD EGP ZAR THB VND IDR MYR SGD HKD CNY TWD KRW INR AED SAR QAR ILS MXN BRL ARS CLP COP PEN'.split(
    ' ',
  );

test('a board is printed as paper: the chosen currencies, achat left of vente, on the pages of its format', {
  tag: '@desktop',
}, async ({ page, open, db, enter }) => {
  const agent = await open();
  await serve(db, agent, CODES);
  await fix(db, agent, 'USD', { purchase: 1.17, sale: 1.105 });
  await db.query(`UPDATE companies SET fees = '2 % du montant, 4 € au moins' WHERE id = $1`, [
    agent.company?.id,
  ]);
  await enter(agent.mail);
  await page.getByRole('link', { name: 'Tableau', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Tableau des taux' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Adresse du comptoir').fill('12 quai de Seine, Paris');
  await page.getByLabel(/^PEN, /).uncheck();
  await page.getByRole('button', { name: 'Enregistrer', exact: true }).click();
  await expect(page.getByText('Le tableau est enregistré.')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Adresse du comptoir')).toHaveValue('12 quai de Seine, Paris');
  await expect(page.getByLabel(/^PEN, /)).not.toBeChecked();

  const sheet = page.getByRole('region', { name: 'Feuille à imprimer' });
  await expect(sheet.getByRole('columnheader')).toHaveText([
    'Devise',
    'Unités',
    'Achat, en €',
    'Vente, en €',
  ]);
  const dollar = sheet.getByRole('row', { name: /^USD/ });
  await expect(dollar.getByRole('cell')).toHaveText(['1', '0,85470', '0,90498']);
  const size = '18.6667px';
  for (const cell of await dollar.getByRole('cell').all()) await expect(cell).toHaveCSS('font-size', size);

  const formats = [
    ['A4, en hauteur', 210, 297],
    ['A4, en largeur', 297, 210],
    ['A3, en hauteur', 297, 420],
    ['A3, en largeur', 420, 297],
  ] as const;
  for (const [format, width, height] of formats) {
    await page.getByLabel('Format').selectOption(format);
    const { pages, text } = readPdf(await page.pdf({ preferCSSPageSize: true }));
    expect(pages.length, format).toBeGreaterThan(1);
    expect(pages.length, format).toBeLessThan(5);
    expect(new Set(pages.map((size) => `${size.width} x ${size.height}`)), format).toEqual(
      new Set([`${width} x ${height}`]),
    );
    const shown = text.replaceAll(/\s/g, '');
    for (const said of [
      agent.company?.name ?? '',
      '12 quai de Seine, Paris',
      '2 % du montant, 4 € au moins',
      '0,85470',
    ]) {
      expect(shown, format).toContain(said.replaceAll(/\s/g, ''));
    }
    // the bureau's own order, and nothing else of the page
    expect(shown.indexOf('GBP')).toBeLessThan(shown.indexOf('USD'));
    expect(shown).not.toContain('PEN');
    expect(shown).not.toContain('Enregistrer');
    // the head of the table stands on every page
    expect(shown.split('Vente,en€').length - 1, format).toBe(pages.length);
  }
});
