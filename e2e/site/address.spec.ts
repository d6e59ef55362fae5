import type { Page } from '@playwright/test';
import {
  chooseCurrency,
  compare,
  expect,
  expectWhole,
  offered,
  offeredCurrency,
  openLanding,
  test,
  wished,
  wishedCurrency,
} from '../fixtures.ts';

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });

test('each search is one entry of the history, and back finds the one before', { tag: '@phone' }, async ({
  page,
}) => {
  await openLanding(page);
  const before = await page.evaluate<number>('history.length');
  await offered(page).fill('500');
  await compare(page);
  await expect(heading(page, 'bureaux pour € 500')).toBeVisible();
  await expect(page).toHaveURL(/#\/\?offre=500&de=EUR&vers=USD$/);
  // the same again is no other entry
  await compare(page);
  await wished(page).fill('300,5');
  await compare(page);
  await expect(heading(page, 'Pour recevoir $ 300,50')).toBeVisible();
  await expect(page).toHaveURL(/#\/\?cible=300\.5&de=EUR&vers=USD$/);
  await chooseCurrency(page, 'wish', 'CHF');
  await offered(page).fill('80');
  await compare(page);
  await expect(heading(page, 'bureaux pour € 80')).toBeVisible();
  expect(await page.evaluate<number>('history.length')).toBe(before + 3);

  await page.goBack();
  await expect(heading(page, 'Pour recevoir $ 300,50')).toBeVisible();
  await expect(wishedCurrency(page)).toHaveText('USD');
  await expect(wished(page)).toHaveValue('300,50');
  await page.goBack();
  await expect(heading(page, 'bureaux pour € 500')).toBeVisible();
  await page.goBack();
  await expect(heading(page, /bureaux pour/)).toHaveCount(0);
  await page.goForward();
  await expect(heading(page, 'bureaux pour € 500')).toBeVisible();
});

test('an address opens its comparison, and is shared', { tag: '@phone' }, async ({ page, context }) => {
  // first of all: a tab that has compared remembers that comparison
  await test.step('an address that says no comparison opens the page alone', async () => {
    let requests = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/api/public/offers')) requests += 1;
    });
    for (const query of [
      'offre=abc&de=EUR&vers=USD',
      'offre=5&de=EUR&vers=XXX',
      'offre=10000001&de=EUR&vers=USD',
    ]) {
      await page.goto(`/#/?${query}`);
      await expectWhole(page);
      await expect(offered(page)).toBeVisible();
      await page.goto('about:blank');
    }
    expect(requests).toBe(0);
  });
  await test.step('an address opens its comparison', async () => {
    await page.goto('/#/?offre=500&de=EUR&vers=GBP');
    await expect(heading(page, 'bureaux pour € 500')).toBeInViewport();
    await expect(offered(page)).toHaveValue('500,00');
    await expect(wishedCurrency(page)).toHaveText('GBP');
    await page.goto('/#/?cible=300&de=USD&vers=EUR');
    await expect(heading(page, 'Pour recevoir € 300')).toBeInViewport();
    await expect(offeredCurrency(page)).toHaveText('USD');
    await expect(wished(page)).toHaveValue('300,00');
  });
  await test.step('the sheet of a phone, or a copy where there is none', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.addInitScript('delete Navigator.prototype.share');
    await page.goto('about:blank');
    await page.goto('/#/?offre=500&de=EUR&vers=USD');
    const menu = page.getByRole('button', { name: 'Partager ou imprimer' });
    await menu.click();
    await page.getByRole('button', { name: 'Partager', exact: true }).click();
    await expect(page.getByText('Adresse copiée.')).toBeVisible();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(copied).toMatch(/^http:\/\/localhost:\d+\/#\/\?offre=500&de=EUR&vers=USD$/);
    const tab = await context.newPage();
    await tab.goto(copied);
    await expect(heading(tab, 'bureaux pour € 500')).toBeVisible();
    await tab.close();

    // another comparison is another address, and nothing of it was copied
    await offered(page).fill('750');
    await compare(page);
    await expect(heading(page, 'bureaux pour € 750')).toBeVisible();
    await expect(page.getByText('Adresse copiée.')).toHaveCount(0);
    // the sheet of a phone, which no test can open
    await page.evaluate('navigator.share = async (shared) => { window.shared = shared; }');
    await menu.click();
    await page.getByRole('button', { name: 'Partager', exact: true }).click();
    await expect
      .poll(() => page.evaluate('window.shared'))
      .toMatchObject({ url: expect.stringMatching(/#\/\?offre=750&de=EUR&vers=USD$/) });
  });
});
