import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { auditBothWidths } from '../audit.ts';
import { expect, test } from './office.ts';

const SENTENCE =
  'Si cette adresse est celle d’un compte, un message vient de partir. Le lien reçu reste valable 7 jours.';

test('the forgotten password page answers the same for known and unknown addresses, and asks to wait', async ({
  page,
  open,
  expectedProblems,
}) => {
  expectedProblems.push(/status of 429/);
  await test.step('known and unknown', async () => {
    const { mail } = await open();
    for (const address of [mail, unknown()]) {
      await page.goto('/#/login');
      await page.getByRole('link', { name: 'Mot de passe oublié ?' }).click();
      await expect(page).toHaveURL(/#\/password\/forgotten$/);
      await page.getByRole('button', { name: 'Recevoir le lien' }).click();
      await expect(addressField(page)).toBeFocused();
      await expect(addressField(page)).toHaveAccessibleDescription(
        'Indiquez l’adresse e-mail de votre compte.',
      );
      if (address === mail) await auditBothWidths(page);
      await addressField(page).fill(address);
      await addressField(page).press('Enter');
      await expect(said(page)).toHaveText(SENTENCE);
      await expect(said(page)).toBeFocused();
      await page.getByRole('link', { name: 'Revenir à la connexion' }).click();
      await expect(page).toHaveURL(/#\/login$/);
    }
  });
  await test.step('too many requests', async () => {
    const address = unknown();
    // of one network, which all these tests share: server/features/passwords/forgotten-password.test.ts comes to it
    await page.route('**/api/iam/users/forgotten-password', (route) =>
      route.fulfill({
        status: 429,
        json: { message: 'Trop de demandes. Réessayez dans 40 minutes.', code: 'too_many_mails' },
      }),
    );
    await ask(page, address);
    await expect(page.getByRole('alert')).toHaveText(/^Trop de demandes\. Réessayez dans \d+ minutes\.$/);
    await expect(addressField(page)).toHaveValue(address);
  });
});

// the page's own; what is announced over it comes after
const said = (page: Page) => page.getByRole('status').first();
const addressField = (page: Page) => page.getByLabel('Adresse e-mail');

async function ask(page: Page, address: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto('/#/password/forgotten');
  await addressField(page).fill(address);
  await page.getByRole('button', { name: 'Recevoir le lien' }).click();
}

function unknown(): string {
  return `personne-${randomBytes(5).toString('hex')}@essai.example`;
}
