// Duration: a map beside its list at three widths, by axe, too.
import type { Page } from '@playwright/test';
import type { Pool } from 'pg';
import { atThreeWidths, expectAccessible } from '../audit.ts';
import { findOverlaps } from '../drawn.ts';
import { expect, offerRows, test } from '../fixtures.ts';

// where neither the demonstration nor another test has a branch
const AURILLAC = { code: '15014', city: 'Aurillac', lat: 44.9306, lon: 2.4441 };
const RODEZ = { code: '12202', city: 'Rodez', lat: 44.3506, lon: 2.575 };

const map = (page: Page) => page.getByRole('region', { name: 'Carte des offres' });
const surface = (page: Page) => map(page).getByRole('application');
const pins = (page: Page) => surface(page).getByRole('button');

/** Three bureaux, 3 km from each other, and a comparison near them. */
async function openNear(page: Page, db: Pool, place: typeof AURILLAC): Promise<string[]> {
  const street = `1 place du Square, ${place.city}`;
  await db.query('delete from branches where address = $1', [street]);
  const { rows } = await db.query<{ company_id: number }>(
    `insert into branches (company_id, name, kind, address, city, lat, lon, phone, hours)
     select id, $4 || ' ' || id, 'street', $1, $4, $2::float8 + 0.03 * row_number() over (order by id), $3, '', '24/7'
     from companies where suspended_at is null order by id limit 3 returning company_id`,
    [street, place.lat, place.lon, place.city],
  );
  const { rows: named } = await db.query<{ name: string }>('select name from companies where id = any($1)', [
    rows.map(({ company_id }) => company_id),
  ]);
  // what the book of the server knows of them comes a moment after they were written
  const near = { lat: place.lat, lon: place.lon };
  const data = { offer: { currency: 'EUR', amount: 500 }, wish: { currency: 'USD' }, near };
  const ask = async () => {
    const answer = await page.request.post('/api/public/offers', { data });
    return ((await answer.json()) as { total: number }).total;
  };
  await expect.poll(ask).toBe(3);
  await page.goto(`/#/?offre=500&de=EUR&vers=USD&lieu=${place.code}`);
  await expect(offerRows(page)).toHaveCount(3);
  return named.map(({ name }) => name);
}

test('on a phone the map comes when it is asked for, and a point of it leads to its offer', {
  tag: '@phone',
}, async ({ page, db }) => {
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  const names = await openNear(page, db, AURILLAC);
  await expect(map(page)).toHaveCount(0);
  expect(scripts.filter((url) => url.includes('OfferMap'))).toEqual([]);
  await page.getByRole('button', { name: 'Carte', exact: true }).tap();
  await expect(pins(page)).toHaveCount(3);
  for (const name of names) await expect(surface(page).getByRole('button', { name })).toHaveCount(1);

  const last = pins(page).last();
  const [, name = ''] = /^3 .+?,\d\d, ([^,]+),/.exec((await last.getAttribute('aria-label')) ?? '') ?? [];
  await last.tap();
  const row = offerRows(page).filter({ hasText: name });
  await expect(row).toBeFocused();
  await expect(row).toBeInViewport({ ratio: 1 });
  await expect(last).toHaveAttribute('data-marked', 'true');
  await page.getByRole('button', { name: 'Carte', exact: true }).tap();
  await expect(map(page)).toHaveCount(0);
});

test('beside the list the map follows it, at three widths', { tag: '@desktop' }, async ({ page, db }) => {
  await test.step('by the mouse and by the keys', async () => {
    await openNear(page, db, RODEZ);
    await expect(pins(page)).toHaveCount(3);
    const row = offerRows(page).nth(1);
    const [name = ''] = (
      (await row.getByRole('button', { name: /^Choisir/ }).getAttribute('aria-label')) ?? ''
    )
      .split('Choisir ')
      .slice(1);
    await row.hover();
    const pin = surface(page).getByRole('button', { name });
    await expect(pin).toHaveAttribute('data-marked', 'true');
    await pin.hover();
    await expect(row).toHaveAttribute('data-marked', 'true');

    const left = async () => (await pin.boundingBox())?.x ?? Number.NaN;
    const before = await left();
    const box = await surface(page).boundingBox();
    const [x, y] = [(box?.x ?? 0) + 40, (box?.y ?? 0) + 40];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 100, y, { steps: 3 });
    await page.mouse.up();
    expect(await left()).toBeCloseTo(before + 100, 0);
    await surface(page).focus();
    await page.keyboard.press('ArrowLeft');
    expect(await left()).toBeCloseTo(before + 180, 0);

    // far away they stand side by side, and none is hidden
    for (let i = 0; i < 6; i += 1) await page.keyboard.press('-');
    await expect(pins(page)).toHaveCount(3);
    expect(await findOverlaps(page, '[aria-label="Carte des offres"] [role=application]')).toEqual([]);
    await pin.focus();
    await page.keyboard.press('Enter');
    await expect(row).toBeFocused();
    await page.getByRole('button', { name: 'Carte', exact: true }).click();
    await expect(page.getByRole('table')).toBeVisible();
  });
  await test.step('names are whole and covered by nothing', async () => {
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await openMap(page);
      await expect(pins(page)).toHaveCount(3);
      await surface(page).scrollIntoViewIfNeeded();
      await expect.poll(() => page.evaluate<string[]>(COVERED), `${width}`).toEqual([]);
    }
  });
});

/** Opens the map anew, as a page of this width has it. */
async function openMap(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Carte', exact: true });
  if ((await button.getAttribute('aria-expanded')) === 'true') await button.click();
  await expect(map(page)).toHaveCount(0);
  await button.click();
}

test('the map of a town opens with a pin an offer, with its number and amount, in both schemes at three widths', {
  tag: '@desktop',
}, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 900 });
  await page.goto('/#/?offre=500&de=EUR&vers=USD&lieu=69381');
  await expect(page.getByRole('heading', { name: /bureaux près de Lyon/ })).toBeVisible();
  await atThreeWidths(page, (width) => expectPinEach(page, `Lyon ${width}`));
  // its elements are those of the town
  await page.goto('/#/?offre=500&de=EUR&vers=USD&lieu=LYS');
  await expect(page.getByRole('heading', { name: /bureaux près de l’aéroport/ })).toBeVisible();
  for (const width of [1440, 768, 360]) {
    await page.setViewportSize({ width, height: 900 });
    await expectPinEach(page, `LYS ${width}`);
  }
});

async function expectPinEach(page: Page, message: string): Promise<void> {
  await openMap(page);
  await expect(pins(page).first()).toBeVisible();
  const amounts = await offerRows(page)
    .getByText(/^\$\s[\d,]+$/)
    .allInnerTexts();
  const texts = await pins(page).allInnerTexts();
  expect(texts.map((text) => text.replace(/\s+/g, ' ')).sort(), message).toEqual(
    amounts.map((amount, i) => `${i + 1} ${amount.replace(/\s+/g, ' ')}`).sort(),
  );
  expect(await findOverlaps(page, '[aria-label="Carte des offres"]'), message).toEqual([]);
}

test('counters at one place are the best ones by their amount, and a cluster that opens', {
  tag: '@desktop',
}, async ({ page, db }) => {
  const address = '1 place du Marché, Tulle';
  await db.query('delete from branches where address = $1', [address]);
  const { rowCount } = await db.query(
    `insert into branches (company_id, name, kind, address, city, lat, lon, phone, hours)
     select id, 'Tulle ' || id, 'street', $1, 'Tulle', 45.2657, 1.7722, '', '24/7'
     from companies where suspended_at is null order by id limit 20`,
    [address],
  );
  const data = {
    offer: { currency: 'EUR', amount: 500 },
    wish: { currency: 'USD' },
    near: { lat: 45.27, lon: 1.77 },
  };
  const ask = async () => {
    const answer = await page.request.post('/api/public/offers', { data });
    return ((await answer.json()) as { total: number }).total;
  };
  await expect.poll(ask).toBeGreaterThan(Math.min(11, (rowCount ?? 0) - 3));
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/#/?offre=500&de=EUR&vers=USD&lieu=19272');
  await expect(offerRows(page).first()).toBeVisible();
  const total = await offerRows(page).count();
  await page.getByRole('button', { name: 'Carte', exact: true }).click();
  const cluster = pins(page).filter({ hasText: /^\d+ bureaux$/ });
  await expect(cluster).toHaveCount(1);
  const count = Number.parseInt(await cluster.innerText(), 10);
  const texts = await pins(page).filter({ hasNotText: 'bureaux' }).allInnerTexts();
  expect(texts.length + count).toBe(total);
  // by amount the first of the list are the best
  expect(texts.map((text) => Number.parseInt(text, 10)).sort((a, b) => a - b)).toEqual(
    texts.map((_, i) => i + 1),
  );
  expect(texts.length).toBeGreaterThan(4);
  await expect(cluster).toHaveAccessibleName(new RegExp(`^${count} bureaux\\s: `));
  await cluster.focus();
  await page.keyboard.press('Enter');
  const opened = page.getByRole('region', { name: `${count} bureaux au même endroit` });
  await expect(opened.getByRole('listitem')).toHaveCount(count);
  await expect(opened.getByRole('listitem').first().getByRole('button')).toBeFocused();
  await expectAccessible(page);
  const choice = opened.getByRole('listitem').last().getByRole('button');
  const rank = Number.parseInt(await choice.innerText(), 10);
  await choice.click();
  await expect(opened).toHaveCount(0);
  await expect(offerRows(page).nth(rank - 1)).toBeFocused();
  await db.query('delete from branches where address = $1', [address]);
});

/** The names of communes that are cut by the window, or lie under a point or a button. */
const COVERED = `((map) => {
  const ground = map.querySelector('svg').getBoundingClientRect();
  const over = [...map.querySelectorAll('button')].map((button) => button.getBoundingClientRect());
  return [...map.querySelectorAll('text')].flatMap((name) => {
    const box = name.getBoundingClientRect();
    const isWhole =
      box.left >= ground.left - 1 &&
      box.right <= ground.right + 1 &&
      box.top >= ground.top - 1 &&
      box.bottom <= ground.bottom + 1;
    const isCovered = over.some(
      (one) => one.left < box.right && box.left < one.right && one.top < box.bottom && box.top < one.bottom,
    );
    return isWhole && !isCovered ? [] : [name.textContent];
  });
})(document.querySelector('[aria-label="Carte des offres"]'))`;
