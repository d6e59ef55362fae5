// Duration: a whole reservation, each of its steps looked at in three widths, by axe, too.
import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import type { Pool } from 'pg';
import { atBothWidths, expectAccessible, expectNoSidewaysScroll, findViolations, WCAG } from '../audit.ts';
import { countMostWords, findOverlaps } from '../drawn.ts';
import { expect, test } from '../fixtures.ts';
import { tabTo } from '../keyboard.ts';
import { expectNothingCut } from '../large-text.ts';
import { readPdf } from '../pdf.ts';
import { readQr } from '../qr.ts';
import { AT_AIRPORT, begin, heading, IN_TOWN, press, sayWho, signIn, slots } from '../reserving.ts';

const SMALL = { width: 360, height: 740 };
const PARTS = 'main form, aside, main section, main dl';
const bar = (page: Page) => page.getByRole('button', { name: /^Votre réservation/ });
const receipt = (page: Page) => page.getByRole('complementary', { name: 'Votre réservation' });

/** Words of a phone's window; overlaps at every width, cuts with large text, and an audit of both widths. */
async function look(page: Page, most: number): Promise<void> {
  await page.setViewportSize(SMALL);
  expect(await countMostWords(page)).toBeLessThanOrEqual(most);
  await page.evaluate("document.documentElement.style.fontSize = '200%'");
  await expectNothingCut(page, 'large text');
  await expectNoOverlap(page, 'large text');
  await page.evaluate("document.documentElement.style.fontSize = ''");
  for (const width of [360, 768]) {
    await page.setViewportSize({ width, height: 740 });
    await expectNoOverlap(page, `at ${width}`);
  }
  await atBothWidths(page, async (isMobile) => {
    await expectNoOverlap(page, isMobile ? 'phone' : 'desktop');
    // elsewhere a slot may lie half under the bar
    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page, isMobile);
  });
}

const expectNoOverlap = (page: Page, message: string) =>
  expect.poll(() => findOverlaps(page, PARTS), { message }).toEqual([]);

test('no window of a phone says more than 90 words on the way, the last step and the ticket 120', {
  tag: '@phone',
}, async ({ page, db }) => {
  test.slow();
  const email = `${randomUUID()}@exemple.fr`;
  await begin(page, AT_AIRPORT);
  // as many counters as one sees who opens none
  await page.reload();
  await expect(heading(page, 'Où et quand')).toBeVisible();
  await look(page, 90);
  await page.setViewportSize(SMALL);
  await bar(page).click();
  await expect(receipt(page).getByRole('listitem')).not.toHaveCount(0);
  expect(await countMostWords(page)).toBeLessThanOrEqual(90);
  await expectNoOverlap(page, 'opened');
  // the step that it lies upon, and its title, are hidden
  expect(await findViolations(page, { type: 'tag', values: WCAG })).toEqual([]);
  await page.keyboard.press('Escape');
  await press(page, 'Continuer');
  await look(page, 90);
  await signIn(page, db, email);
  await look(page, 90);
  await sayWho(page);
  await look(page, 90);
  await press(page, 'Continuer');
  await expect(heading(page, 'Vérifier et réserver')).toBeVisible();
  await look(page, 120);
  await press(page, 'Réserver');
  await expect(heading(page, 'Votre demande est partie')).toBeVisible();
  await look(page, 120);
  await test.step('the ticket', () => expectTicket(page, db, email));
});

/** Its code at 40 pixels, its look once it is accepted, and one page of paper. */
async function expectTicket(page: Page, db: Pool, email: string): Promise<void> {
  const ticket = page.getByRole('region', { name: 'Votre ticket de retrait' });
  await expect(ticket).toContainText(/Demandée\s*réponse au plus tard/);
  await expect(ticket).toHaveCSS('border-style', 'dashed');
  const code = (await readQr(page.getByRole('img', { name: /^Code QR/ }))) ?? '';
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(ticket.getByText(code, { exact: true })).toHaveCSS('font-size', '40px');
  }
  // read on a phone before the QR code
  await page.setViewportSize(SMALL);
  const top = async (one: Locator) => (await one.boundingBox())?.y ?? Number.NaN;
  const before = [
    ticket.getByText(code, { exact: true }),
    ...['Quand', 'Où', 'Vous recevez'].map((name) => ticket.getByText(name, { exact: true })),
  ];
  const tops = await Promise.all([...before, page.getByRole('img', { name: /^Code QR/ })].map(top));
  expect(tops).toEqual(tops.toSorted((a, b) => a - b));
  await expect(ticket.getByRole('heading', { name: 'À apporter' })).toBeVisible();
  const { pages, text } = readPdf(await page.pdf({ preferCSSPageSize: true }));
  expect(pages).toHaveLength(1);
  const plain = text.replaceAll(/\s+/g, ' ');
  for (const words of [code, 'Vous recevez', 'Aéroport Nice', 'À apporter', 'Taux garanti jusqu’au'])
    expect(plain).toContain(words);
  for (const words of ['Annuler', 'Imprimer', 'Mentions légales', 'Réserver une démo']) {
    expect(plain).not.toContain(words);
  }
  await db.query(
    `UPDATE reservations SET state = 'accepted', updated_at = now()
     WHERE traveller_id = (SELECT id FROM travellers WHERE email = $1)`,
    [email],
  );
  await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
  await expect(ticket).toContainText('Acceptée');
  await expect(ticket).toHaveCSS('border-style', 'solid');
}

test('the receipt fills, and each of its lines leads back to its field', { tag: '@desktop' }, async ({
  page,
  db,
}) => {
  await begin(page, { ...IN_TOWN, code: 'USD' });
  // the header is the way home and the way out, to the same comparison
  await expect(page.getByRole('banner').getByRole('link')).toHaveText([/^Parité/, 'Quitter']);
  const lines = receipt(page).getByRole('listitem');
  await expect(receipt(page)).toContainText(/\$\s\d+.*pour €\s\d+,\d\d en espèces/);
  await expect(receipt(page)).toContainText(/1\sEUR = 1,\d+\sUSD.*coûte €\s\d+,\d\d/);
  await expect(receipt(page)).toContainText(/Taux garanti jusqu’à \S+ \d+\sh/);
  await expect(receipt(page)).toContainText(/À apporter\s: €\s\d+,\d\d en espèces, votre code/);
  await expect(receipt(page).locator('[aria-hidden="true"] > span')).toHaveCount(2);
  await page.evaluate('scrollTo(0, 0)');
  // at the right of the steps, level with their title
  const counters = page.getByRole('group', { name: 'Votre guichet' });
  const [title, steps, own] = await Promise.all(
    [heading(page, 'Où et quand'), counters, receipt(page)].map((one) => one.boundingBox()),
  );
  expect(own?.x).toBeGreaterThan((steps?.x ?? Number.NaN) + (steps?.width ?? 0));
  expect(own?.y).toBeLessThan(title?.y ?? 0);
  const first = await lines.count();
  await slots(page, 'Heure').last().check();
  const hour =
    (await slots(page, 'Heure').last().locator('xpath=following-sibling::span').textContent()) ?? '';
  await expect(lines.filter({ hasText: hour })).toHaveCount(1);
  await press(page, 'Continuer');
  await signIn(page, db, `${randomUUID()}@exemple.fr`);
  await sayWho(page);
  await expect(lines).toHaveCount(first + 1);
  await press(page, 'Continuer');
  await expect(lines).toHaveCount(first + 2);
  await expect(lines.getByRole('button', { name: /^Modifier/ })).toHaveCount(first + 2);
  for (const [name, step, field] of [
    ['Modifier le paiement', 'Comment payer', page.getByRole('radio', { name: 'En espèces, au guichet' })],
    ['Modifier qui vous êtes', 'Qui vous êtes', page.getByRole('textbox', { name: 'Prénom' })],
    ['Modifier l’heure', 'Où et quand', slots(page, 'Heure').and(page.locator(':checked'))],
    ['Modifier le montant', 'Où et quand', page.getByRole('textbox', { name: 'Vous donnez (EUR)' })],
  ] as const) {
    await press(page, name);
    await expect(heading(page, step)).toBeVisible();
    await expect(field).toBeFocused();
  }
  // back to the check, rather than through the steps again
  await press(page, 'Valider');
  await expect(heading(page, 'Vérifier et réserver')).toBeFocused();
  await page.getByRole('link', { name: 'Quitter' }).click();
  await expect(page.getByRole('heading', { name: /bureaux pour €\s300 / })).toBeVisible();
});

test('counters come by their way from the place that was searched, two in sight, and by keyboard the bar opens and closes the receipt', {
  tag: '@phone',
}, async ({ page }) => {
  await page.goto('/#/?offre=300&de=EUR&vers=USD&lieu=31555');
  const reserve = page.getByRole('link', { name: `Réserver, ${IN_TOWN.bureau}` });
  await reserve.click();
  await expect(heading(page, 'Où et quand')).toBeVisible();
  await expect(page.getByText('Depuis Toulouse', { exact: true })).toBeVisible();
  const counters = page.getByRole('group', { name: 'Votre guichet' }).getByRole('radio');
  await expect(counters).toHaveCount(2);
  await expect(counters.first()).toBeChecked();
  await press(page, '1 autre guichet');
  await expect(counters).toHaveCount(3);
  await expect(counters.first()).toBeFocused();
  await expect(counters.first()).toHaveAccessibleName(/^Capitole · /);
  await test.step('slots are chosen and the receipt opened by keyboard', async () => {
    await heading(page, 'Où et quand').focus();
    await tabTo(page, slots(page, 'Heure').and(page.locator(':checked')));
    await page.keyboard.press('ArrowRight');
    await expect(slots(page, 'Heure').nth(1)).toBeChecked();
    await tabTo(page, bar(page));
    await page.keyboard.press('Enter');
    await expect(bar(page)).toHaveAttribute('aria-expanded', 'true');
    await expect(page.getByRole('button', { name: 'Modifier le guichet' })).toBeInViewport();
    await page.keyboard.press('Escape');
    await expect(bar(page)).toBeFocused();
    await expect(bar(page)).toHaveAttribute('aria-expanded', 'false');
    await page.keyboard.press('Enter');
    await press(page, 'Fermer');
    await expect(bar(page)).toBeFocused();
    await expect(bar(page)).toHaveAttribute('aria-expanded', 'false');
  });
});
