import type { Page } from '@playwright/test';
import type { Pool } from 'pg';
import { digitsOf } from '#server/features/travellers/codes.ts';
import { expect } from './fixtures.ts';

// bureaux of the beta that nobody works for in these tests: one that asks a fee at an airport, which never closes for a day,
// and one that holds its rate over a Sunday
export const AT_AIRPORT = {
  bureau: 'Aérochange',
  site: 'https://www.aerochange.example',
  where: /^Aéroport Nice/,
  code: 'USD',
};
export const IN_TOWN = {
  bureau: 'Change du Capitole',
  site: 'https://www.change-du-capitole.example',
  where: /^(Capitole|Jean-Jaurès|Matabiau)/,
  code: 'RSD',
};

export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

// Days or hours that can be chosen.
export const slots = (page: Page, group: 'Jour' | 'Heure') =>
  page.getByRole('group', { name: group, exact: true }).getByRole('radio');

/** First step for 300 euros, by its address: the way there from the offers is walked by `booking.spec.ts` and `receipt.spec.ts`. */
export async function begin(page: Page, { site, where, code }: typeof AT_AIRPORT): Promise<void> {
  await page.goto(`/#/reserver/${encodeURIComponent(site)}?vente=${code}&offre=300`);
  await expect(heading(page, 'Où et quand')).toBeVisible();
  const others = page.getByRole('button', { name: /autres? guichets?$/ });
  if (await others.isVisible()) await others.click();
  await page.getByRole('radio', { name: where }).first().check();
  await expect(slots(page, 'Heure').and(page.locator(':checked'))).toHaveCount(1);
}

/** Asks for a code, and types the digits that are mailed. */
export async function signIn(page: Page, db: Pool, email: string, { drops = false } = {}): Promise<void> {
  const asked = page.getByRole('textbox', { name: 'Votre adresse e-mail' });
  await asked.fill(email);
  await press(page, 'Recevoir un code');
  const digits = page.getByRole('textbox', { name: 'Code à six chiffres' });
  await expect(digits).toBeFocused();
  // a phone that shows the mail may drop the page meanwhile
  if (drops) await page.reload();
  await digits.fill(await digitsFor(db, email));
  await press(page, 'Valider le code');
}

export async function digitsFor(db: Pool, email: string): Promise<string> {
  const { rows } = await db.query<{ id: number; createdAt: Date }>(
    'SELECT id, created_at AS "createdAt" FROM traveller_codes WHERE email = $1 ORDER BY id DESC LIMIT 1',
    [email],
  );
  const [code] = rows;
  if (!code) throw new Error('no code was made');
  return digitsOf(process.env.E2E_SECRET ?? '', { ...code, email });
}

export async function sayWho(page: Page): Promise<void> {
  await expect(page.getByRole('textbox', { name: 'Téléphone (facultatif)' })).toHaveAccessibleDescription(
    'Visible par le bureau et par Parité.',
  );
  await expect(page.getByRole('status').filter({ hasText: /^Vous êtes connecté avec \S+@/ })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Prénom' })).toBeFocused();
  await page.getByRole('textbox', { name: 'Prénom' }).fill('Zoé');
  await press(page, 'Continuer');
  await expect(heading(page, 'Comment payer')).toBeVisible();
}
