// Duration: waits of a network that is lost or slow, as long as a person meets them.
import type { Page } from '@playwright/test';
import { expectAccessible } from '../audit.ts';
import {
  compare,
  expect,
  expectWhole,
  offered,
  offerRows,
  openLanding,
  test,
  wishedCurrency,
} from '../fixtures.ts';

const OFFERS = '**/api/public/offers';

test('what does not come is said and asked for again, and a comparison that lasts, is given up or refused', async ({
  page,
  expectedProblems,
}) => {
  expectedProblems.push(/net::ERR_(FAILED|INTERNET_DISCONNECTED)/, /status of (400|504)/);
  await test.step('a list of currencies that does not come is said, and can be asked for again', async () => {
    const picker = '**/assets/CurrencyPicker-*';
    await page.route(picker, (route) => route.abort());
    await openLanding(page);
    await wishedCurrency(page).click();
    await expect(page.getByRole('alert')).toContainText('La liste des devises n’a pas pu être chargée');
    await page.unroute(picker);
    await wishedCurrency(page).click();
    // its styles too, which had failed with it
    await expect(page.getByRole('option').first()).toHaveCSS('display', 'flex');
    await expect(page.getByRole('alert')).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('listbox')).toBeHidden();
  });
  await test.step('on a wide window it reads in one column with its picture', async () => {
    const size = page.viewportSize();
    await page.setViewportSize({ width: 1440, height: 900 });
    await offered(page).fill('500');
    await page.route(OFFERS, (route) => route.abort('internetdisconnected'));
    await compare(page);
    const alert = page.getByRole('alert');
    await expect(alert).toBeVisible();
    await expect(alert.locator('img').first()).toBeVisible();
    const lefts = await alert
      .locator('> :not(img)')
      .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().left));
    expect(lefts).toHaveLength(4);
    expect(new Set(lefts).size).toBe(1);
    if (size) await page.setViewportSize(size);
  });
  await test.step('it says so and tries again', async () => {
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('Les offres n’ont pas pu être comparées');
    await expect(alert).toContainText("Vous n'êtes pas connecté à internet");
    await expect(alert).toBeInViewport();
    await page.unroute(OFFERS);
    await alert.getByRole('button', { name: 'Réessayer' }).click();
    await expect(offerRows(page).first()).toBeVisible();
    await expect(alert).toBeHidden();
  });
  await test.step('the loader shows around a request that lasts', async () => {
    await offered(page).fill('700');
    const held = Promise.withResolvers<void>();
    await page.route(OFFERS, async (route) => {
      await held.promise;
      await route.continue();
    });
    await compare(page);
    await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'true');
    await expect(page.getByRole('heading', { name: 'Comparaison pour € 700' })).toBeInViewport();
    held.resolve();
    await expect(offerRows(page).first()).toBeVisible();
    await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'false');
  });
  await test.step('what a proxy gave up is sent once more, and shown', async () => {
    await page.unroute(OFFERS);
    await offered(page).fill('600');
    let given = 0;
    await page.route(OFFERS, (route) => {
      given += 1;
      return given === 1 ? route.fulfill({ status: 504, json: { code: 'no_answer' } }) : route.continue();
    });
    await compare(page);
    await expect(page.getByRole('heading', { name: 'bureaux pour € 600' })).toBeVisible();
    expect(given).toBe(2);
  });
  await test.step('a refusal in its own words, with no way to be refused again', async () => {
    await page.unroute(OFFERS);
    // over the limit of contract 3, which the page knows: the rate may have changed since
    await page.route(OFFERS, (route) =>
      route.continue({ postData: route.request().postData()?.replace('500', '10000001') ?? '' }),
    );
    await offered(page).fill('500');
    const refusal = page.waitForResponse(OFFERS);
    await compare(page);
    const { message } = await (await refusal).json();
    expect(message.length).toBeGreaterThan(10);
    await expect(page.getByRole('alert')).toContainText(message);
    await expect(page.getByRole('button', { name: 'Réessayer' })).toHaveCount(0);
    await page.getByRole('link', { name: 'Changer de montant ou de devise' }).click();
    await expect(page.getByRole('form', { name: 'Comparateur' })).toBeFocused();
  });
});

test('while there are too many, the page tries again by itself, and at once when the network is back', {
  tag: '@phone',
}, async ({ page, expectedProblems }) => {
  expectedProblems.push(/status of 503/, /net::ERR_INTERNET_DISCONNECTED/);
  await page.clock.install();
  await openLanding(page);
  await offered(page).fill('500');
  const json = { message: 'Le service est momentanément indisponible.', code: 'database_away' };
  await page.route(OFFERS, (route) => route.fulfill({ status: 503, json }));
  await compare(page);
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('La page réessaie d’elle-même.');
  await page.unroute(OFFERS);
  await page.clock.fastForward(10_000);
  await expect(offerRows(page).first()).toBeVisible();

  await page.route(OFFERS, (route) => route.abort('internetdisconnected'));
  await offered(page).fill('600');
  await compare(page);
  await expect(alert).toContainText("Vous n'êtes pas connecté à internet");
  await page.unroute(OFFERS);
  await page.evaluate(`dispatchEvent(new Event('online'))`);
  await expect(offerRows(page).first()).toBeVisible();
});

test('currencies that do not come on the way to the landing page can be asked for again', async ({
  page,
  expectedProblems,
}) => {
  expectedProblems.push(/net::ERR_INTERNET_DISCONNECTED/);
  await page.goto('/#/blog');
  await expectWhole(page);
  await page.route('**/api/public/currencies', (route) => route.abort('internetdisconnected'));
  const home = page.getByRole('banner').getByRole('link', { name: /accueil/ });
  await home.click();
  const modal = page.getByRole('alertdialog');
  await expect(modal).toContainText("Vous n'êtes pas connecté à internet");
  await page.unroute('**/api/public/currencies');
  await modal.getByRole('button', { name: 'OK' }).click();
  await home.click();
  await expect(offered(page)).toBeVisible();
});

/** Goes to another page as nobody has touched this one. */
const goToBlog = (page: Page) => page.evaluate(`location.hash = '#/blog'`);

test('a page at rest has what says that the network is lost, and what shows offers', async ({
  page,
  context,
  expectedProblems,
}) => {
  expectedProblems.push(/net::ERR_INTERNET_DISCONNECTED/);
  const there = ['ModalHost', 'SearchOutcome'].map((part) =>
    page.waitForEvent('requestfinished', (request) => request.url().includes(`/assets/${part}-`)),
  );
  await openLanding(page);
  await Promise.all(there);
  await context.setOffline(true);
  await goToBlog(page);
  await expect(page.getByRole('alertdialog')).toContainText("Vous n'êtes pas connecté à internet");
});

test('lost before that, it is said on the page, not by the browser', async ({
  page,
  context,
  expectedProblems,
}) => {
  expectedProblems.push(/net::ERR_(INTERNET_DISCONNECTED|FAILED)/);
  await page.route('**/assets/ModalHost-*', (route) => route.abort());
  await openLanding(page);
  await context.setOffline(true);
  await goToBlog(page);
  const said = page.getByRole('alert').filter({ hasText: "Vous n'êtes pas connecté à internet" });
  await expect(said).toBeVisible();
  await expectAccessible(page);
  await said.getByRole('button', { name: 'OK' }).click();
  await expect(said).toHaveCount(0);
  await context.setOffline(false);
  await goToBlog(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Le blog de Parité' })).toBeVisible();
});
