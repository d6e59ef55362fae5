// Duration: every address of the site opened, and loads that fail or wait.
import type { Page, Request } from '@playwright/test';
import { expectAccessible } from '../audit.ts';
import {
  compare,
  expect,
  expectHouseLook,
  expectWhole,
  offered,
  offerRows,
  openLanding,
  test,
} from '../fixtures.ts';

const ARTICLES = '**/api/public/blog/articles';
const HOME_TITLE = 'Parité : le juste taux, avant de partir';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const footerLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Pied de page' }).getByRole('link', { name });
const modal = (page: Page) => page.getByRole('alertdialog');

/** Types an address as a person does in the bar of the browser. */
const typeAddress = (page: Page, hash: string) => page.evaluate(`location.hash = ${JSON.stringify(hash)}`);

test('any other address leads to the landing page', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/#/fixings');
  await expect(offered(page)).toBeVisible();
  await expect(page).toHaveURL(/\/#\/$/);
  await test.step('typed on a page', async () => {
    await footerLink(page, 'Blog').click();
    await expect(heading(page, 'Le blog de Parité')).toBeVisible();
    for (const path of [
      'profil',
      'login',
      'sittings',
      'blog/view',
      'blog/x',
      'n-importe-quoi',
      'reservations',
    ]) {
      await typeAddress(page, `#/${path}`);
      await expect(offered(page)).toBeVisible();
      await expect(page).toHaveURL(/\/#\/$/);
    }
  });
});

test('a path that one knows leads to its page, and what crawlers ask for is there', {
  tag: '@desktop',
}, async ({ page, expectedProblems, request }) => {
  expectedProblems.push(/status of 404/);
  await test.step('paths', async () => {
    await page.goto('/blog');
    await expect(heading(page, 'Le blog de Parité')).toBeVisible();
    expect((await page.goto('/tarifs'))?.status()).toBe(404);
    await expect(heading(page, 'Cette page n’existe pas')).toBeVisible();
    await expectHouseLook(page);
    await expectAccessible(page);
    const menu = page.getByRole('navigation', { name: 'Principale' });
    for (const nav of [menu, page.getByRole('navigation', { name: 'Pied de page' })])
      await expect(nav.getByRole('link', { name: 'Mes voyages' })).toBeVisible();
    await page.setViewportSize({ width: 360, height: 740 });
    await expect(menu).toBeHidden();
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect(menu.getByRole('link', { name: 'Devises' })).toBeInViewport();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Comparer les bureaux' }).click();
    await expect(offered(page)).toBeVisible();
  });
  await test.step('what links and crawlers ask for', async () => {
    await openLanding(page);
    const picture = await page.locator('meta[property="og:image"]').getAttribute('content');
    for (const [url, type] of [
      [picture ?? '', 'image/png'],
      ['/favicon.ico', /icon/],
      ['/robots.txt', /^text\/plain/],
    ] as const) {
      const answer = await request.get(url);
      expect(answer.status(), url).toBe(200);
      expect(answer.headers()['content-type'], url).toMatch(type);
    }
    expect(picture).toMatch(/^http:\/\/localhost/);
  });
});

test('back and a typed address stay where one was too, when the load fails', { tag: '@desktop' }, async ({
  page,
  expectedProblems,
}) => {
  expectedProblems.push(/net::ERR_INTERNET_DISCONNECTED/);
  await page.goto('/#/blog');
  await expectWhole(page);
  await expect(heading(page, 'Le blog de Parité')).toBeVisible();
  await page.getByRole('link', { name: 'Le taux intermédiaire' }).click();
  await expect(heading(page, 'Le taux intermédiaire')).toBeFocused();
  await page.evaluate('scrollTo(0, 400)');

  await page.route(ARTICLES, (route) => route.abort('internetdisconnected'));
  await page.evaluate('history.back()');
  await expect(modal(page)).toContainText("Vous n'êtes pas connecté à internet");
  await modal(page).getByRole('button', { name: 'OK' }).click();
  await expect(page).toHaveURL(/#\/blog\/view\/taux-intermediaire$/);
  await expect(heading(page, 'Le taux intermédiaire')).toBeVisible();
  expect(await page.evaluate('scrollY')).toBe(400);

  await typeAddress(page, '#/blog?theme=Frais');
  await expect(modal(page)).toContainText("Vous n'êtes pas connecté à internet");
  await modal(page).getByRole('button', { name: 'OK' }).click();
  await expect(page).toHaveURL(/#\/blog\/view\/taux-intermediaire$/);

  await page.unroute(ARTICLES);
  await page.evaluate('history.back()');
  await expect(heading(page, 'Le blog de Parité')).toBeFocused();
});

test('title, focus and scroll are those of the new page, the demo link leads on, and no call has a user', {
  tag: '@phone',
}, async ({ page }) => {
  const calls: Request[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) calls.push(request);
  });
  await test.step('back finds the old ones', async () => {
    await openLanding(page);
    await expect(page).toHaveTitle(HOME_TITLE);
    await footerLink(page, 'Blog').click();
    await expect(heading(page, 'Le blog de Parité')).toBeFocused();
    await expect(page).toHaveTitle('Blog · Parité');
    expect(await page.evaluate('scrollY')).toBe(0);

    const last = page.getByRole('article').last().getByRole('link');
    await last.scrollIntoViewIfNeeded();
    const y = await page.evaluate<number>('scrollY');
    expect(y).toBeGreaterThan(300);
    await last.click();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expect(page).toHaveTitle(/terminal.* · Parité$/i);
    expect(await page.evaluate('scrollY')).toBe(0);

    await page.goBack();
    await expect(heading(page, 'Le blog de Parité')).toBeFocused();
    await expect.poll(() => page.evaluate('scrollY')).toBe(y);
    await page.goBack();
    await expect(page).toHaveTitle(HOME_TITLE);
    await expect(offered(page)).toBeVisible();
  });
  await test.step('the demo link, from any page', async () => {
    await page.goto('/#/blog/view/taux-intermediaire');
    await expectWhole(page);
    await page.getByRole('link', { name: 'Réserver une démo' }).click();
    await expect(page.getByRole('form', { name: 'Comparateur' })).toBeFocused();
    await expect(page.getByRole('form', { name: 'Comparateur' })).toBeInViewport();
    await expect(page).toHaveURL(/\/#\/$/);
    // on the landing page itself, from its end
    await footerLink(page, 'Blog').focus();
    await page.getByRole('link', { name: 'Réserver une démo' }).click();
    await expect(page.getByRole('form', { name: 'Comparateur' })).toBeFocused();
  });
  await test.step('public pages fetch no user, and every call states that there is none', async () => {
    await offered(page).fill('500');
    await compare(page);
    await expect(offerRows(page).first()).toBeVisible();
    const users = await Promise.all(
      calls.map(async (request) => [new URL(request.url()).pathname, await request.headerValue('user')]),
    );
    expect(users.length).toBeGreaterThan(2);
    expect(users.filter(([path, user]) => user !== 'null' || path === '/api/me')).toEqual([]);
  });
});

test('a page shows once its data is there; without a network a link shows the modal, and the page stays', {
  tag: '@phone',
}, async ({ page, expectedProblems }) => {
  expectedProblems.push(/net::ERR_INTERNET_DISCONNECTED/, /net::ERR_FAILED/, /status of 503/);
  await test.step('a first page can be asked for again', async () => {
    await page.route(ARTICLES, (route) => route.abort('internetdisconnected'));
    await page.goto('/#/blog');
    await expect(page.getByRole('alert')).toContainText("Vous n'êtes pas connecté à internet");
    await expect(modal(page)).toHaveCount(0);
    await page.unroute(ARTICLES);
    await page.getByRole('button', { name: 'Réessayer' }).click();
    await expect(heading(page, 'Le blog de Parité')).toBeVisible();
  });
  await openLanding(page);
  await test.step('with the loader on', async () => {
    const held = Promise.withResolvers<void>();
    await page.route(ARTICLES, async (route) => {
      await held.promise;
      await route.continue();
    });
    await footerLink(page, 'Blog').click();
    await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'true');
    await expect(offered(page)).toBeVisible();
    await expect(heading(page, 'Le blog de Parité')).toHaveCount(0);
    held.resolve();
    await expect(heading(page, 'Le blog de Parité')).toBeVisible();
    await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'false');
  });
  await test.step('what the server refuses is said under its status', async () => {
    await page.unroute(ARTICLES);
    await page.goBack();
    await expect(offered(page)).toBeVisible();
    await page.route(ARTICLES, (route) =>
      route.fulfill({
        status: 503,
        json: { message: 'Les articles reviennent bientôt.', code: 'unavailable' },
      }),
    );
    await footerLink(page, 'Blog').click();
    await expect(modal(page).getByRole('heading', { name: 'ERREUR (503)' })).toBeVisible();
    await expect(modal(page)).toContainText('Les articles reviennent bientôt.');
    await page.keyboard.press('Escape');
    await expect(modal(page)).toBeHidden();
    await expect(offered(page)).toBeVisible();
    await page.unroute(ARTICLES);
  });
  await test.step('a page whose code does not come', async () => {
    await page.route('**/assets/LegalPages-*.js', (route) => route.abort());
    await footerLink(page, 'Mentions légales').click();
    await expect(modal(page).getByRole('heading', { name: 'ERREUR DE CONNEXION' })).toBeVisible();
    await modal(page).getByRole('button', { name: 'OK' }).click();
    await expect(offered(page)).toBeVisible();
  });
  await test.step('a page whose data does not come', async () => {
    await offered(page).fill('500');
    await page.route(ARTICLES, (route) => route.abort('internetdisconnected'));
    const link = footerLink(page, 'Blog');
    await link.click();
    await expect(modal(page).getByRole('heading', { name: 'ERREUR DE CONNEXION' })).toBeVisible();
    await expect(modal(page)).toContainText("Vous n'êtes pas connecté à internet");
    await expectAccessible(page);
    // the focus stays in the modal, and goes back to where it was
    await expect(modal(page).getByRole('button', { name: 'OK' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(modal(page).locator(':focus')).toHaveCount(1);
    await modal(page).getByRole('button', { name: 'OK' }).click();
    await expect(modal(page)).toBeHidden();
    await expect(link).toBeFocused();
    await expect(page).toHaveURL(/\/(#\/)?$/);
    await expect(offered(page)).toHaveValue('500,00');
    await page.unroute(ARTICLES);
    await link.click();
    await expect(heading(page, 'Le blog de Parité')).toBeFocused();
    await page.goBack();
    await expect(offered(page)).toBeVisible();
  });
});
