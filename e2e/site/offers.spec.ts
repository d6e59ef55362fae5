// Duration: a comparison for each kind of list, in two widths.
import type { Page } from '@playwright/test';
import type { Pool } from 'pg';
import {
  type Expected,
  expectedOffers,
  french,
  isCompared,
  midRate,
  nearest,
  RATE_UNIT,
  SOON,
  untilAgreed,
} from '../exact.ts';
import {
  chooseCurrency,
  compare,
  expect,
  offered,
  offerRows,
  openLanding,
  test,
  wished,
} from '../fixtures.ts';

/** Each row, in this order, says its own texts, and none of the badge where it has none. */
async function expectRows(page: Page, expected: { texts: string[]; isPartner?: boolean }[]) {
  await expect(offerRows(page)).toHaveCount(expected.length, SOON);
  const texts = expected.map((one) => one.texts);
  const badge = ['Partenaire', 'sans effet sur le rang'];
  // all at once: a look for each figure takes ten times as long
  const said = async () =>
    (await offerRows(page).allTextContents())
      .map((text) => text.replaceAll(/\s+/g, ' '))
      .map((row, rank) => [...(texts[rank] ?? []), ...badge].filter((text) => row.includes(text)));
  await expect
    .poll(said, SOON)
    .toEqual(expected.map(({ texts, isPartner }) => [...texts, ...(isPartner ? badge : [])]));
}

function textsOf({ name, received, cost }: Expected, symbol: string): string[] {
  const size = french(cost < 0n ? -cost : cost);
  const said = cost === 0n ? 'sans écart' : `${cost > 0n ? 'coûte' : 'fait gagner'} € ${size}`;
  return [name, `${symbol} ${french(received)}`, said];
}

const rowsOf = (offers: Expected[], symbol: string) =>
  offers.map((offer) => ({ texts: textsOf(offer, symbol), isPartner: offer.isPartner }));

test('every figure of the offers is the one of the database, in rows on a phone, in a table on a desktop', {
  tag: '@phone',
}, async ({ page, db }) => {
  await test.step('500 euros in dollars', async () => {
    await openLanding(page);
    await offered(page).fill('500');
    const expected = await untilAgreed(async () => {
      await compare(page);
      const offers = await expectedOffers(db, { currency: 'USD', offerIsBase: true, cents: 50_000n });
      const heading = page.getByRole('heading', { name: `${offers.length} bureaux pour € 500` });
      await expect(heading).toBeInViewport(SOON);
      expect(offers.length).toBeGreaterThan(5);
      await expectRows(page, rowsOf(offers, '$'));
      // announced, too
      await expect(page.getByRole('status').filter({ hasText: 'Meilleure offre' })).toContainText(
        `${offers.length} bureaux pour € 500 en dollars des États-Unis (USD). Meilleure offre : ${offers[0]?.name}, $ ${french(offers[0]?.received ?? 0n)}.`,
        SOON,
      );
      return offers;
    });

    const last = expected.findLast(({ isFresh }) => isFresh === expected[0]?.isFresh);
    const advantage = (expected[0]?.received ?? 0n) - (last?.received ?? 0n);
    await expect(
      page.getByRole('paragraph').filter({ hasText: 'La première offre vous remet' }),
    ).toContainText(`La première offre vous remet $ ${french(advantage)} (USD) de plus que la dernière`);
    await expect(
      page.getByText('Classées par montant reçu · liste non exhaustive · aucun rang acheté · '),
    ).toBeVisible();
    await expect(wished(page)).toHaveValue(/^\d{3},\d\d$/);
    expect(await plainValue(page, 'wish')).toBe(french(expected[0]?.midValue ?? 0n));
  });
  await test.step('a table on a desktop, rows on a phone, scrolled into view, with logos within 150 by 80 pixels', async () => {
    const size = page.viewportSize();
    await expectLogos(page, 'list');
    await page.setViewportSize({ width: 1440, height: 900 });
    await expectLogos(page, 'table');
    if (size) await page.setViewportSize(size);
    await expect(page.getByRole('list', { name: /^Offres des bureaux/ })).toBeVisible();
  });
  await test.step('dollars into euros, at the purchase rate', async () => {
    await page.getByRole('button', { name: 'Inverser les devises' }).click();
    await offered(page).fill('1234,56');
    await untilAgreed(async () => {
      await compare(page);
      const expected = await expectedOffers(db, { currency: 'USD', offerIsBase: false, cents: 123_456n });
      await expect(page.getByRole('heading', { name: 'bureaux pour $ 1 234,56' })).toBeInViewport(SOON);
      await expectRows(page, rowsOf(expected, '€'));
    });
  });
  await test.step('300 dollars that are needed: what each bureau asks for them, the least first', async () => {
    await page.getByRole('button', { name: 'Inverser les devises' }).click();
    await wished(page).fill('300');
    const rate = await midRate(db, 'USD');
    expect(await plainValue(page, 'offer')).toBe(french(nearest(30_000n * RATE_UNIT, rate)));
    const request = page.waitForRequest('**/api/public/offers');
    await compare(page);
    expect((await request).postDataJSON()).toEqual({
      offer: { currency: 'EUR' },
      wish: { currency: 'USD', amount: 300 },
      target: 'wish',
    });
    await expect(
      page.getByRole('heading', { name: 'Pour recevoir $ 300 : ce que demande chaque bureau' }),
    ).toBeInViewport();
    const expected = await untilAgreed(async () => {
      await compare(page);
      const offers = await expectedBrought(db);
      await expectRows(
        page,
        offers.map(({ name, brought, isPartner }) => ({ texts: [name, `€ ${french(brought)}`], isPartner })),
      );
      return offers;
    });
    await expect(page.getByText('Vous apportez').first()).toBeVisible();
    await expect(page.getByText('Classées par montant à apporter')).toBeVisible();
    const saved = (expected.at(-1)?.brought ?? 0n) - (expected[0]?.brought ?? 0n);
    await expect(
      page.getByRole('paragraph').filter({ hasText: 'La première offre vous fait économiser' }),
    ).toHaveText(`La première offre vous fait économiser € ${french(saved)} (EUR) sur la dernière`);
    await expect(page.getByRole('status').filter({ hasText: 'Meilleure offre' })).toContainText(
      `Meilleure offre : ${expected[0]?.name}, € ${french(expected[0]?.brought ?? 0n)}.`,
    );
  });
  await test.step('300 euros that are needed, of which the saving is said in euros', async () => {
    await page.getByRole('button', { name: 'Inverser les devises' }).click();
    await wished(page).fill('300');
    await compare(page);
    await expect(
      page.getByRole('heading', { name: 'Pour recevoir € 300 : ce que demande chaque bureau' }),
    ).toBeInViewport();
    await expect(offerRows(page).first()).toContainText('$ ');
    await expect(page.getByRole('paragraph').filter({ hasText: 'vous fait économiser' })).toContainText(
      'économiser € ',
    );
  });
});

async function expectLogos(page: Page, role: 'list' | 'table'): Promise<void> {
  const list = page.getByRole(role, { name: /^Offres des bureaux/ });
  await expect(list).toBeVisible();
  const logos = list.locator('img[src*="/companies/"]');
  await expect(logos.first()).toBeVisible();
  const sizes = await logos.evaluateAll((images) =>
    images.map((image) => {
      const { width, height } = image.getBoundingClientRect();
      return [width, height];
    }),
  );
  expect(sizes.length).toBeGreaterThan(5);
  expect(sizes.filter(([width = 0, height = 0]) => width === 0 || width > 150 || height > 80)).toEqual([]);
}

/** What each bureau asks for 300 dollars, the least first. */
async function expectedBrought(db: Pool): Promise<{ name: string; brought: bigint; isPartner: boolean }[]> {
  const { rows } = await db.query<{ name: string; isPartner: boolean; sale: string }>(
    `SELECT c.name, c.is_partner AS "isPartner", f.sale::text AS sale FROM fixings f JOIN companies c ON c.id = f.company_id
     WHERE f.currency_code = 'USD' AND ${isCompared('sale')}`,
  );
  return rows
    .map(({ name, isPartner, sale }) => {
      const [whole = '', fraction = ''] = sale.split('.');
      const served = BigInt(whole + fraction.padEnd(8, '0'));
      return { name, isPartner, brought: (30_000n * RATE_UNIT + served - 1n) / served };
    })
    .sort((a, b) => Number(a.brought - b.brought) || a.name.localeCompare(b.name, 'fr'));
}

test('no offer, an offer of nothing, and offers of another request', { tag: '@phone' }, async ({
  page,
  db,
}) => {
  await test.step('an offer of nothing has no way to its bureau, and says from which amount it begins', async () => {
    await openLanding(page);
    await chooseCurrency(page, 'offer', 'JPY');
    // worth a hundredth of a euro at the mid rate, and less at every bureau
    await offered(page).fill('0,93');
    await expect(wished(page)).toHaveValue('0,01');
    await compare(page);
    const { rows } = await db.query<{ least: string }>(
      `SELECT ceil(min(purchase)) / 100 AS least FROM fixings
       WHERE currency_code = 'JPY' AND updated_at >= now() - interval '7 days'`,
    );
    const least = BigInt(Math.round(Number(rows[0]?.least) * 100));
    await expect(page.getByText(`À partir de ¥ ${french(least)}`).first()).toBeVisible();
    await expect(page.getByRole('button', { name: /^Choisir/ })).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Un accès prioritaire' })).toHaveCount(0);
  });
  await test.step('offers of another request say so, until one compares again', async () => {
    await chooseCurrency(page, 'wish', 'USD');
    await offered(page).fill('500');
    await compare(page);
    await expect(page.getByRole('heading', { name: 'bureaux pour € 500' })).toBeVisible();
    await offered(page).fill('750');
    await expect(page.getByText('Votre demande a changé')).toContainText('votre recherche pour € 500 en USD');
    await page.getByRole('button', { name: 'Comparer à nouveau' }).click();
    await expect(page.getByRole('heading', { name: 'bureaux pour € 750' })).toBeVisible();
    await expect(page.getByText('Votre demande a changé')).toBeHidden();
  });
  await test.step('a currency that no bureau serves has its own answer', async () => {
    const code = 'GTQ';
    await db.query('DELETE FROM fixings WHERE currency_code = $1', [code]);
    await chooseCurrency(page, 'wish', code);
    await offered(page).fill('500');
    // the rate book hears of the change within a second
    await expect(async () => {
      await compare(page);
      await expect(page.getByRole('heading', { name: 'Aucun bureau pour € 500' })).toBeVisible({
        timeout: 1000,
      });
    }).toPass();
    await expect(page.getByText('ne propose actuellement cet échange')).toContainText(code);
    await expect(page.getByRole('status').filter({ hasText: 'Aucun bureau' })).toHaveText(
      'Aucun bureau pour € 500 en quetzals guatémaltèques (GTQ)',
    );
  });
});

test('a rate of the day before yesterday is to be confirmed, one of last week is gone', {
  tag: '@desktop',
}, async ({ page, db }) => {
  const code = 'DKK';
  const { rows } = await db.query<{ company_id: number }>(
    `SELECT company_id FROM fixings f JOIN companies c ON c.id = f.company_id
     WHERE f.currency_code = $1 AND f.sale IS NOT NULL AND c.suspended_at IS NULL ORDER BY f.sale DESC`,
    [code],
  );
  const [gone, old] = rows;
  await db.query("UPDATE fixings SET updated_at = now() - interval '1 hour' WHERE currency_code = $1", [
    code,
  ]);
  const age =
    'UPDATE fixings SET updated_at = now() - $3::interval WHERE currency_code = $1 AND company_id = $2';
  await db.query(age, [code, old?.company_id, '25 hours']);
  await db.query(age, [code, gone?.company_id, '8 days']);
  const expected = await expectedOffers(db, { currency: code, offerIsBase: true, cents: 50_000n });
  expect(expected).toHaveLength(rows.length - 1);
  await openLanding(page);
  await chooseCurrency(page, 'wish', code);
  await offered(page).fill('500');
  await expect(async () => {
    await compare(page);
    await expect(offerRows(page).last()).toContainText(expected.at(-1)?.name ?? '', { timeout: 1000 });
  }).toPass();
  await expect(offerRows(page)).toContainText(expected.map(({ name }) => name));
  // what is said of the last one stands between it and those before
  const heading = page.getByText('Taux à confirmer auprès du bureau');
  const [before, own, after] = await Promise.all(
    [offerRows(page).nth(-2), heading, offerRows(page).last()].map((one) => one.boundingBox()),
  );
  expect(before?.y).toBeLessThan(own?.y ?? 0);
  expect(own?.y).toBeLessThan(after?.y ?? 0);
});

/** A field's value with ordinary spaces. */
async function plainValue(page: Page, side: 'offer' | 'wish'): Promise<string> {
  const field = side === 'offer' ? offered(page) : wished(page);
  // what the other side computes is shown when this one is left or not
  return (await field.inputValue()).replace(/\s/g, ' ');
}
