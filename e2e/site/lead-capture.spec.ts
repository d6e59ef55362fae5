// Duration: a comparison before each form, and axe on its states.
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Pool } from 'pg';
import { expectAccessible, expectNoSidewaysScroll, wearAuditedScheme } from '../audit.ts';
import { compare, expect, offered, offerRows, openLanding, standInOf, test } from '../fixtures.ts';

const CONSENT =
  'En envoyant votre adresse, vous acceptez que Parité vous écrive au sujet de l’accès prioritaire à la réservation en ligne et de ses nouveautés. Une simple demande suffit pour ne plus rien recevoir et la faire effacer.';

const READING_MS = 3_000;

const capture = (page: Page) => page.getByRole('region', { name: 'Un accès prioritaire à la bêta ?' });
const email = (page: Page) => capture(page).getByLabel('Votre adresse e-mail');
const send = (page: Page) => capture(page).getByRole('button', { name: 'Envoyer et continuer' });
const skip = (page: Page) => capture(page).getByRole('button', { name: 'Continuer sans e-mail' });

/** Sentence that says where one goes. */
const leadsTo = (page: Page) =>
  capture(page).getByRole('paragraph').filter({ hasText: 'Vous allez être redirigé vers le site du bureau' });

/** Searches, and waits for the lead capture below the offers. */
async function search(page: Page): Promise<void> {
  await offered(page).fill('410');
  await compare(page);
  await expect(offerRows(page).first()).toBeVisible();
  await capture(page).scrollIntoViewIfNeeded();
}

/** Passes over the time that one has to read what became of the address. */
async function passReading(page: Page): Promise<void> {
  await expect(page).not.toHaveURL(/demonstration/);
  await page.clock.fastForward(READING_MS);
}

async function findLeads(db: Pool, address: string) {
  const { rows } = await db.query<{ name: string; consent: string | null; dated: boolean }>(
    `SELECT c.name, l.consent_text AS consent, l.consent_at IS NOT NULL AS dated
     FROM leads l JOIN companies c ON c.id = l.company_id WHERE l.email = $1`,
    [address],
  );
  return rows;
}

/** The bureau on the given rank of the list. */
async function nameAt(page: Page, rank: number): Promise<string> {
  const button = offerRows(page)
    .nth(rank)
    .getByRole('button', { name: /^Choisir/ });
  return ((await button.getAttribute('aria-label')) ?? '').replace('Choisir ', '');
}

test('the lead capture comes with the offers, records an address and goes where it says', {
  tag: '@phone',
}, async ({ page, db }) => {
  await test.step('it comes with the offers, and says where one goes', async () => {
    await openLanding(page);
    await expect(capture(page)).toHaveCount(0);
    await search(page);
    const best = await nameAt(page, 0);
    await expect(leadsTo(page)).toContainText(best);
    // who reserves on line does so today
    await expect(capture(page)).toContainText('parmi les premiers à payer en ligne avec Parité');
    const { rows } = await db.query<{ name: string; is_partner: boolean }>(
      'SELECT name, is_partner FROM companies',
    );
    const isPartner = rows.find(({ name }) => name === best)?.is_partner;
    await expect(capture(page).getByText(`bureau partenaire ${best}`)).toHaveCount(isPartner ? 1 : 0);
    await expect(email(page)).toHaveAttribute('type', 'email');
    await expect(email(page)).toHaveAttribute('required');
    await expect(email(page)).toHaveAttribute('maxlength', '256');
    // the sentence beside the button is the consent: who writes, why, and how to leave
    await expect(capture(page).getByRole('checkbox')).toHaveCount(0);
    await expect(email(page)).toHaveAccessibleDescription(CONSENT);
    await capture(page).getByRole('link', { name: 'Confidentialité' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Politique de confidentialité' })).toBeVisible();
    await page.goBack();
    await expect(send(page)).toBeVisible();
  });
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/leads')) sent.push(request.url());
  });
  await test.step('an invalid address sends nothing and says nothing', async () => {
    const before = await capture(page).innerText();
    for (const text of ['', 'voyageur', 'voyageur@exemple', 'voyageur@exemple.f']) {
      await email(page).fill(text);
      await send(page).click();
      await expect(email(page)).toHaveValue(text);
    }
    expect(await capture(page).innerText()).toBe(before);
    await expect(page).not.toHaveURL(/demonstration/);
  });
  await test.step('recorded with its consent, for the bureau that was chosen', async () => {
    const address = `${randomUUID()}@exemple.fr`;
    const third = await nameAt(page, 2);
    await capture(page).getByLabel('Bureau').selectOption(third);
    await expect(leadsTo(page)).toContainText(third);
    await email(page).fill(address);
    await page.clock.install();
    await email(page).press('Enter');
    const said = capture(page).getByRole('status');
    await expect(said.getByText('Thank you! Your submission has been received!')).toHaveAttribute(
      'lang',
      'en',
    );
    await expect(said).toContainText(`Nous vous conduisons chez ${third}`);
    await expect(said).toBeFocused();
    // the requests of the presses above would have come before this one’s answer
    expect(sent).toHaveLength(1);
    await passReading(page);
    await expect(page).toHaveURL(await standInOf(db, third));
    expect(await findLeads(db, address)).toEqual([{ name: third, consent: CONSENT, dated: true }]);

    await page.goBack();
    await expect(offerRows(page).first()).toBeVisible();
    await expect(email(page)).toBeVisible();
  });
});

test('where an address cannot be recorded it is said, axe finds nothing there, and one goes on', {
  tag: '@phone',
}, async ({ page, isMobile, db, expectedProblems }) => {
  test.slow();
  expectedProblems.push(/net::ERR_FAILED/);
  await wearAuditedScheme(page, isMobile);
  await openLanding(page);
  await search(page);
  await expectNoSidewaysScroll(page, isMobile);
  await test.step('not recorded', async () => {
    const site = await standInOf(db, await nameAt(page, 0));
    await page.route('**/api/public/leads', (route) => route.abort());
    // an empty answer leaves the page where it is: what is said of the failure can be looked at
    await page.route('**/demonstration/**', (route) => route.fulfill({ status: 204 }));
    await email(page).fill('perdue@exemple.fr');
    const left = page.waitForRequest(site);
    await page.clock.install();
    await send(page).click();
    const said = capture(page).getByRole('alert');
    await expect(said.getByText('Oops! Something went wrong while submitting the form.')).toHaveAttribute(
      'lang',
      'en',
    );
    await expect(said).toContainText('Votre adresse n’a pas été enregistrée');
    await expectAccessible(page);
    await page.clock.fastForward(READING_MS);
    await left;
  });
});

test('by keyboard alone, from the comparator to the bureau', { tag: '@desktop' }, async ({ page, db }) => {
  await openLanding(page);
  await offered(page).focus();
  await page.keyboard.type('410');
  await page.keyboard.press('Enter');
  await expect(offerRows(page).first()).toBeVisible();
  const best = await nameAt(page, 0);
  await email(page).fill('jamais-envoye@exemple.fr');
  await offerRows(page)
    .last()
    .getByRole('button', { name: /^Choisir/ })
    .focus();
  for (let tab = 0; tab < 5; tab += 1) await page.keyboard.press('Tab');
  await expect(skip(page)).toBeFocused();
  await test.step('the skip path sends an empty e-mail and goes on', async () => {
    const lead = page.waitForRequest('**/api/public/leads');
    await page.keyboard.press('Enter');
    const site = await standInOf(db, best);
    expect((await lead).postDataJSON()).toEqual({ email: '', site });
    await expect(page).toHaveURL(site);
  });
});
