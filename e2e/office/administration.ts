import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { administratorScopes } from '#domain/iam/presets.ts';
import { type Account, test as base, expect } from './office.ts';

export { expect };

type Fixtures = {
  /** An administrator of the test's own, logged in, on the page that draws least. */
  admin: Account;
};

export const test = base.extend<Fixtures>({
  admin: async ({ open, enter }, use) => {
    const admin = await open({ scopes: administratorScopes, company: null });
    await enter(admin.mail, '/profil');
    await use(admin);
  },
});

/** A name, a site and an address that no other test has. */
export function newNames() {
  const word = randomBytes(5).toString('hex');
  return { name: `Comptoir ${word}`, site: `https://www.${word}.example`, mail: `agent@${word}.example` };
}

/** A picture of 300 by 100 pixels, as a file that a person chooses. */
export async function picture(name = 'logo.png') {
  const image = sharp({ create: { width: 300, height: 100, channels: 3, background: '#0b5d4b' } });
  return { name, mimeType: 'image/png', buffer: await image.png().toBuffer() };
}

export const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true });
export const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** What was announced last. */
export const announced = (page: Page) => page.getByRole('status').last();

export async function fillBureau(page: Page, { name, site }: { name: string; site: string }): Promise<void> {
  await field(page, 'Nom du bureau').fill(name);
  await field(page, 'Site').fill(site);
}
