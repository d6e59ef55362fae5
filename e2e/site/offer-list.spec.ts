// Duration: lists of offers in three widths, in both schemes.
import type { Page } from '@playwright/test';
import type { Offer } from '#domain/offers/offer.ts';
import { atBothWidths, expectAccessible } from '../audit.ts';
import { findOverlaps } from '../drawn.ts';
import { expect, offered, offerRows, test } from '../fixtures.ts';

const EVERYWHERE = '/#/?offre=500&de=EUR&vers=USD';
const WIDTHS = [360, 768, 1440];

async function open(page: Page, address: string) {
  await page.goto(address);
  await expect(offerRows(page).first()).toBeVisible();
}

/** Answers that the server gives, changed. */
const changeOffers = (page: Page, change: (offers: Offer[]) => { offers: Offer[]; total?: number }) =>
  page.route('**/api/public/offers', async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    await route.fulfill({ response, json: { ...answer, ...change(answer.offers) } });
  });

test('one line of at most 15 words stands above the rows, whose order and rates are as it says', {
  tag: '@phone',
}, async ({ page }) => {
  const line = page.getByRole('paragraph').filter({ hasText: 'aucun rang acheté' });
  const expectLine = async (begins: RegExp) => {
    await expect(line).toHaveText(begins);
    const text = (await line.innerText()).replaceAll('·', ' ');
    expect(text.split(/\s+/).filter((word) => /\p{L}|\d/u.test(word)).length).toBeLessThanOrEqual(15);
    const [said, row] = await Promise.all([line, offerRows(page).first()].map((one) => one.boundingBox()));
    expect((said?.y ?? 0) + (said?.height ?? 0)).toBeLessThanOrEqual(row?.y ?? 0);
    await expect(line.getByRole('link', { name: 'Méthode' })).toBeVisible();
  };
  await open(page, EVERYWHERE);
  await expectLine(/^Classées par montant reçu · liste non exhaustive · aucun rang acheté · Méthode$/);
  await test.step('the nearest first, and no branch of the list nearer', async () => {
    for (const place of ['69381&tri=distance', 'LYS']) {
      const answered = page.waitForResponse('**/api/public/offers');
      await page.goto(`${EVERYWHERE}&lieu=${place}`);
      const { offers } = (await (await answered).json()) as { offers: Offer[] };
      const fresh = offers.filter(({ is_fresh }) => is_fresh).map(({ branch }) => branch?.distance_m ?? NaN);
      expect(fresh).toEqual(fresh.toSorted((a, b) => a - b));
      await expect(offerRows(page).first()).toContainText(offers[0]?.branch?.name ?? '');
      await expectLine(/^Classées par distance · liste non exhaustive/);
    }
  });
  await test.step('as many decimals in every rate', async () => {
    // the branch of an airport pays a share of its company’s rate, which has six
    const texts = await offerRows(page)
      .getByText(/1\sEUR = /)
      .allInnerTexts();
    expect(texts.length).toBeGreaterThan(1);
    for (const text of texts) expect(text).toMatch(/1\sEUR = 1,\d{4}\sUSD/);
    const row = offerRows(page).filter({ hasText: 'Aéroport Saint-Exupéry' });
    await row.getByRole('button', { name: /^Détails/ }).click();
    await expect(page.getByRole('definition').filter({ hasText: /^1\sEUR = 1,\d{5,}\sUSD$/ })).toBeVisible();
  });
  await changeOffers(page, (offers) => ({ offers, total: 61 }));
  await open(page, '/#/?cible=300&de=EUR&vers=USD');
  await expectLine(/^\d+ offres sur 61, par montant à apporter · liste non exhaustive/);
});

test('the acts have one word, look and place on every width, and the badge says beside it that it has no effect', {
  tag: '@desktop',
}, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, EVERYWHERE);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await expect(page.getByRole('table', { name: /^Offres des bureaux/ })).toHaveCount(
      width === 1440 ? 1 : 0,
    );
    await expectActs(page, width);
    const row = offerRows(page).filter({ hasText: 'Partenaire' }).first();
    const [badge, said] = await Promise.all(
      ['Partenaire', 'sans effet sur le rang'].map((text) =>
        row.getByText(text, { exact: true }).boundingBox(),
      ),
    );
    expect((said?.x ?? 0) - (badge?.x ?? 0) - (badge?.width ?? 0), `${width}`).toBeLessThanOrEqual(12);
    expect(said?.x).toBeGreaterThan(badge?.x ?? 0);
    expect(said?.y).toBeLessThan((badge?.y ?? 0) + (badge?.height ?? 0));
  }
});

async function expectActs(page: Page, width: number): Promise<void> {
  const acts = await page.evaluate<Act[][]>(ACTS);
  expect(acts.length).toBeGreaterThan(5);
  const looks = new Set(acts.map((all) => all.map(({ word, look }) => `${word} ${look}`).join(', ')));
  expect([...looks].sort(), `${width}`).toEqual(['Choisir link, Réserver filled', 'Choisir outlined']);
  const first = acts.map((all) => all.at(-1));
  expect(new Set(first.map((act) => Math.round(act?.right ?? 0))).size, `${width}`).toBe(1);
  for (const [second, main] of acts.filter(({ length }) => length === 2)) {
    expect(second?.word).toBe('Choisir');
    expect(main?.word).toBe('Réserver');
    expect(second?.right).toBeLessThanOrEqual(main?.left ?? 0);
    expect(second?.top).toBeLessThan(main?.bottom ?? 0);
    expect(main?.top).toBeLessThan(second?.bottom ?? 0);
  }
}

type Act = { word: string; look: string; left: number; right: number; top: number; bottom: number };
const ACTS = `[...document.querySelectorAll('section:has(#offres) :is(li, tbody tr)')]
  .map((row) => [...row.querySelectorAll('a, button')]
    .filter((act) => ['Réserver', 'Choisir'].includes(act.textContent))
    .map((act) => {
      const { right, left, top, bottom } = act.getBoundingClientRect();
      const { backgroundColor, borderTopColor, textDecorationLine } = getComputedStyle(act);
      const look = textDecorationLine === 'underline' ? 'link' : borderTopColor === backgroundColor ? 'filled' : 'outlined';
      return { word: act.textContent, look, left, right, top, bottom };
    }))
  .filter((acts) => acts.length > 0)`;

const LONG = 'Comptoir de Change de Gare Montparnasse';

test('a name of 40 letters keeps its row and card in their heights, and lies upon nothing', {
  tag: '@desktop',
}, async ({ page }) => {
  expect(`${LONG} 0`.length).toBeGreaterThanOrEqual(40);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await changeOffers(page, (offers) => ({
    offers: offers.map((offer, i) => ({
      ...offer,
      updated_at: new Date().toISOString(),
      company: { ...offer.company, name: `${LONG} ${i}`, is_partner: i % 2 === 0 },
    })),
  }));
  for (const place of ['', '&lieu=69381']) {
    await page.goto('about:blank');
    await open(page, `${EVERYWHERE}${place}`);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      const most = place ? 190 : width === 1440 ? 76 : 140;
      // a table becomes a list a moment after its window became a phone's
      await expect
        .poll(
          () =>
            offerRows(page).evaluateAll((rows) =>
              Math.max(...rows.map((row) => row.getBoundingClientRect().height)),
            ),
          { message: `${place} ${width}` },
        )
        .toBeLessThanOrEqual(most);
      expect(await findOverlaps(page, 'section:has(#offres) li, section:has(#offres) tbody tr')).toEqual([]);
    }
  }
  // near a place, with the map closed
  await page.getByRole('button', { name: 'Carte', exact: true }).click();
  await expect(page.getByRole('columnheader', { name: 'Guichet' })).toBeVisible();
  const heights = await offerRows(page).evaluateAll((rows) =>
    rows.map((row) => row.getBoundingClientRect().height),
  );
  expect(Math.max(...heights)).toBeLessThanOrEqual(76);
  expect(await findOverlaps(page, 'section:has(#offres) tbody tr')).toEqual([]);
});

test('an opened row has one grid of plain labels, and repeats nothing of its row', {
  tag: '@desktop',
}, async ({ page }) => {
  await changeOffers(page, (offers) => ({
    // of yesterday, which the row says
    offers: offers.map((offer) => ({
      ...offer,
      updated_at: new Date(Date.now() - 86_400_000).toISOString(),
      company: { ...offer.company, is_partner: true },
    })),
  }));
  for (const place of ['', '&lieu=LYS']) {
    await page.goto('about:blank');
    await open(page, `${EVERYWHERE}${place}`);
    // beside the offers stands that they are of another request
    await offered(page).fill('600');
    await atBothWidths(page, async (isMobile) => {
      await expectOpenedRow(page, isMobile || place !== '');
      if (place === '') await expectAccessible(page);
    });
  }
});

async function expectOpenedRow(page: Page, isList: boolean): Promise<void> {
  await expect(page.getByRole(isList ? 'list' : 'table', { name: /^Offres des bureaux/ })).toBeVisible();
  const row = offerRows(page).first();
  const details = row.getByRole('button', { name: /^Détails/ });
  if ((await details.getAttribute('aria-expanded')) === 'true') await details.click();
  const said = (await row.innerText()).split('\n').map((line) => line.trim());
  await details.click();
  const facts = page.locator('section:has(#offres) dl').filter({ visible: true });
  await expect(facts).toHaveCount(1);
  await expect(facts.getByRole('definition').filter({ hasText: /^(Code CIB|REGAFI|Numéro)/ })).toBeVisible();
  const labels = await facts.getByRole('term').allInnerTexts();
  expect(labels).toEqual(expect.arrayContaining(['Taux inverse', 'Site', 'Autorisation', 'Partenariat']));
  expect(labels).not.toContain('Taux fixé');
  expect(new Set(labels).size).toBe(labels.length);
  const told = (await facts.getByRole('definition').allInnerTexts()).join(' ');
  for (const line of said.filter(({ length }) => length > 3)) expect(told).not.toContain(line);
}

test('near a place at most three filters stand on one line, and nothing is clipped', {
  tag: '@desktop',
}, async ({ page }) => {
  for (const place of ['69381', 'LYS']) {
    await page.goto('about:blank');
    await open(page, `${EVERYWHERE}&lieu=${place}`);
    const look = async (width: number) => {
      const chips = page.getByRole('group', { name: 'Filtrer et classer les offres' }).getByRole('button');
      const tops = () =>
        chips
          .filter({ visible: true })
          .evaluateAll((all) => new Set(all.map((one) => one.getBoundingClientRect().top)).size);
      await expect.poll(tops, `${place} ${width}`).toBe(1);
      const filters = chips.filter({ visible: true, hasNotText: /^Carte$/ });
      expect(await filters.count()).toBeLessThanOrEqual(3);
      expect(await page.evaluate<string[]>(CLIPPED), `${place} ${width}`).toEqual([]);
    };
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await look(width);
    }
  }
});

/** Texts that their box cuts or scrolls. The map has pins at its edges. */
const CLIPPED = `[...document.querySelectorAll('section:has(#offres) *')]
  .filter((part) => part.checkVisibility() && !part.closest('.visually-hidden, #carte'))
  .filter((part) => getComputedStyle(part).overflowX !== 'visible' && part.scrollWidth > part.clientWidth + 1)
  .map((part) => part.outerHTML.slice(0, 120))`;
