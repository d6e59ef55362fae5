// Duration: sheets of many currencies, in many widths.
import type { Page } from '@playwright/test';
import type pg from 'pg';
import { formatFixing } from '#domain/rates/draft.ts';
import { expectAccessible } from '../audit.ts';
import {
  type Account,
  actOn,
  expect,
  fix,
  fixedBy,
  makeSheet,
  modal,
  purchaseOf,
  saleOf,
  test,
  visit,
} from './office.ts';

const BATCH = '**/api/fixings/batch';
/** A person's pace is 120 ms a key: KEY_DELAY=120 types so. What is faster gives a page less time, not more. */
const delay = Number(process.env.KEY_DELAY ?? 0);

type Served = { code: string; purchase: number; sale: number };

/** A bureau that serves so many currencies, with usual margins of four significant digits. */
async function serve(db: pg.Pool, agent: Account, count: number): Promise<Served[]> {
  const { rows } = await db.query<{ code: string; rate: number }>(
    `SELECT DISTINCT ON (currency_code) currency_code AS code, rate::float8 AS rate FROM mid_rates
     WHERE rate BETWEEN 0.1 AND 9000 ORDER BY currency_code, at DESC LIMIT $1`,
    [count],
  );
  const served = rows.map(({ code, rate }) => ({
    code,
    purchase: four(rate * 1.03),
    sale: four(rate * 0.97),
  }));
  for (const { code, ...amounts } of served) await fix(db, agent, code, amounts);
  return served;
}

// Sheet of currencies that the bureau serves.
async function serveSheet(db: pg.Pool, agent: Account, count: number): Promise<Served[]> {
  const served = await serve(db, agent, count);
  await makeSheet(
    db,
    agent,
    served.map(({ code }) => code),
  );
  return served;
}

const four = (amount: number) => Number(amount.toPrecision(4));

/** The currencies of the sheet on the screen, in its order. */
const codesOn = (page: Page) =>
  page.locator('[data-code]').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-code') ?? ''));

/** As it stands on a sheet of paper, and as one types it: the nought before the comma is left out. */
const onPaper = (amount: number) => String(amount).replace('.', ',').replace(/^0,/, ',');

/** Types without a look at the page, and counts. */
function robot(page: Page) {
  let count = 0;
  return {
    type: async (text: string) => {
      // without a wait for each, as fast as fingers that roll over the keys
      if (delay === 0) await Promise.all([...text].map((sign) => page.keyboard.press(sign)));
      else await page.keyboard.type(text, { delay });
      count += text.length;
    },
    press: async (key: string) => {
      await page.keyboard.press(key, { delay });
      count += 1;
    },
    count: () => count,
  };
}

const bar = (page: Page) => page.getByRole('region', { name: 'Publication' });

async function amountsOf(db: pg.Pool, { company }: Account): Promise<Served[]> {
  const { rows } = await db.query<Served>(
    `SELECT currency_code AS code, purchase::float8 AS purchase, sale::float8 AS sale FROM fixings
     WHERE company_id = $1 ORDER BY currency_code`,
    [company?.id],
  );
  return rows;
}

for (const { served: size, typed, sides, most, tag } of [
  { served: 12, typed: 3, sides: ['sale'], most: 78, tag: '@phone' },
  // below the fold, too
  { served: 40, typed: 15, sides: ['purchase', 'sale'], most: 500, tag: '@desktop' },
] as const) {
  test(`from paper a rate takes its signs and one key, ${sides.join(' and ')} of ${size} currencies at most ${most} keys and one confirmation`, {
    tag,
  }, async ({ page, open, db, enter }) => {
    const agent = await open();
    const served = await serveSheet(db, agent, size);
    await enter(agent.mail);
    await expect(purchaseOf(page, served.at(-1)?.code ?? '')).toBeVisible();
    const byCode = new Map(served.map((row) => [row.code, row]));
    const wanted = (await codesOn(page)).map((code) => {
      const row = byCode.get(code) ?? { code, purchase: 0, sale: 0 };
      const next = { ...row };
      for (const side of sides) next[side] = four(row[side] * (side === 'sale' ? 0.996 : 1.004));
      return next;
    });
    const first = wanted[0]?.code ?? '';
    await (sides.length === 1 ? saleOf(page, first) : purchaseOf(page, first)).click();
    const heights = () =>
      page
        .locator('[data-code]')
        .evaluateAll((rows) => rows.map((row) => Math.round(row.getBoundingClientRect().height)));
    const before = await heights();
    const { type, press, count } = robot(page);
    // rows are alike: the keys of the others are counted
    const changed = wanted.slice(0, typed);
    for (const row of changed) {
      for (const side of sides) {
        await type(onPaper(row[side]));
        await press(side === 'purchase' ? 'Tab' : 'Enter');
      }
    }
    await expect(bar(page)).toContainText(`${typed} taux en brouillon`);
    // no row has grown with its drafts
    expect(await heights()).toEqual(before);
    await press('Control+Enter');
    await expect(modal(page).getByRole('button', { name: `Publier ${typed} taux` })).toBeFocused();
    await press('Enter');
    await expect(page.getByText(`${typed} taux publiés.`)).toBeVisible();
    await expect(modal(page)).toHaveCount(0);
    const keysFor = (rows: readonly Served[]) =>
      rows
        .flatMap((row) => sides.map((side) => onPaper(row[side]).length + 1))
        .reduce((sum, n) => sum + n, 2);
    expect(count()).toBe(keysFor(changed));
    expect(wanted).toHaveLength(size);
    expect(keysFor(wanted)).toBeLessThanOrEqual(most);
    const published = new Map([...served, ...changed].map((row) => [row.code, row]));
    expect(await amountsOf(db, agent)).toEqual(
      [...published.values()].toSorted((one, other) => (one.code < other.code ? -1 : 1)),
    );
    await expect(bar(page)).toHaveCount(0);
  });
}

test('unusual rates are ticked apart, a colleague’s changes are shown, and the publication can be undone @desktop', async ({
  page,
  open,
  db,
  enter,
  expectedProblems,
}) => {
  expectedProblems.push(/status of 409/);
  const agent = await open();
  const [one, two] = await serveSheet(db, agent, 2);
  if (!one || !two) throw new Error('two currencies are served');
  const before = await amountsOf(db, agent);
  await enter(agent.mail, '/profil');
  await page.getByRole('link', { name: /^Taux de change/ }).click();
  const [mine, unusual] = [four(one.sale * 0.996), four(two.sale * 0.9)];
  await saleOf(page, one.code).fill(onPaper(mine));
  await saleOf(page, two.code).fill(onPaper(unusual));
  await expect(bar(page)).toContainText(`1 inhabituel : ${two.code} vente`);
  // the page hears of a colleague when it asks to publish: the stream is away
  const theirs = four(one.sale * 0.998);
  await page.route('**/api/fixings/sheet', (route) => route.abort());
  expectedProblems.push(/ERR_FAILED/);
  await fix(db, agent, one.code, { purchase: one.purchase, sale: theirs });

  await bar(page).getByRole('button', { name: 'Relire et publier' }).click();
  await expect(modal(page)).toBeVisible();
  // Back closes the review, and the page stays
  await page.evaluate('history.back()');
  await expect(modal(page)).toHaveCount(0);
  await expect(page).toHaveURL(/#\/fixings$/);
  await bar(page).getByRole('button', { name: 'Relire et publier' }).click();
  await expectAccessible(page);
  const publish = modal(page).getByRole('button', { name: 'Publier 2 taux' });
  // a side is read on one line
  const sides = modal(page)
    .locator('dl > div')
    .filter({ hasText: /^(Achat|Vente)/ });
  const heights = await sides.evaluateAll((parts) =>
    parts.map((part) => part.getBoundingClientRect().height),
  );
  expect(Math.max(...heights)).toBeLessThan(32);
  await expect(sides.filter({ hasText: 'marge' }).first()).toContainText(/% · marge −?\d/);
  // its press is quiet before the tick, and leads there
  await expect(publish).toHaveAttribute('aria-disabled', 'true');
  await publish.press('Enter');
  const tick = modal(page).getByRole('checkbox', { name: `${two.code} : c’est bien` });
  await expect(tick).toBeFocused();
  expect(await fixedBy(db, agent, two.code)).toMatchObject({ sale: String(two.sale) });
  await expect(modal(page)).toContainText('Vente loin du taux intermédiaire et de votre dernier taux.');
  await page.keyboard.press('Space');
  await expect(publish).toHaveAttribute('aria-disabled', 'false');
  await publish.click();

  await expect(modal(page).getByRole('alert')).toContainText('Publication arrêtée');
  await expect(modal(page)).toContainText(`vente ${formatFixing(theirs)}`);
  expect(await fixedBy(db, agent, two.code)).toMatchObject({ sale: String(two.sale) });
  await page.unroute('**/api/fixings/sheet');
  await modal(page)
    .getByRole('checkbox', { name: `${one.code} : c’est bien` })
    .check();
  await publish.click();
  await expect(page.getByText('2 taux publiés.')).toBeVisible();
  expect(await fixedBy(db, agent, one.code)).toMatchObject({ sale: String(mine) });

  await page.getByRole('button', { name: 'Annuler la publication' }).click();
  await modal(page).getByRole('button', { name: 'Annuler la publication' }).click();
  await expect(page.getByText('2 taux sont revenus.')).toBeVisible();
  expect(await amountsOf(db, agent)).toEqual([{ ...before[0], sale: theirs }, before[1]]);
  // the page shows what is there again, though it is older than what was taken back
  await expect(saleOf(page, one.code)).toHaveValue(formatFixing(theirs));
  await expect(saleOf(page, two.code)).toHaveValue(formatFixing(two.sale));
});

test('a publication with a lost answer is repeated with its key, also after a reload, and happens once', {
  tag: '@desktop',
}, async ({ page, open, db, enter, expectedProblems }) => {
  expectedProblems.push(/ERR_(CONNECTION_RESET|INTERNET_DISCONNECTED)/);
  const agent = await open();
  const [one] = await serveSheet(db, agent, 1);
  if (!one) throw new Error('a currency is served');
  await enter(agent.mail);
  const sale = four(one.sale * 0.996);
  await saleOf(page, one.code).fill(onPaper(sale));
  const keys: (string | undefined)[] = [];
  await page.route(BATCH, async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length > 1) return route.continue();
    const url = new URL(route.request().url());
    const headers = { ...(await route.request().allHeaders()), host: url.host };
    // Node knows no host of that name
    url.hostname = 'localhost';
    await route.fetch({ url: url.href, headers });
    await route.abort('connectionreset');
  });
  await page.keyboard.press('Control+Enter');
  await modal(page).getByRole('button', { name: 'Publier 1 taux' }).click();
  await expect(modal(page)).toContainText('La réponse s’est perdue');
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByText('1 taux publié.')).toBeVisible();
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBeTruthy();
  expect(keys[1]).toBe(keys[0]);
  expect(await fixedBy(db, agent, one.code)).toMatchObject({ sale: String(sale) });
  const { rows } = await db.query('SELECT count(*)::int AS count FROM batches WHERE company_id = $1', [
    agent.company?.id,
  ]);
  expect(rows).toEqual([{ count: 1 }]);
  await expect(bar(page)).toHaveCount(0);
});

test('a sheet is made, ordered, filled in, left and reopened', {
  tag: '@desktop',
}, async ({ page, open, db, enter }) => {
  const agent = await open();
  const served = await serve(db, agent, 3);
  await enter(agent.mail);
  // until it is made, the grid of all currencies opens
  await expect(purchaseOf(page, 'AFN')).toBeVisible();
  await page.getByRole('button', { name: /^Mes devises/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Faire ma feuille avec mes 3 devises' }).focus();
  await page.keyboard.press('Enter');
  const codes = () => codesOn(page);
  await expect.poll(async () => (await codes()).length).toBe(3);
  const [a = '', b = '', c = ''] = await codes();
  await expectAccessible(page);

  await purchaseOf(page, a).focus();
  await page.keyboard.press('Alt+ArrowDown');
  await expect.poll(codes).toEqual([b, a, c]);
  await expect(purchaseOf(page, a)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(purchaseOf(page, b)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(saleOf(page, b)).toBeFocused();
  const head = (code: string) => page.locator(`[data-code="${code}"]`).getByRole('rowheader');
  await head(b).dragTo(head(c));
  await expect.poll(codes).toEqual([a, c, b]);
  await head(b).dragTo(head(a));
  await expect.poll(codes).toEqual([b, a, c]);
  await saleOf(page, b).focus();

  // typed over, moved on from, undone
  const before = await saleOf(page, b).inputValue();
  await page.keyboard.type('7,5');
  await page.keyboard.press('ArrowDown');
  await expect(saleOf(page, a)).toBeFocused();
  await expect(saleOf(page, b)).toHaveValue('7,5000');
  await page.keyboard.press('Control+z');
  await expect(saleOf(page, b)).toBeFocused();
  await expect(saleOf(page, b)).toHaveValue(before);

  // the other way round, and back
  await actOn(page, null, /… € = 1$/);
  await expect(saleOf(page, b)).not.toHaveValue(before);
  await saleOf(page, b).fill('0,1234');
  await expect(bar(page)).toContainText('1 taux en brouillon');
  await page.keyboard.press('Control+Enter');
  await expect(
    modal(page).getByRole('checkbox', { name: `${b} : c’est bien 0,1234 à la vente` }),
  ).toBeVisible();
  await expect(modal(page)).toContainText(/loin d|mauvais côté|passe /);
  await modal(page).getByRole('button', { name: 'Corriger' }).click();
  await actOn(page, null, /1 € = …$/);
  await expect(saleOf(page, b)).toHaveValue(formatFixing(8.10372771));
  await saleOf(page, b).press('Escape');
  await expect(saleOf(page, b)).toHaveValue(before);

  // the arrows lead to the row's actions
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('button', { name: `Fixer ${b}` })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  const menu = page.getByRole('menu', { name: `Actions ${b}` });
  await expect(menu).toBeVisible();
  // what takes the currency away stands apart
  await expect(menu.getByRole('group').last().getByRole('menuitem')).toHaveText([/^Retirer de la feuille/]);
  await expectAccessible(page);
  await page.keyboard.press('v');
  await expect(page.getByText('vente suspendue jusqu’à demain 8 h')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Suspendues 1' })).toBeVisible();
  await actOn(page, b, 'Reprendre la vente');
  await expect(page.getByRole('button', { name: /^Suspendues/ })).toHaveCount(0);
  expect(await fixedBy(db, agent, b)).toMatchObject({
    sale: String(served.find(({ code }) => code === b)?.sale),
  });

  await actOn(page, c, 'Retirer de la feuille');
  await modal(page).getByRole('button', { name: 'Retirer', exact: true }).click();
  await expect.poll(codes).toEqual([b, a]);
  expect(await fixedBy(db, agent, c)).toBeNull();

  await actOn(page, null, 'Ajouter une devise');
  await page.keyboard.type('yen');
  await page.keyboard.press('Enter');
  await expect(modal(page)).toContainText('JPY est sur la feuille.');
  await page.keyboard.press('Escape');
  for (const path of ['/profil', '/fixings']) await visit(page, path);
  await expect.poll(codes).toEqual([b, a, 'JPY']);
});

test('no unit or window cuts a figure, and announcements never cover the bar', {
  tag: '@desktop',
}, async ({ page, open, db, enter, expectedProblems }) => {
  const codes = ['GBP', 'IDR', 'LBP', 'KWD'];
  const agent = await open({ sheet: codes });
  await db.query(
    `INSERT INTO fixings (company_id, currency_code, purchase, sale, updated_at)
     SELECT $1, currency_code, round(rate * 1.04, 4), round(rate * 0.96, 4), now()
     FROM (SELECT DISTINCT ON (currency_code) currency_code, rate FROM mid_rates ORDER BY currency_code, at DESC) AS newest
     WHERE currency_code = ANY ($2)`,
    [agent.company?.id, codes],
  );
  await db.query(
    `INSERT INTO fixing_logs (at, company_id, base, currency_code, rate, purchase, sale)
     SELECT now() - interval '1 day', company_id, 'EUR', currency_code, 1, purchase, sale
     FROM fixings WHERE company_id = $1`,
    [agent.company?.id],
  );
  await enter(agent.mail);
  for (const unit of ['1 € = …', '… € = 1', '… € = 1 000']) {
    await page.getByRole('button', { name: 'Autres actions' }).click();
    await page.getByRole('menuitem', { name: new RegExp(`${unit.replaceAll(' ', '\\s')}$`) }).click();
    for (const width of [360, 768, 1000, 1366, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(() => page.evaluate(CUT_FIGURES), `${unit}, ${width}`).toEqual([]);
    }
  }

  // the cause of an absurd rate is whole
  await purchaseOf(page, 'GBP').fill('110');
  const cause = page.getByTitle(/^Achat\u00a0:/);
  await expect(cause).toBeVisible();
  expect(await cause.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);

  // a failure stays until it is closed
  await purchaseOf(page, 'GBP').fill('1100');
  expectedProblems.push(/ERR_FAILED/);
  await page.route('**/assets/RowHistory-*', (route) => route.abort('failed'));
  await page.getByRole('button', { name: 'Détail GBP' }).click();
  const said = page.getByRole('alert').filter({ hasText: 'L’historique n’a pas pu s’ouvrir' });
  await expect(said).toBeVisible();
  for (const height of [800, 600]) {
    await page.setViewportSize({ width: 1440, height });
    await expect
      .poll(async () => {
        const [over, foot] = [await said.boundingBox(), await bar(page).boundingBox()];
        return over && foot && (over.y + over.height <= foot.y || over.y >= foot.y + foot.height);
      }, `${height} high`)
      .toBe(true);
  }
  // it goes with its page
  await page.evaluate("location.hash = '#/profil'");
  await expect(page.getByRole('heading', { level: 1, name: 'Profil' })).toBeVisible();
  await expect(said).toHaveCount(0);
});

/** The fields and figures of the rows that are wider than their room, or lie beyond their row. */
const CUT_FIGURES = `(() => {
  const rows = [...document.querySelectorAll('[data-code]')];
  const textOf = (part) => part.value ?? part.textContent;
  const isCut = (part) =>
    part.scrollWidth > part.clientWidth + 1 &&
    /\\d,\\d/.test(textOf(part)) &&
    getComputedStyle(part).display !== 'inline';
  const cut = rows.flatMap((row) => {
    const end = row.getBoundingClientRect().right + 1;
    const parts = [...row.querySelectorAll('input, td, span, p')];
    return parts.filter((part) => isCut(part) || part.getBoundingClientRect().right > end).map(textOf);
  });
  if (rows.length !== 4) cut.push(rows.length + ' rows');
  if (document.documentElement.scrollWidth > innerWidth) cut.push('the page');
  return cut;
})()`;
