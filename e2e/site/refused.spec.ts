// Duration: whole reservations up to the step that is refused.
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Pool } from 'pg';
import { expectAccessible } from '../audit.ts';
import { expect, test } from '../fixtures.ts';
import { begin, heading, IN_TOWN, press, sayWho, signIn, slots } from '../reserving.ts';

/** From the first step to the last, signed in on the way or before. */
async function goOn(page: Page, db: Pool, email: string | null): Promise<void> {
  await press(page, 'Continuer');
  if (email !== null) {
    await signIn(page, db, email);
    await sayWho(page);
  } else await press(page, 'Continuer');
  await press(page, 'Continuer');
  await expect(heading(page, 'Vérifier et réserver')).toBeVisible();
}

/** The first step of an address, signed in. */
async function beginAgain(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(slots(page, 'Heure').and(page.locator(':checked'))).toHaveCount(1);
}

/** Leaves so much of a company's pounds, which no other test reserves. */
async function leave(db: Pool, bureau: string, left: number): Promise<void> {
  await db.query(
    `UPDATE stocks SET ready = promised + $2 FROM companies
     WHERE companies.id = company_id AND name = $1 AND currency_code = 'GBP'`,
    [bureau, left],
  );
}

test('a step says itself to a screen reader, and a reopened page asks before it goes on', {
  tag: '@phone',
}, async ({ page, context }) => {
  await begin(page, { ...IN_TOWN, code: 'USD' });
  await expect(heading(page, /^Étape 1 sur 4\s: où et quand, Change du Capitole$/)).toBeVisible();
  await expect(page).toHaveTitle(/^Étape 1 sur 4\s: où et quand, Change du Capitole · Parité$/);
  await expect(page.getByText(/jusqu’à \$\s[\d\s]+/).first()).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Peu importe' })).toBeChecked();
  const chosen = page.getByRole('radio', { name: /^\$\s\d+ pour €\s\d+,\d\d$/ }).nth(1);
  const name = (await chosen.locator('xpath=following-sibling::div/label').textContent()) ?? '';
  await chosen.check();

  const again = await context.newPage();
  await again.goto(page.url());
  await page.close();
  const question = again.getByText('Reprendre votre réservation ?');
  await expect(question).toBeVisible();
  await expect(again.getByRole('radio', { name, exact: true })).toBeChecked();
  await expectAccessible(again);
  await press(again, 'Recommencer');
  await expect(question).toHaveCount(0);
  await expect(again.getByRole('radio', { name, exact: true })).not.toBeChecked();
});

test('the same reservation is asked about, notes that are gone lead to what is possible, and the third open one is the last', {
  tag: '@phone',
}, async ({ page, db, expectedProblems }) => {
  expectedProblems.push(/status of 409/);
  const email = `${randomUUID()}@exemple.fr`;
  const reserved = heading(page, 'Votre demande est partie');
  await begin(page, { ...IN_TOWN, code: 'USD' });
  const address = page.url();
  await goOn(page, db, email);
  await press(page, 'Réserver');
  await expect(reserved).toBeVisible();
  const first = page.url().replace(/\?.*/, '');
  await test.step('the same once more', async () => {
    await beginAgain(page, address);
    await goOn(page, db, null);
    await press(page, 'Réserver');
    await expect(page.getByText('Vous avez déjà réservé ceci')).toBeVisible();
    const link = page.getByRole('link', { name: 'Voir cette réservation' });
    expect(new URL((await link.getAttribute('href')) ?? '', page.url()).href).toBe(first);
    await expectAccessible(page);
    await press(page, 'Réserver une seconde fois');
    await expect(reserved).toBeVisible();
  });
  await test.step('notes that are gone at the last step lead to what is possible, in one press', async () => {
    await leave(db, IN_TOWN.bureau, 5_000);
    await beginAgain(page, address.replace('USD', 'GBP'));
    await goOn(page, db, null);
    await leave(db, IN_TOWN.bureau, 400);
    const searched = page.waitForResponse('**/api/public/offers');
    await press(page, 'Réserver');
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('ce guichet n’a pas assez de livres');
    await expect(page.getByRole('button', { name: 'Réserver', exact: true })).toHaveCount(0);
    // other bureaux near there at that hour
    expect((await searched).request().postDataJSON()).toMatchObject({
      near: { lat: expect.any(Number) },
      open_at: expect.any(String),
    });
    expect((await searched).status()).toBe(200);
    await expectAccessible(page);
    await alert.getByRole('button', { name: /^£\s200 pour €\s\d+,\d\d$/ }).click();
    await expect(page.getByRole('button', { name: 'Réserver', exact: true })).toBeFocused();
    await press(page, 'Réserver');
    await expect(reserved).toBeVisible();
    await expect(page.getByRole('definition').filter({ hasText: /^£\s200$/ })).toBeVisible();
  });
  await test.step('a fourth is not begun', async () => {
    await page.goto(address);
    await expect(page.getByRole('alert')).toContainText('Vous avez déjà 3 réservations en cours');
    await expect(page.getByRole('main').getByRole('link', { name: 'Voir mes réservations' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Continuer' })).toHaveCount(0);
    await expectAccessible(page);
  });
  await db.query(
    `UPDATE reservations SET state = 'declined', ended_at = now(), network = NULL
     WHERE traveller_id = (SELECT id FROM travellers WHERE email = $1)`,
    [email],
  );
});
