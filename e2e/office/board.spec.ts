// Duration: papers printed in several formats, and a screen that loses its network.
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../audit.ts';
import { readPdf } from '../pdf.ts';
import { type Account, actOn, expect, fix, makeSheet, test, visit } from './office.ts';

type Db = Parameters<typeof fix>[0];

/** So many currencies that the bureau serves, in an order of its own. */
async function serve(db: Db, agent: Account, codes: readonly string[]): Promise<void> {
  await db.query(
    `INSERT INTO fixings (company_id, currency_code, purchase, sale, updated_at)
     SELECT $1, currency_code, round(rate * 1.04, 4), round(rate * 0.96, 4), clock_timestamp()
     FROM (SELECT DISTINCT ON (currency_code) currency_code, rate FROM mid_rates ORDER BY currency_code, at DESC) AS newest
     WHERE currency_code = ANY ($2)`,
    [agent.company?.id, codes],
  );
  await makeSheet(db, agent, codes);
}

const CODES =
  'GBP USD CHF JPY CAD AUD NZD SEK NOK DKK PLN CZK HUF RON TRY MAD TND DZD EGP ZAR THB VND IDR MYR SGD HKD CNY TWD KRW INR AED SAR QAR ILS MXN BRL ARS CLP COP PEN'.split(
    ' ',
  );

const countLoaded = (selector: string) =>
  `[...document.querySelectorAll('${selector}')].filter((image) => image.naturalWidth > 0).length`;

/** Commas of a column stand below each other on each page, whatever follows them. */
async function expectAligned(page: Page, column: number): Promise<void> {
  const found = await page.evaluate<[string, string][]>(`
    [...document.querySelectorAll('tbody tr > :nth-child(${column})')].flatMap((cell) => {
      const { firstChild: text } = cell;
      const at = text?.textContent.indexOf(',') ?? -1;
      if (at < 0) return [];
      const range = document.createRange();
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      const page = cell.closest('table').getAttribute('aria-label');
      return [[page + ' ' + Math.round(range.getBoundingClientRect().left), text.textContent.slice(at)]];
    })`);
  const pages = await page.getByRole('table').count();
  expect(new Set(found.map(([place]) => place)).size, `column ${column}`).toBe(pages);
  // of prices with few decimals and with many
  expect(new Set(found.map(([, decimals]) => decimals.length)).size).toBeGreaterThan(1);
}

test('the board prints the chosen currencies, achat left of vente, on pages of its format', {
  tag: '@desktop',
}, async ({ page, open, db, enter }) => {
  const agent = await open();
  await serve(db, agent, CODES);
  await fix(db, agent, 'USD', { purchase: 1.17, sale: 1.105 });
  await db.query(`UPDATE companies SET fees = '2 % du montant, 4 € au moins' WHERE id = $1`, [
    agent.company?.id,
  ]);
  await enter(agent.mail);
  await actOn(page, null, /^Tableau des taux$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Tableau des taux' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Adresse du comptoir').fill('12 quai de Seine, Paris');
  await page.getByLabel(/^PEN, /).uncheck();
  await page.getByRole('button', { name: 'Enregistrer', exact: true }).click();
  await expect(page.getByText('Le tableau est enregistré.')).toBeVisible();
  for (const path of ['/profil', '/fixings/affichage']) await visit(page, path);
  await expect(page.getByLabel('Adresse du comptoir')).toHaveValue('12 quai de Seine, Paris');
  await expect(page.getByLabel(/^PEN, /)).not.toBeChecked();

  const sheet = page.getByRole('region', { name: 'Feuille à imprimer' });
  // each page is a table, with a head and a foot of its own
  await expect(sheet.getByRole('table')).toHaveCount(2);
  await expect(sheet.getByRole('table').first().getByRole('row')).toHaveCount(23);
  await expect(sheet.getByRole('table').last().getByRole('row')).toHaveCount(22);
  await expect(sheet.getByRole('table').first().getByRole('columnheader')).toHaveText([
    'Devise',
    'Unités',
    'Achat, en €',
    'Vente, en €',
  ]);
  const dollar = sheet.getByRole('row', { name: /^USD/ });
  await expect(dollar.getByRole('cell')).toHaveText(['1', '0,85470', '0,90498']);
  await expect(sheet.locator('img[src*="/companies/"]')).toHaveCount(2);
  await expect.poll(() => page.evaluate(countLoaded('section img[src*="/companies/"]'))).toBe(2);
  for (const column of [3, 4]) await expectAligned(page, column);
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
    // whatever page is posted beside the others says whose it is, of when, and how fees are computed
    // not the moment alone, which may be that of the print
    const [day = ''] = /Tauxfixés(?:le|du)\D*\d+\D+\d{4}à\d+h\d\d/.exec(shown) ?? [];
    expect(day).not.toBe('');
    for (const each of ['Vente,en€', agent.company?.name ?? '', day, '2 % du montant, 4 €', 'Imprimé le']) {
      expect(shown.split(each.replaceAll(/\s/g, '')).length - 1, `${format}, ${each}`).toBe(pages.length);
    }
    await expect(sheet.getByRole('table'), format).toHaveCount(pages.length);
  }
});

test('a screen has an address, and retries where it is refused', { tag: '@desktop' }, async ({
  page,
  open,
  enter,
  db,
  browser,
}) => {
  const agent = await open();
  await test.step('issued and revoked with an empty board too', async () => {
    await enter(agent.mail, '/fixings/affichage');
    await expect(page.getByText('Rien à afficher pour l’instant')).toBeVisible();
    await page.getByRole('button', { name: 'Créer l’adresse de l’écran' }).click();
    await expect(page.getByText(/\/tableau\/[\w-]{43}$/)).toBeVisible();
    for (const path of ['/profil', '/fixings/affichage']) await visit(page, path);
    await expect(page.getByText(/^Adresse créée le /)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Retirer l’adresse' }).click();
    await page.getByRole('button', { name: 'Retirer', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Créer l’adresse de l’écran' })).toBeVisible();
  });
  await test.step('a refused or failing screen shows its error and retries', async () => {
    await serve(db, agent, ['GBP']);
    await page.getByRole('button', { name: 'Créer l’adresse de l’écran' }).click();
    const address = (await page.getByText(/\/tableau\/[\w-]{43}$/).textContent()) ?? '';
    const screen = await browser.newPage();
    // as the proxy in front answers while nothing is behind it
    const away = { status: 404, contentType: 'text/html', body: '<h1>404</h1>' };
    await screen.route('**/api/public/board', (route) => route.fulfill(away));
    await screen.clock.install();
    await screen.goto(address);
    await expect(screen.getByText(/^Le service ne répond pas/)).toBeVisible();
    const full = { code: 'too_many_screens', message: 'Trop d’écrans.' };
    await screen.unroute('**/api/public/board');
    await screen.route('**/api/public/board', (route) => route.fulfill({ status: 429, json: full }));
    const passes = async (shown: Locator) =>
      expect(async () => {
        await screen.clock.runFor(5_000);
        await expect(shown).toBeVisible({ timeout: 200 });
      }).toPass();
    await passes(screen.getByText(full.message));
    await screen.unroute('**/api/public/board');
    await passes(screen.getByRole('row', { name: /^GBP/ }));
    await screen.close();
  });
});

/** What browsers have learnt since Chrome 76, and a screen must do without. */
function forgetWhatIsNew() {
  const known: [object, string[]][] = [
    [String.prototype, ['replaceAll', 'at']],
    [Array.prototype, ['at', 'findLast', 'toSorted', 'with', 'toSpliced']],
    [Object, ['hasOwn', 'groupBy']],
    [Promise, ['any', 'withResolvers', 'try']],
    [globalThis, ['structuredClone', 'WeakRef', 'AggregateError']],
    [AbortSignal, ['timeout', 'any']],
  ];
  for (const [owner, names] of known) for (const name of names) Reflect.deleteProperty(owner, name);
}

test('a counter screen follows publications, survives a lost network and ends with its address', {
  tag: '@desktop',
}, async ({ page, open, db, enter, browser }) => {
  const agent = await open();
  await serve(db, agent, CODES);
  await fix(db, agent, 'GBP', { purchase: 0.9, sale: 0.85 });
  await enter(agent.mail, '/fixings/affichage');
  await page.getByRole('button', { name: 'Créer l’adresse de l’écran' }).click();
  const address = (await page.getByText(/\/tableau\/[\w-]{43}$/).textContent()) ?? '';
  await expectAccessible(page);

  const counter = await browser.newContext({
    viewport: { width: 1920, height: 1080 },
    reducedMotion: 'reduce',
  });
  const screen = await counter.newPage();
  const problems: string[] = [];
  screen.on('pageerror', (error) => problems.push(String(error)));
  screen.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  const loaded: { url: string; size: Promise<number> }[] = [];
  screen.on('response', (answer) => {
    const isStream = answer.url().endsWith('/api/public/board');
    loaded.push({
      url: answer.url(),
      size: isStream ? Promise.resolve(0) : answer.body().then((body) => body.length),
    });
  });
  await screen.addInitScript(forgetWhatIsNew);
  await screen.clock.install();
  await screen.goto(address);
  const pound = screen.getByRole('row', { name: /^GBP/ });
  await expect(pound.getByRole('cell')).toHaveText(['1,1111', '1,1765']);
  await expect(screen.getByRole('columnheader')).toHaveText(['Devise', 'Achat, en €', 'Vente, en €']);
  await expect(screen.getByText(/^Prix en euros pour 1\sunité, sauf mention\. /)).toBeVisible();
  await expect(screen.getByText('pour 1', { exact: true })).toHaveCount(0);
  await expect(screen.locator('.logo')).toBeVisible();
  const hasFont = `document.fonts.ready.then(() => document.fonts.check('16px "Inter Variable"'))`;
  expect(await screen.evaluate(hasFont)).toBe(true);
  await expect(screen.getByRole('alert')).toBeHidden();

  // 4 % of 1080 at least, and whole on the screen
  const figures = await pound.getByRole('cell').all();
  for (const figure of figures) {
    await expect(figure).toHaveCSS('font-size', '60.48px');
    await expect(figure).toHaveCSS('font-variant-numeric', 'tabular-nums');
    await expect(figure).toBeInViewport({ ratio: 1 });
  }
  for (const column of [2, 3]) await expectAligned(screen, column);
  // every page comes by
  const all = new Set<string>();
  await expect(async () => {
    await screen.clock.runFor(10_000);
    for (const name of await screen.locator('.code').allTextContents()) all.add(name);
    await expect(screen.getByRole('row').last()).toBeInViewport({ ratio: 1 });
    expect(all.size).toBe(CODES.length);
  }).toPass();

  const turned = screen.getByText(/^Page 1 sur \d+$/);
  await expect(async () => {
    await screen.clock.runFor(10_000);
    await expect(turned).toBeVisible({ timeout: 100 });
  }).toPass();
  await fix(db, agent, 'GBP', { purchase: 0.9, sale: 0.8 });
  await expect(pound.getByRole('cell')).toHaveText(['1,1111', '1,2500']);

  // hours without a network: the age is in sight, then the limit of freshness
  await counter.setOffline(true);
  await screen.clock.runFor(11_000);
  await expect(screen.getByText(/^Sans réseau depuis \d+\smin/)).toBeVisible();
  await expect(screen.getByRole('alert')).toHaveText(/^Sans réseau.: les taux ont pu changer$/);
  await screen.clock.fastForward('25:00:00');
  await expect(screen.getByRole('alert')).toHaveText('TAUX À CONFIRMER AU GUICHET');
  await expect(screen.getByText(/^Sans réseau depuis 25\sh/)).toBeVisible();
  await expect(screen.getByRole('row').nth(1)).toContainText('taux à confirmer');
  await counter.setOffline(false);
  await expect(async () => {
    await screen.clock.runFor(5_000);
    await expect(screen.getByRole('alert')).toBeHidden({ timeout: 100 });
  }).toPass();

  expect(await counter.cookies()).toEqual([]);
  const { origin } = new URL(address);
  expect(loaded.filter(({ url }) => !url.startsWith(origin))).toEqual([]);
  const sizes = await Promise.all(loaded.map(({ size }) => size));
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(100_000);
  const script = loaded.find(({ url }) => url.endsWith('.js'));
  const { body } = { body: await (await counter.request.get(script?.url ?? '')).text() };
  expect(body).not.toMatch(/\?\.[a-z[(]|\?\?/i);

  await page.getByRole('button', { name: 'Retirer l’adresse' }).click();
  await page.getByRole('button', { name: 'Retirer', exact: true }).click();
  await expect(screen.getByText(/^Cette adresse ne montre plus de taux/)).toBeVisible();
  expect(problems.filter((problem) => !/net::ERR_INTERNET_DISCONNECTED/.test(problem))).toEqual([]);
  const again = await screen.goto(address);
  expect(again?.status()).toBe(404);
  await expect(screen.getByRole('heading', { level: 1 })).toHaveText('Ce tableau n’est pas à cette adresse');
  await counter.close();
});
