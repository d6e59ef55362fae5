import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { compare, expect, offered, offerRows, openLanding, test } from '../fixtures.ts';
import { AT_AIRPORT, begin, heading, press, sayWho, signIn } from '../reserving.ts';

/** Does to the page what Chrome's translation does: each text node is replaced by two nested <font>, twice over. */
const TRANSLATE_PAGE = `addEventListener('DOMContentLoaded', () => {
  const depthOf = (element) => element ? Number(element.localName === 'font') + depthOf(element.parentElement) : 0;
  const isKept = (element) =>
    element.closest('[translate="no"], script, style, textarea, svg') !== null || depthOf(element) >= 4;
  const translate = () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    for (const text of texts) {
      if (text.data.trim() === '' || isKept(text.parentElement)) continue;
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      inner.textContent = text.data;
      outer.append(inner);
      text.replaceWith(outer);
    }
  };
  translate();
  const changes = { childList: true, subtree: true, characterData: true };
  new MutationObserver(translate).observe(document.body, changes);
})`;

const results = (page: Page) => page.getByRole('region', { name: /^\d+ bureaux? / });

test('a translated page follows a comparison, its filters and a reservation', { tag: '@phone' }, async ({
  page,
  db,
  expectedProblems,
}) => {
  test.slow();
  // the page of the server, translated before the application is there, is drawn anew
  expectedProblems.push(/React error #418/);
  await page.addInitScript(TRANSLATE_PAGE);
  await test.step('a comparison', async () => {
    await openLanding(page);
    for (const amount of ['500', '800']) {
      await offered(page).fill(amount);
      await compare(page);
      await expect(page.getByRole('heading', { name: new RegExp(`pour €\\s${amount}`) })).toBeVisible();
    }
    expect(await page.locator('main font font font font').count()).toBeGreaterThan(0);
    await expect(
      offerRows(page)
        .first()
        .locator('[translate="no"]')
        .getByText(/^\$\s\d+,\d\d$/)
        .first(),
    ).toBeVisible();
    await offerRows(page)
      .first()
      .getByRole('button', { name: /^Détails/ })
      .click();
    await expect(
      results(page)
        .getByText(/^1\sUSD = 0,\d{4}\sEUR$/)
        .first(),
    ).toBeVisible();
  });
  await test.step('near a place, and its filters', async () => {
    await page.getByRole('button', { name: /^Où/ }).click();
    await page.getByRole('combobox', { name: 'Rechercher une commune ou un aéroport' }).fill('toulouse');
    await page.getByRole('option').first().click();
    await compare(page);
    const found = page.getByRole('heading', { name: /de Toulouse pour/ });
    await expect(found).toBeVisible();
    const filter = page.getByRole('button', { name: /^Filtrer/ });
    for (const [name, said] of [
      ['Ouvert maintenant', 'Filtrer · 1'],
      ['À toute heure', 'Filtrer'],
      ['Par distance', 'Filtrer'],
    ] as const) {
      await filter.click();
      await page.getByLabel(name, { exact: true }).check();
      await page.getByRole('button', { name: 'Afficher les offres' }).click();
      await expect(filter).toHaveText(said);
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    }
    await expect(page.getByText(/Classées par distance/)).toBeVisible();
  });
  await test.step('a reservation', async () => {
    await begin(page, AT_AIRPORT);
    const amount = page.getByRole('textbox', { name: 'Vous donnez (EUR)' });
    for (const [typed, said] of [
      ['500', /pour €\s50\d,\d\d/],
      ['', /Saisissez un montant/],
      ['400', /pour €\s40\d,\d\d/],
    ] as const) {
      await amount.fill(typed);
      await expect(page.getByText(said).first()).toBeVisible();
    }
    await expect(page.getByText('Saisissez un montant')).toHaveCount(0);
    await press(page, 'Continuer');
    await signIn(page, db, `${randomUUID()}@exemple.fr`);
    await sayWho(page);
    await press(page, 'Continuer');
    await expect(page.getByText(/^€\s40\d,\d\d$/)).toBeVisible();
    await press(page, 'Retour');
    await press(page, 'Continuer');
    await press(page, 'Réserver');
    await expect(heading(page, 'Votre demande est partie')).toBeFocused();
    await press(page, 'Annuler la réservation');
    await page.getByRole('dialog').getByRole('button', { name: 'Annuler la réservation' }).click();
    await expect(page.getByRole('status').filter({ hasText: /^Annulée\s+par vous, / })).toBeVisible();
  });
});
