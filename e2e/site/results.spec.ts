// Duration: minutes that pass on an open page, and lists drawn in four widths and twice the text.
import type { Page, Route } from '@playwright/test';
import type { Pool } from 'pg';
import type { Offer } from '#domain/offers/offer.ts';
import { expectAccessibleInBothSchemes } from '../audit.ts';
import { findOverlaps } from '../drawn.ts';
import { expectedOffers, french, midRate, SOON, untilAgreed } from '../exact.ts';
import {
  chooseCurrency,
  compare,
  expect,
  offered,
  offeredCurrency,
  offerRows,
  openLanding,
  test,
  wished,
} from '../fixtures.ts';

const OFFERS = '**/api/public/offers';

const results = (page: Page) => page.getByRole('region', { name: /bureaux? pour/ });

/** Compares 500 euros with a currency, and waits for the offers. */
async function search(page: Page, code = 'USD') {
  await openLanding(page);
  if (code !== 'USD') await chooseCurrency(page, 'wish', code);
  await offered(page).fill('500');
  await compare(page);
  await expect(offerRows(page).first()).toBeVisible();
}

/** As when one goes to another tab, or comes back from it. */
const show = (page: Page, state: 'visible' | 'hidden') =>
  page.evaluate(`
    Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  `);

test('what is said of an offer and above the list, which large text does not cut', { tag: '@phone' }, async ({
  page,
  db,
}) => {
  await search(page);
  const first = offerRows(page).first();
  await test.step('« Réserver » stands on one line', async () => {
    const reserve = page.getByRole('link', { name: /^Réserver,/ }).first();
    await expect(reserve).toHaveText('Réserver');
    const { height } = (await reserve.boundingBox()) ?? { height: Number.NaN };
    expect(height).toBeLessThanOrEqual(40);
  });
  await test.step('its rate both ways round, and its margin', async () => {
    await first.getByRole('button', { name: /^Détails de / }).click();
    const rate = (base: string, other: string) => new RegExp(`1\\s${base} = (\\d),(\\d{4})\\s${other}`);
    const read = (text: string | null, pattern: RegExp) =>
      Number(
        pattern
          .exec(text ?? '')
          ?.slice(1)
          .join('.'),
      );
    const plain = read(await first.textContent(), rate('EUR', 'USD'));
    const inverse = results(page)
      .getByRole('definition')
      .filter({ hasText: rate('USD', 'EUR') });
    expect(read(await inverse.textContent(), rate('USD', 'EUR')) * plain).toBeCloseTo(1, 3);
    const mid = Number(await midRate(db, 'USD')) / 1e8;
    const margin = read(await first.textContent(), /marge (\d+),(\d\d)\s%/);
    expect(margin).toBeCloseTo(100 * (1 - plain / mid), 1);
  });
  await test.step('with text twice as large, nothing of the comparator or the offers is cut or wider than the window', async () => {
    const size = page.viewportSize();
    for (const width of [360, 1280]) {
      await showAt(page, width);
      await page.evaluate("document.documentElement.style.fontSize = '200%'");
      const details = page.getByRole('button', { name: /^Détails/ }).first();
      if ((await details.getAttribute('aria-expanded')) !== 'true') await details.click();
      await expect.poll(() => page.evaluate<string[]>(BEYOND), `${width}`).toEqual([]);
      await page.evaluate("document.documentElement.style.fontSize = ''");
    }
    if (size) await page.setViewportSize(size);
  });
  await test.step('a restricted currency, named in the heading', async () => {
    await expect(page.getByText('Monnaie à circulation limitée')).toHaveCount(0);
    await chooseCurrency(page, 'wish', 'TND');
    await compare(page);
    await expect(
      page.getByRole('heading', { name: /^\d+ bureaux? pour € 500 en dinars tunisiens \(TND\)$/ }),
    ).toBeVisible();
    await expect(
      results(page)
        .getByRole('paragraph')
        .filter({ hasText: 'Monnaie à circulation limitée (dinar tunisien, TND)' })
        .getByRole('link'),
    ).toHaveAttribute('href', /#\/blog\/view\/devises-non-convertibles$/);
  });
  await test.step('a mid rate of more than three days ago passes for no rate of the day', async () => {
    const WARNING = /Le taux intermédiaire date du .*, il y a plus de trois jours/;
    await expect(page.getByText(WARNING)).toHaveCount(0);
    await page.clock.setFixedTime(Date.now() + 5 * 86_400_000);
    await compare(page);
    await expect(page.getByText(WARNING)).toBeVisible();
    const [warning, offer] = await Promise.all(
      [page.getByText(WARNING), offerRows(page).first()].map((one) => one.boundingBox()),
    );
    expect(warning?.y).toBeLessThan(offer?.y ?? 0);
    await expect(page.getByRole('heading', { name: 'Questions fréquentes' })).toBeAttached();
    expect(await page.locator('body').innerText()).not.toMatch(/taux du jour/i);
  });
});

test('the mid rate says its day, a comparison is printed on one page, and all bars have the scale above them', {
  tag: '@desktop',
}, async ({ page, db }) => {
  await test.step('the day and source, before a search too', async () => {
    await openLanding(page);
    const { rows } = await db.query<{ source: string; day: string }>(
      `SELECT source, extract(day FROM at AT TIME ZONE 'UTC') AS day FROM mid_rates
       WHERE currency_code = 'JPY' ORDER BY at DESC LIMIT 1`,
    );
    await chooseCurrency(page, 'wish', 'JPY');
    const said = new RegExp(`Taux intermédiaire du ${rows[0]?.day} \\S+, source ${rows[0]?.source}`);
    await expect(page.getByText('1 EUR = ').locator('..')).toContainText(said);
  });
  await test.step('printed with its date, amounts, rates and addresses', async () => {
    await chooseCurrency(page, 'wish', 'USD');
    await offered(page).fill('500');
    await compare(page);
    await expect(offerRows(page).first()).toBeVisible();
    expect(await countPages(page)).toBe(1);
    await untilAgreed(() => expectPrinted(page, db));
    await expect(page.getByText(/Parité · comparaison du \d\d-\d\d-\d{4} \d\d:\d\d/)).toBeVisible();
    await expect(page.getByText(/\/#\/\?offre=500&de=EUR&vers=USD$/)).toBeVisible();
    await expect(page.getByRole('button')).toHaveCount(0);
    const logo = page.getByRole('row').nth(1).locator('img');
    await expect.poll(() => logo.evaluate((image) => Reflect.get(image, 'naturalWidth'))).toBeGreaterThan(0);
    expect(await page.evaluate<number>(SMALLEST_ON_PAPER)).toBeGreaterThanOrEqual(10);
  });
  await test.step('on four pages with as many offers as are ever shown', async () => {
    await page.route(OFFERS, async (route) => {
      const response = await route.fetch();
      const { offers, ...answer } = await response.json();
      const many = Array.from({ length: 50 }, (_, i) => {
        const offer = offers[i % offers.length];
        return { ...offer, company: { ...offer.company, name: `${offer.company.name} ${i}` } };
      });
      await route.fulfill({ response, json: { ...answer, offers: many, total: 61 } });
    });
    await page.emulateMedia({ media: null });
    await compare(page);
    await expect(offerRows(page)).toHaveCount(50);
    expect(await countPages(page)).toBeLessThanOrEqual(4);
    await page.unroute(OFFERS);
  });
  await test.step('each bar ends where its amount lies between both ends', async () => {
    await page.route(OFFERS, async (route) => {
      const response = await route.fetch();
      const answer = await response.json();
      const offers = [600, 560, 500, 400].map((amount, i) => ({
        ...answer.offers[i],
        is_fresh: i < 3,
        ct_wish: { currency: 'USD', amount: 580 },
        co_offer: { currency: 'USD', amount },
      }));
      await route.fulfill({ response, json: { ...answer, offers, total: 4 } });
    });
    await compare(page);
    await expect(offerRows(page)).toHaveCount(4);
    const head = page.getByRole('columnheader', { name: /Taux intermédiaire/ });
    // 80 dollars of the smallest fresh offer, and 15 hundredths more
    await expect(head).toHaveText(/^\$\s488Taux intermédiaire\s:\s\$\s580$/);
    const bars = offerRows(page).locator('[data-before]');
    const drawn = () =>
      bars.evaluateAll((all) =>
        all.map((bar) =>
          [...bar.children].map((part) =>
            Math.round((100 * part.getBoundingClientRect().width) / bar.getBoundingClientRect().width),
          ),
        ),
      );
    // a gain passes the mid rate, at 88 hundredths; an offer before the left end has a notch
    await expect.poll(drawn).toEqual([
      [100, 0],
      [69, 19],
      [11, 77],
      [0, 88],
    ]);
    expect(await bars.evaluateAll((all) => all.map((bar) => bar.getAttribute('data-before')))).toEqual([
      ...['false', 'false', 'false'],
      'true',
    ]);
  });
});

test('a page that one comes back to after 5 minutes compares again, and says whether the order changed @phone', async ({
  page,
  db,
}) => {
  const code = 'HUF';
  await db.query(`UPDATE fixings SET updated_at = now() - interval '62 seconds' WHERE currency_code = $1`, [
    code,
  ]);
  const body = { offer: { currency: 'EUR', amount: 500 }, wish: { currency: code } };
  const compared = async (): Promise<{ company: { name: string }; updated_at: string }[]> =>
    (await (await page.request.post('/api/public/offers', { data: body })).json()).offers;
  // the rate book hears of it within a second: until then some stand among those to confirm
  await expect.poll(async () => new Set((await compared()).map(({ updated_at }) => updated_at)).size).toBe(1);
  await page.clock.install();
  // the page would still be scrolling to the offers below
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await search(page, code);
  await test.step('what was a while ago goes on by itself, as long as one sees it', async () => {
    const details = offerRows(page)
      .first()
      .getByRole('button', { name: /^Détails/ });
    await details.click();
    const when = results(page).locator('time').first();
    const minutes = async () => Number(/\d+/.exec(await when.innerText())?.[0]);
    await expect(when).toHaveText(/^il y a \d+ min$/);
    const shown = await minutes();
    await page.clock.runFor(61_000);
    await expect.poll(minutes).toBe(shown + 1);
    // hidden, its clock stands still; seen again, it is right
    await show(page, 'hidden');
    await page.clock.runFor(180_000);
    expect(await minutes()).toBe(shown + 1);
    await show(page, 'visible');
    await expect.poll(minutes).toBe(shown + 4);
    await details.click();
  });
  const firstName = async () =>
    (await page
      .getByRole('button', { name: /^Choisir/ })
      .first()
      .getAttribute('aria-label')) ?? '';
  const best = await firstName();
  // typed since, and upon an offer below
  await offered(page).fill('750');
  const upon = page.getByRole('button', { name: /^Choisir/ }).nth(2);
  const name = await upon.getAttribute('aria-label');
  await upon.focus();
  const scroll = () => page.evaluate<number>('Math.round(scrollY)');
  const before = await scroll();

  await show(page, 'hidden');
  await page.clock.runFor(4 * 60_000);
  await show(page, 'visible');
  await show(page, 'hidden');
  await page.clock.runFor(5 * 60_000);
  const again = page.waitForResponse(OFFERS);
  await show(page, 'visible');
  await again;
  const said = results(page).getByText(
    /^Comparé à nouveau à \d+\sh\s\d+\s: l’ordre des offres n’a pas changé\.$/,
  );
  await expect(said).toBeVisible();

  const { rows } = await db.query<{ name: string }>(
    `UPDATE fixings f SET updated_at = now(), sale =
       (SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY sale) FROM fixings WHERE currency_code = $1)
     FROM companies c WHERE c.id = f.company_id AND f.currency_code = $1
       AND f.company_id = (SELECT one.company_id FROM fixings one JOIN companies own ON own.id = one.company_id
         WHERE one.currency_code = $1 AND own.suspended_at IS NULL ORDER BY one.sale LIMIT 1) RETURNING c.name`,
    [code],
  );
  const order = async () => (await compared()).findIndex(({ company }) => company.name === rows[0]?.name);
  const count = await offerRows(page).count();
  await expect.poll(order).toBeLessThan(count - 1);
  await show(page, 'hidden');
  await page.clock.runFor(5 * 60_000);
  await show(page, 'visible');
  const changed = /^Comparé à nouveau à \d+\sh\s\d+\s: l’ordre des offres a changé\./;
  await expect(results(page).getByText(changed)).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: changed })).toHaveCount(1);
  expect(await firstName()).toBe(best);
  await expect(page.getByRole('button', { name: name ?? '', exact: true })).toBeFocused();
  await expect(offered(page)).toHaveValue('750,00');
  // the message takes a line above and rows move, so the scroll may change by a card
  expect(Math.abs((await scroll()) - before)).toBeLessThan(190);
});

test('the focus after a search, and what is announced', { tag: '@desktop' }, async ({ page }) => {
  await test.step('a search of an address leads nowhere, Enter to the heading', async () => {
    await page.goto('/#/?offre=400&de=EUR&vers=USD');
    const heading = (amount: number) => page.getByRole('heading', { name: `bureaux pour € ${amount}` });
    await expect(heading(400)).toBeVisible();
    await expect(heading(400)).not.toBeFocused();
    await offered(page).fill('500');
    await page.keyboard.press('Enter');
    await expect(heading(500)).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Partager ou imprimer' })).toBeFocused();
  });
  await test.step('a currency that changes with the other one is announced', async () => {
    const said = page.getByRole('status').filter({ hasText: 'Devise que je' });
    await chooseCurrency(page, 'wish', 'GBP');
    await expect(said).toHaveCount(0);
    await chooseCurrency(page, 'offer', 'CHF');
    await expect(said).toHaveText('Devise que je souhaite recevoir : EUR, euro');
    await chooseCurrency(page, 'wish', 'JPY');
    await expect(said).toHaveText('Devise que je donne : EUR, euro');
    await expect(offeredCurrency(page)).toHaveText('EUR');
  });
  await test.step('who has gone on before the offers come keeps the focus', async () => {
    await offered(page).fill('600');
    const held = Promise.withResolvers<void>();
    await page.route(OFFERS, async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.keyboard.press('Enter');
    await wished(page).focus();
    held.resolve();
    await expect(page.getByRole('heading', { name: /bureaux pour €\s600/ })).toBeVisible();
    await expect(wished(page)).toBeFocused();
  });
});

const heightsOf = (page: Page) =>
  offerRows(page).evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));

/** Rates of the hour in which they are looked at. */
const fixToday = (page: Page) =>
  page.route(OFFERS, async (route) => {
    const response = await route.fetch();
    const { offers, ...answer } = await response.json();
    const updated_at = new Date().toISOString();
    await route.fulfill({
      response,
      json: { ...answer, offers: offers.map((offer: Offer) => ({ ...offer, updated_at })) },
    });
  });

/** Compares an amount, whose rows are as high as those that are drawn while it loads. */
async function compareSlowly(page: Page, amount: string): Promise<void> {
  const held = Promise.withResolvers<void>();
  const wait = async (route: Route) => {
    await held.promise;
    await route.fallback();
  };
  await page.route(OFFERS, wait);
  await offered(page).fill(amount);
  await compare(page);
  const loading = page
    .getByRole('region', { name: /^Comparaison pour/ })
    .locator('[aria-hidden=true] > span');
  await expect(loading).toHaveCount(6);
  const { height } = (await loading.first().boundingBox()) ?? { height: Number.NaN };
  held.resolve();
  await expect(page.getByRole('heading', { name: new RegExp(`bureaux pour €\\s${amount}`) })).toBeVisible();
  await expect(offerRows(page).first()).toBeVisible();
  for (const offer of await heightsOf(page)) expect(Math.abs(offer - height)).toBeLessThan(20);
  await page.unroute(OFFERS, wait);
}

/** No offer is higher than that, and so many stand in the window below the head. */
async function expectRowsWhole(
  page: Page,
  { height, rows }: { height: number; rows: number },
): Promise<void> {
  expect(Math.max(...(await heightsOf(page)))).toBeLessThanOrEqual(height);
  await page
    .getByRole('region', { name: /bureaux (pour|près de)/ })
    .evaluate((part) => part.scrollIntoView());
  for (let n = 0; n < rows; n++) await expect(offerRows(page).nth(n)).toBeInViewport({ ratio: 1 });
}

/** Pixels from the first visible part of the results to the first offer. */
const headOf = (page: Page) =>
  page.evaluate<number>(`(() => {
    const part = document.querySelector('section:has(#offres)');
    const parts = [...part.querySelectorAll('a, h2, button')].filter((one) => one.checkVisibility());
    const top = Math.min(...parts.map((one) => one.getBoundingClientRect().top));
    return part.querySelector('li').getBoundingClientRect().top - top;
  })()`);

test('a phone shows three offers whole under a head of 190 pixels, near a place two, and filters, map and menu open', {
  tag: '@phone',
}, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 360, height: 740 });
  await fixToday(page);
  await openLanding(page);
  await compareSlowly(page, '500');
  expect(await headOf(page)).toBeLessThanOrEqual(190);
  await expectRowsWhole(page, { height: 140, rows: 3 });
  await expect(page.getByRole('button', { name: /^Filtrer/ })).toHaveCount(0);
  for (const [place, name] of [
    ['69381', /bureaux près de Lyon/],
    ['LYS', /bureaux près de l’aéroport/],
  ] as const) {
    await page.goto(`/#/?offre=500&de=EUR&vers=USD&lieu=${place}`);
    await expect(page.getByRole('heading', { name })).toBeVisible();
    expect(await headOf(page), place).toBeLessThanOrEqual(190);
    await expectRowsWhole(page, { height: 190, rows: place === 'LYS' ? 0 : 2 });
  }
  const filter = page.getByRole('button', { name: /^Filtrer/ });
  const acts = [
    filter,
    page.getByRole('button', { name: 'Carte', exact: true }),
    page.getByRole('button', { name: 'Partager ou imprimer' }),
  ];
  const tops = await Promise.all(acts.map(async (one) => (await one.boundingBox())?.y));
  expect(new Set(tops).size).toBe(1);
  await expect(page.getByRole('button', { name: 'Par distance' })).toHaveCount(0);

  const sheet = page.getByRole('dialog', { name: 'Filtrer et classer' });
  await filter.click();
  await expect(page.getByLabel('20 km')).toBeFocused();
  await expect(sheet.getByRole('button', { name: 'Afficher les offres' })).toBeInViewport({ ratio: 1 });
  await expectAccessibleInBothSchemes(page);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(filter).toBeFocused();
  await test.step('with text twice as large nothing is cut or wider than the window', async () => {
    await page.evaluate("document.documentElement.style.fontSize = '200%'");
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 740 });
      await expect.poll(() => page.evaluate<string[]>(BEYOND), `${width}`).toEqual([]);
      await filter.click();
      expect(await sheet.evaluate((part) => part.scrollWidth - part.clientWidth)).toBe(0);
      await page.keyboard.press('Escape');
      await expect(sheet).toBeHidden();
    }
    await page.evaluate("document.documentElement.style.fontSize = ''");
  });
  await filter.click();
  await page.getByLabel('5 km', { exact: true }).check();
  await page.getByLabel('Dans un aéroport').check();
  await sheet.getByRole('button', { name: 'Afficher les offres' }).click();
  await expect(filter).toHaveText('Filtrer · 2');
  await expect(filter).toBeFocused();
  await expect(page).toHaveURL(/&lieu=LYS&rayon=5&type=aeroport$/);
  await expect(page.getByRole('heading', { name: /^1 bureau d’aéroport à 5 km au plus de/ })).toBeVisible();

  await page.getByRole('link', { name: '€ 500 → USD · Lyon-Saint-Exupéry' }).click();
  await expect(page.getByRole('form', { name: 'Comparateur' })).toBeFocused();
  await expect(offered(page)).toBeInViewport({ ratio: 1 });
});

test('a window of 1440 by 900 shows eight offers whole, of 76 pixels each', { tag: '@desktop' }, async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await fixToday(page);
  await openLanding(page);
  await compareSlowly(page, '500');
  expect(Math.max(...(await heightsOf(page)))).toBeLessThanOrEqual(76);
  await page.getByRole('region', { name: /bureaux pour/ }).evaluate((part) => part.scrollIntoView());
  for (let n = 0; n < 8; n++) await expect(offerRows(page).nth(n)).toBeInViewport({ ratio: 1 });
  // an open row moves no column
  const columns = () =>
    page.getByRole('columnheader').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().x));
  const before = await columns();
  for (const n of [0, 3]) {
    await offerRows(page)
      .nth(n)
      .getByRole('button', { name: /^Détails/ })
      .click();
    await expect(page.getByRole('definition').filter({ hasText: /^(Code CIB|REGAFI|Numéro)/ })).toHaveCount(
      n === 0 ? 1 : 2,
    );
    expect(await columns()).toEqual(before);
  }
  // near a place a card of 190 beside the map, and without it a row as anywhere
  const map = page.getByRole('button', { name: 'Carte', exact: true });
  for (const place of ['69381', 'LYS']) {
    await page.goto(`/#/?offre=500&de=EUR&vers=USD&lieu=${place}`);
    await expect(page.getByRole('heading', { name: /bureaux près de .*Lyon/ })).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: 'Itinéraire' }).first()).toBeVisible();
    expect(Math.max(...(await heightsOf(page))), place).toBeLessThanOrEqual(190);
    await map.click();
    await expect(page.getByRole('columnheader', { name: 'Guichet' })).toBeVisible();
    expect(Math.max(...(await heightsOf(page))), place).toBeLessThanOrEqual(76);
    await map.click();
  }
});

// What 500 euros buy, whichever day it is: long amounts, and notes.
const BOUGHT = {
  JPY: { mid: 187.2, rate: 182.46, amount: 91_230, costs: 12.66, in_notes: 91_000 },
  IDR: { mid: 19_850, rate: 19_364.2, amount: 9_682_100, costs: 12.24 },
};
const LONG_NAMES = ['Le Comptoir des Alizés', 'Comptoir de Change de la Gare du Nord'];

test('long names and amounts keep every offer in its bounds, and nothing lies upon another', {
  tag: '@phone',
}, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.clock.setFixedTime('2026-11-22T12:00:00.000Z');
  // whatever the day and the bureaux: amounts and names that are long, the badge, and an age of many letters
  await page.route(OFFERS, async (route) => {
    const response = await route.fetch();
    const { offers, ...answer } = await response.json();
    const code: keyof typeof BOUGHT = offers[0].co_offer.currency;
    const { mid, rate, amount, costs, ...notes } = BOUGHT[code];
    const long = offers.map((offer: Offer, i: number) => ({
      ...offer,
      ...notes,
      rate,
      co_offer: { ...offer.co_offer, amount },
      costs: { ...offer.costs, amount: costs },
      updated_at: '2026-11-21T14:53:00.000Z',
      company: { ...offer.company, name: `${LONG_NAMES[i % 2]} ${i}`, is_partner: true },
    }));
    const currency_rate = { ...answer.currency_rate, rate: mid, at: '2026-11-22T00:00:00.000Z' };
    await route.fulfill({ response, json: { ...answer, currency_rate, offers: long } });
  });
  await openLanding(page);
  await offered(page).fill('500');
  for (const code of Object.keys(BOUGHT)) {
    await chooseCurrency(page, 'wish', code);
    await compare(page);
    await expect(page.getByRole('heading', { name: `(${code})` })).toBeVisible();
    for (const width of code === 'JPY' ? [360, 1280] : [1280, 360]) {
      await showAt(page, width);
      const heights = await heightsOf(page);
      expect(heights.length).toBeGreaterThan(5);
      expect(Math.max(...heights)).toBeLessThanOrEqual(190);
      await expect(offerRows(page).getByText(/^soit ¥\s91\s000 en billets$/)).toHaveCount(
        code === 'JPY' ? heights.length : 0,
      );
      expect(await overlaps(page)).toEqual([]);
    }
  }
  for (const width of [360, 1280]) {
    await showAt(page, width);
    await page.evaluate("document.documentElement.style.fontSize = '200%'");
    await expect.poll(() => overlaps(page), `${width}`).toEqual([]);
    await page.evaluate("document.documentElement.style.fontSize = ''");
    await expect(page.getByRole('term').filter({ hasText: /^Site$/ })).toHaveCount(0);
    const details = offerRows(page)
      .first()
      .getByRole('button', { name: /^Détails/ });
    await details.click();
    await expect(page.getByRole('term').filter({ hasText: /^Site$/ })).toBeVisible();
    await details.click();
  }
});

const overlaps = (page: Page) => findOverlaps(page, 'section:has(#offres) li, section:has(#offres) tbody tr');

/** A list below the width of a table, which comes or goes a moment after the width changed. */
async function showAt(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 740 });
  await expect(page.getByRole('table', { name: /^Offres des bureaux/ })).toHaveCount(width < 1000 ? 0 : 1);
}

const countPages = async (page: Page) =>
  (await page.pdf({ preferCSSPageSize: true })).toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length;

// Points of the smallest text that is printed.
const SMALLEST_ON_PAPER = `
  Math.min(...[...document.querySelectorAll('main *')]
    .filter((part) => part.checkVisibility() && [...part.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim()))
    .map((part) => Math.round(Number.parseFloat(getComputedStyle(part).fontSize) * 75) / 100))`;

/** Each offer of 500 euros in dollars, on paper. */
async function expectPrinted(page: Page, db: Pool): Promise<void> {
  await page.emulateMedia({ media: null });
  await compare(page);
  const expected = await expectedOffers(db, { currency: 'USD', offerIsBase: true, cents: 50_000n });
  await expect(offerRows(page)).toHaveCount(expected.length, SOON);
  await page.emulateMedia({ media: 'print' });
  for (const { name, received } of expected) {
    const line = page.getByRole('row').filter({ hasText: name });
    await expect(line).toContainText(`$ ${french(received)}`, SOON);
    await expect(line).toContainText(/1\sEUR = 1,\d{4}\sUSD1\sUSD = 0,\d{4}\sEUR/, SOON);
    // the bureau's own, which a page of the instance stands for
    await expect(line).toContainText(/[a-z\d-]+\.(example|test)/, SOON);
    await expect(line).not.toContainText('www.', SOON);
  }
}

const BEYOND = `
  [...document.querySelectorAll('form[aria-label=Comparateur] *, section:has(#offres) *')]
    .filter((part) => part.checkVisibility() && !part.closest('.visually-hidden'))
    .filter((part) => {
      const { left, right } = part.getBoundingClientRect();
      const isCut = part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).overflowX === 'hidden';
      return left < 0 || right > document.documentElement.clientWidth || isCut;
    })
    .map((part) => part.outerHTML.slice(0, 120))`;
