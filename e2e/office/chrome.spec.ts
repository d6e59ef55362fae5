// Duration: header, menu and every page of it in two widths, by axe, too.
import type { Locator } from '@playwright/test';
import sharp from 'sharp';
import { expectAccessible } from '../audit.ts';
import { admit, COUNTER_SCOPES, fixDollar, Traveller } from './bookings.ts';
import { expect, goTo, menu, purchaseOf, test, unfoldMenu, visit } from './office.ts';

const ENTRIES = ['Tableau de Bord', 'Commandes', 'Reservations', 'Clients', 'Taux de change', 'Agences'];

test('the chrome of the back-office: header, skip link, menu and placeholders', {
  tag: '@desktop',
}, async ({ page, open, enter, expectedProblems }) => {
  await test.step('the header shows the page, the day and the user', async () => {
    const { name, mail } = await open({ img: 'agent-1' });
    await page.clock.setFixedTime('2026-11-22T12:00:00Z');
    await enter(mail, '/profil');
    const header = page.getByRole('banner');
    await expect(header).toContainText('22/11/2026');
    await expect(header).toContainText(`${name} Dupont`);
    const photo = header.locator('img');
    await expect(photo).toHaveAttribute('src', '/images/users/agent-1.png');
    await expect.poll(() => photo.evaluate((image) => Reflect.get(image, 'naturalWidth'))).toBeGreaterThan(0);
  });
  await test.step('a skip link under the fictional data banner leads past the menu', async () => {
    await enter((await open({ sheet: ['USD'] })).mail);
    await expect(page.getByRole('complementary', { name: 'Démonstration' })).toHaveText(
      'Démonstration : bureaux fictifs',
    );
    const skip = page.getByRole('link', { name: 'Aller au contenu' });
    await skip.focus();
    await expect(skip).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await expect(page).toHaveURL(/#\/fixings$/);
  });
  await test.step('the menu has its entries with their badges, and each leads to its page', async () => {
    await enter((await open({ sheet: ['USD'] })).mail, '/profil');
    await unfoldMenu(page);
    await expect(menu(page).getByRole('heading', { name: 'Rubriques' })).toBeVisible();
    await expect(menu(page).getByRole('link')).toHaveText([
      /^Tableau de Bord\s*8\s*notifications$/,
      ...ENTRIES.slice(1).map((entry) => new RegExp(`^${entry}\\s*0\\s*notification$`)),
      'Administration',
    ]);
    for (const entry of [...ENTRIES, 'Administration']) {
      await goTo(page, entry);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(entry);
      await expect(page).toHaveTitle(`${entry} · Parité`);
      await unfoldMenu(page);
      await expect(menu(page).locator('[aria-current="page"]')).toContainText(entry);
    }
    await page.getByRole('link', { name: 'Parité accueil' }).click();
    await expect(page).toHaveURL(/#\/fixings$/);
  });
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) asked.push(pathname);
  });
  await test.step('placeholders show their picture', async () => {
    await visit(page, '/profil');
    for (const path of ['dashbord', 'orders', 'reservations', 'clients', 'profil']) {
      asked.length = 0;
      await visit(page, `/${path}`);
      const pictures = page.getByRole('main').locator('img');
      // the profile's is at the foot of what is real
      const [picture, heading] =
        path === 'profil'
          ? [pictures.last(), 'Vos coordonnées']
          : [pictures.first(), 'Bientôt dans votre espace'];
      await expect(page.getByRole('heading', { name: heading })).toBeVisible();
      await expect(picture).toHaveAttribute('src', new RegExp(path));
      await expect
        .poll(() => picture.evaluate((image) => Reflect.get(image, 'naturalWidth')))
        .toBeGreaterThan(0);
      if (path === 'profil') {
        expect((await picture.boundingBox())?.height).toBe(160);
        expect(await brightnessOf(picture)).toBeGreaterThan(150);
        await page.emulateMedia({ colorScheme: 'dark' });
        await expect.poll(() => brightnessOf(picture)).toBeLessThan(100);
        await page.emulateMedia({ colorScheme: null });
      } else {
        await expect(page.getByText('dès que Parité admet votre bureau à la bêta')).toBeVisible();
        expect(asked, path).toEqual(['/api/me']);
      }
    }
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Profil');
  });
  await test.step('a placeholder makes no call but the one for the user, nor does one that is opened first', async () => {
    await page.goto('about:blank');
    asked.length = 0;
    await page.goto('/#/clients');
    await expect(page.getByRole('heading', { name: 'Bientôt dans votre espace' })).toBeVisible();
    await visit(page, '/orders');
    expect(asked).toEqual(['/api/me', '/api/me']);
  });
  await test.step('a missing photo is replaced by the default image', async () => {
    expectedProblems.push(/status of 404/);
    const { mail } = await open({ img: 'personne' });
    await enter(mail, '/clients');
    await expect(page.getByRole('banner').locator('img')).toHaveAttribute('src', '/images/users/default.png');
  });
});

test('on a phone the menu folds away, and shows what the user may see', { tag: '@phone' }, async ({
  page,
  open,
  enter,
}) => {
  await test.step('without the scope no photo', async () => {
    const { mail } = await open({ img: 'agent-1', scopes: ['fixings.list.me'] });
    await enter(mail, '/sittings');
    await expect(page.getByRole('banner').locator('img')).toHaveCount(0);
    await unfoldMenu(page);
    await expect(menu(page).getByRole('link')).toHaveText([/^Taux de change/]);
  });
  await test.step('the menu folds away', async () => {
    await enter((await open()).mail, '/profil');
    const toggle = page.getByRole('button', { name: 'Menu' });
    await expect(toggle).toHaveAttribute('aria-expanded', 'false');
    await expect(menu(page)).toBeHidden();
    await toggle.click();
    await expect(toggle).toHaveAttribute('aria-expanded', 'true');
    await expect(menu(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menu(page)).toBeHidden();
    await toggle.click();
    await menu(page).getByRole('link', { name: 'Clients' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Clients');
    await expect(menu(page)).toBeHidden();
  });
});

test('Ctrl K leads to a page, a currency, an order and a client', { tag: '@desktop' }, async ({
  page,
  db,
  open,
  enter,
}) => {
  const agent = await open({ scopes: COUNTER_SCOPES, sheet: ['USD', 'MXN'] });
  await admit(db, agent);
  await fixDollar(db, agent);
  const mail = `lea-${agent.name.toLowerCase()}@exemple.fr`;
  const traveller = await Traveller.signIn(db, mail, 'Léa');
  const { number } = await traveller.reserve(db, agent, 200);
  await traveller.close();
  await enter(agent.mail, '/profil');
  const field = page.getByRole('combobox', { name: 'Page, devise, commande ou client' });
  const jump = async (text: string, place: RegExp, keys = 'Control+k') => {
    await page.keyboard.press(keys);
    await expect(field).toBeFocused();
    await field.fill(text);
    await expect(page.getByRole('option', { name: place }).first()).toBeVisible();
    while (!place.test((await page.getByRole('option', { selected: true }).textContent()) ?? '')) {
      await page.keyboard.press('ArrowDown');
    }
    await page.keyboard.press('Enter');
    await expect(field).toHaveCount(0);
  };
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('option', { name: /Commandes/ })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await jump('stocks', /Stocks/);
  await expect(page.getByRole('heading', { level: 1, name: 'Stocks' })).toBeVisible();
  await jump('marges', /Marges/, 'Meta+k');
  await expect(page.getByRole('heading', { level: 1, name: 'Marges' })).toBeVisible();
  await jump('mexique', /MXN/);
  await expect(purchaseOf(page, 'MXN')).toBeFocused();
  await jump(number, /^Commande/);
  await expect(page).toHaveURL(/#\/orders\?etat=all&recherche=/);
  await expect(page.getByText('Léa').first()).toBeVisible();
  await jump(mail, /^Client/);
  await expect(page).toHaveURL(/#\/clients\?recherche=/);
});

/** Average of what an image shows, 0 (black) to 255. */
async function brightnessOf(image: Locator): Promise<number> {
  const { channels } = await sharp(await image.screenshot()).stats();
  return channels.slice(0, 3).reduce((sum, { mean }) => sum + mean / 3, 0);
}
