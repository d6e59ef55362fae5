import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Pool } from 'pg';
import PostalMime, { type Email } from 'postal-mime';
import { auditBothWidths, expectAccessible } from '../audit.ts';
import { expect, test } from '../fixtures.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const confirm = (page: Page) => page.getByRole('button', { name: 'Confirmer mon inscription' });
const leave = (page: Page) => page.getByRole('button', { name: 'Me désinscrire' });

/** The mail that the server wrote to an address, once it is there. */
async function mailTo(address: string): Promise<Email> {
  const outbox = join(process.env.E2E_DATA_DIR ?? '', 'outbox');
  let found: Email | undefined;
  await expect
    .poll(async () => {
      const files = (await readdir(outbox).catch(() => [])).filter((file) => file.endsWith('.eml'));
      const mails = await Promise.all(
        files.map(async (file) => PostalMime.parse(await readFile(join(outbox, file)))),
      );
      found = mails.find(({ to }) => to?.some((each) => each.address === address));
      return found !== undefined;
    })
    .toBe(true);
  if (!found) throw new Error('polled until it was there');
  return found;
}

/** The links of the confirmation mail of an address that was just subscribed by a call. */
async function linksOf(page: Page): Promise<{ address: string; confirm: string; leave: string }> {
  const address = `${randomUUID()}@exemple.fr`;
  const data = { email: address, type: 'newsletter' };
  expect((await page.request.post('/api/public/save/email', { data })).status()).toBe(201);
  return { address, ...linksIn(await mailTo(address)) };
}

function linksIn({ text = '' }: Email): { confirm: string; leave: string } {
  const [confirm = ''] = /http\S+lettre\/confirmer\S+/.exec(text) ?? [];
  const [leave = ''] = /http\S+lettre\/desinscription\S+/.exec(text) ?? [];
  return { confirm, leave };
}

async function rowOf(db: Pool, address: string) {
  const { rows } = await db.query<{ confirmed: boolean }>(
    'SELECT confirmed_at IS NOT NULL AS confirmed FROM subscriptions WHERE email = $1',
    [address],
  );
  return rows[0] ?? null;
}

test('subscribed after a search, confirmed by the button of the mail’s page, and left again', async ({
  page,
  db,
}) => {
  const address = `${randomUUID()}@exemple.fr`;
  await test.step('the answer to a subscription is what comes into view', async () => {
    await page.goto('/');
    await page.getByLabel('Je donne', { exact: true }).fill('500');
    await page.getByRole('button', { name: 'Comparer les offres' }).click();
    const offer = page.getByRole('button', { name: 'Choisir Devisia' });
    await expect(offer).toBeInViewport();
    // the form below the offers, which asks for one too, may be there or on its way
    const letter = page.getByRole('region', { name: 'Vous partez plus tard ?' });
    await letter.getByLabel('Votre adresse e-mail').fill(address);
    await letter.getByRole('button', { name: "S'inscrire" }).click();
    await expect(page.getByText('Thank you')).toBeInViewport();
    await expect(offer).toBeAttached();
    await expect(page.getByText('Thank you')).toBeInViewport();
    await expect(page.getByRole('status').filter({ hasText: 'Thank you' })).toContainText(
      'un e-mail part vers elle',
    );
  });
  const mail = await mailTo(address);
  const links = linksIn(mail);
  expect(mail.html).toContain(links.confirm);

  // following the link changes nothing: mail scanners do
  await page.goto(links.confirm);
  await expect(heading(page, 'Confirmez votre inscription')).toBeVisible();
  expect(await rowOf(db, address)).toEqual({ confirmed: false });
  await confirm(page).click();
  await expect(heading(page, 'Votre inscription est confirmée')).toBeFocused();
  expect(await rowOf(db, address)).toEqual({ confirmed: true });
  await page.reload();
  await confirm(page).click();
  await expect(heading(page, 'Votre inscription était déjà confirmée')).toBeFocused();

  await page.goto(links.leave);
  await expect(heading(page, 'Quitter la lettre de Parité')).toBeVisible();
  expect(await rowOf(db, address)).toEqual({ confirmed: true });
  await leave(page).click();
  await expect(heading(page, 'Votre désinscription est faite')).toBeFocused();
  expect(await rowOf(db, address)).toBeNull();
  await page.reload();
  await leave(page).click();
  await expect(heading(page, 'Votre adresse était déjà effacée')).toBeFocused();
});

test('a link that is over or cut short, an answer that does not come, and what axe finds there', async ({
  page,
  db,
  expectedProblems,
}) => {
  expectedProblems.push(/status of 4(04|10)/, /net::ERR_INTERNET_DISCONNECTED|status of 503/);
  await test.step('a link that is over, cut short or forged says so', async () => {
    const { address, confirm: link } = await linksOf(page);
    await db.query('DELETE FROM subscriptions WHERE email = $1', [address]);
    await page.goto(link);
    await confirm(page).click();
    await expect(heading(page, 'Ce lien n’est plus valable')).toBeFocused();
    await page.goto(link.slice(0, -10));
    await confirm(page).click();
    await expect(heading(page, 'Ce lien n’est pas complet')).toBeFocused();
    await page.goto('/#/lettre/desinscription?token=1.2.x');
    await expect(heading(page, 'Quitter la lettre de Parité')).toBeVisible();
    await auditBothWidths(page);
    await page.goto('/#/lettre/desinscription');
    await expect(heading(page, 'Ce lien n’est pas complet')).toBeVisible();
    await auditBothWidths(page);
    await page.getByRole('link', { name: 'Comparer les bureaux de change' }).click();
    await expect(page).toHaveURL(/#\/$/);
  });
  await test.step('without an answer the page says so, and the button tries again', async () => {
    const { address, confirm: link } = await linksOf(page);
    const call = '**/api/public/newsletter/confirm*';
    await page.goto(link);
    await page.route(call, (route) => route.abort('internetdisconnected'));
    await confirm(page).click();
    await expect(page.getByRole('alert')).toContainText('Votre demande n’est pas arrivée');
    await page.unroute(call);
    await page.route(call, (route) =>
      route.fulfill({ status: 503, json: { message: 'Le service revient bientôt.', code: 'database_away' } }),
    );
    await page.getByRole('button', { name: 'Réessayer' }).click();
    await expect(page.getByRole('alert')).toContainText('Le service revient bientôt.');
    await expectAccessible(page);
    await page.unroute(call);
    await page.getByRole('button', { name: 'Réessayer' }).click();
    await expect(heading(page, 'Votre inscription est confirmée')).toBeFocused();
    expect(await rowOf(db, address)).toEqual({ confirmed: true });
  });
});
