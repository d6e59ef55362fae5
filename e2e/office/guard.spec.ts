import type { Request } from '@playwright/test';
import { answer, expect, goTo, linkOf, menu, modal, purchaseOf, test, unfoldMenu } from './office.ts';

const PAGES = ['/fixings', '/sittings', '/dashbord', '/orders', '/reservations', '/clients', '/profil'];

test('without a session every page leads to login, and a section without its scope is not shown', async ({
  page,
  open,
  db,
}) => {
  await test.step('neither the login nor a password’s page fetches the user', async () => {
    const asked: string[] = [];
    const listen = (request: Request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/api/')) asked.push(pathname);
    };
    page.on('request', listen);
    for (const [address, title] of [
      ['/#/login', 'Espace des bureaux'],
      ['/#/password', 'Il manque le lien'],
      [await linkOf(db, await open()), 'Créez votre mot de passe'],
    ] as const) {
      await page.goto('about:blank');
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    }
    expect(asked).toEqual(['/api/iam/users/password-link']);
    page.off('request', listen);
  });
  await test.step('without a session', async () => {
    for (const path of [...PAGES, '/', '/blog']) {
      await page.goto(`/#${path}`);
      await expect(page).toHaveURL(/#\/login$/);
    }
  });
  await test.step('without the scope', async () => {
    const { mail } = await open({ scopes: ['orders.list.me'] });
    await page.goto('/#/login');
    await page.getByLabel('Nom d’utilisateur').fill(mail);
    await page.getByLabel('Mot de passe', { exact: true }).fill('parite-demo-2026');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Vous n’avez pas accès à cette rubrique' })).toBeVisible();
    await unfoldMenu(page);
    await expect(menu(page).getByRole('link')).toHaveText([/^Commandes/]);
    await page.goto('/#/sittings');
    await expect(page.getByRole('heading', { name: 'Vous n’avez pas accès à cette rubrique' })).toBeVisible();
  });
});

test('public and unknown addresses lead to the rates, and the current user is fetched before each page', async ({
  page,
  open,
  enter,
  db,
}) => {
  const account = await open({ sheet: ['USD'] });
  await enter(account.mail, '/clients');
  await test.step('the current user goes with every call', async () => {
    const [me, currencies] = await Promise.all([
      page.waitForRequest('**/api/me'),
      page.waitForRequest('**/api/fixings/currencies'),
      goTo(page, 'Administration'),
    ]);
    for (const request of [me, currencies]) {
      const user = JSON.parse(decodeURIComponent((await request.headerValue('user')) ?? ''));
      expect(user).toMatchObject({ id: account.id, name: account.name });
    }
  });
  await test.step('addresses', async () => {
    for (const path of ['/', '/blog', '/blog/view/1', '/nulle-part']) {
      await page.goto(`/#${path}`);
      await expect(page).toHaveURL(/#\/fixings$/);
    }
  });
  await test.step('an expired session leads to the login on the next page', async () => {
    await expect(purchaseOf(page, 'USD')).toBeVisible();
    await db.query('DELETE FROM sessions WHERE user_id = $1', [account.id]);
    // a late call of the former page may have found it gone before
    await expect(async () => {
      if (!/#\/login$/.test(page.url())) {
        await unfoldMenu(page);
        await menu(page).getByRole('link', { name: 'Commandes' }).click({ timeout: 5_000 });
      }
      await expect(page).toHaveURL(/#\/login$/, { timeout: 5_000 });
    }).toPass();
    await expect(modal(page)).toBeHidden();
  });
});

test('a failure other than 401 shows its modal and blocks the page', async ({
  page,
  open,
  expectedProblems,
  enter,
}) => {
  expectedProblems.push(/status of 503/, /status of 500/, /ERR_/);
  const title = page.getByRole('heading', { level: 1 });
  await enter((await open({ sheet: ['USD'] })).mail, '/clients');
  // a page to stay on
  await expect(title).toHaveText('Clients');
  await test.step('the user', async () => {
    await page.route('**/api/me', (route) =>
      route.fulfill({ status: 503, json: { message: 'Le service est momentanément indisponible.' } }),
    );
    await goTo(page, 'Commandes');
    await answer(page, ['ERREUR (503)', 'Le service est momentanément indisponible.'], 'OK');
    await expect(page).toHaveURL(/#\/clients$/);
    await expect(title).toHaveText('Clients');
    await page.unroute('**/api/me');
    await goTo(page, 'Commandes');
    await expect(title).toHaveText('Commandes');
    await goTo(page, 'Clients');
    await expect(title).toHaveText('Clients');
  });
  await test.step('the data of the page, also without a network', async () => {
    await page.route('**/api/fixings/currencies', (route) =>
      route.fulfill({ status: 500, json: { message: 'Une erreur est survenue de notre côté.' } }),
    );
    await goTo(page, 'Administration');
    await answer(page, ['ERREUR (500)', 'Une erreur est survenue de notre côté.'], 'OK');
    await page.unroute('**/api/fixings/currencies');
    await page.context().setOffline(true);
    await goTo(page, 'Administration');
    await answer(page, ['ERREUR DE CONNEXION', "Vous n'êtes pas connecté à internet"], 'OK');
    await expect(page).toHaveURL(/#\/clients$/);
    await page.context().setOffline(false);
    await goTo(page, 'Administration');
    await expect(title).toHaveText('Administration');
  });
  await test.step('a first page, which can be retried', async () => {
    await page.goto('about:blank');
    await page.route('**/api/me', (route) =>
      route.fulfill({ status: 503, json: { message: 'Le service est momentanément indisponible.' } }),
    );
    await page.goto('/#/fixings');
    await answer(page, ['ERREUR (503)'], 'OK');
    await expect(page.getByRole('heading', { name: 'La page n’a pas pu être affichée' })).toBeVisible();
    await page.unroute('**/api/me');
    await page.getByRole('button', { name: 'Réessayer' }).click();
    await expect(purchaseOf(page, 'USD')).toBeVisible();
  });
  await test.step('a session that ends before the data of a page leads to the login, without a modal', async () => {
    await goTo(page, 'Clients');
    await expect(title).toHaveText('Clients');
    await page.route('**/api/fixings/currencies', (route) =>
      route.fulfill({ status: 401, json: { message: 'Connectez-vous pour continuer.', code: 'no_session' } }),
    );
    await goTo(page, 'Administration');
    await expect(page).toHaveURL(/#\/login$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Espace des bureaux' })).toBeVisible();
    await expect(modal(page)).toBeHidden();
  });
});
