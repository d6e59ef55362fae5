// Duration: a list of 152 currencies opened and searched key by key.
import type { Locator, Page } from '@playwright/test';
import { fourDecimals, french, midRate, nearest, RATE_UNIT } from '../exact.ts';
import {
  chooseCurrency,
  compare,
  expect,
  offered,
  offeredCurrency,
  offerRows,
  openLanding,
  STAND_IN,
  test,
  wished,
  wishedCurrency,
} from '../fixtures.ts';

async function expectPair(page: Page, offer: string, wish: string) {
  await expect(offeredCurrency(page)).toHaveText(offer);
  await expect(wishedCurrency(page)).toHaveText(wish);
  await expect(page.getByText(`1 ${offer} = `)).toContainText(wish);
}

test('nothing to exchange at first, one side the base whatever is chosen, either amount typed, and keys alone', {
  tag: '@desktop',
}, async ({ page, db }) => {
  await test.step('starts with nothing, from the base to the default counterpart', async () => {
    await openLanding(page);
    await expectPair(page, 'EUR', 'USD');
    await expect(offered(page)).toHaveValue('');
    await expect(wished(page)).toHaveValue('0.00');
    const rate = await midRate(db, 'USD');
    await expect(page.getByText('1 EUR = ')).toHaveText(`1 EUR = ${fourDecimals(rate, RATE_UNIT)} USD`);
  });
  await test.step('on a desktop the amount has the focus, and three chips fill it', async () => {
    await expect(offered(page)).toBeFocused();
    const chips = page.getByRole('button', { name: /^€\s/ });
    await expect(chips).toHaveText([/^€\s200$/, /^€\s500$/, /^€\s1\s000$/]);
    await chips.nth(1).click();
    await expect(offered(page)).toHaveValue('500,00');
  });
  await test.step('exactly one side is the base', async () => {
    await chooseCurrency(page, 'wish', 'GBP');
    await expectPair(page, 'EUR', 'GBP');
    await chooseCurrency(page, 'offer', 'CHF');
    await expectPair(page, 'CHF', 'EUR');
    const rate = await midRate(db, 'CHF');
    await expect(page.getByText('1 CHF = ')).toHaveText(`1 CHF = ${fourDecimals(RATE_UNIT, rate)} EUR`);
    await chooseCurrency(page, 'wish', 'JPY');
    await expectPair(page, 'EUR', 'JPY');
    await chooseCurrency(page, 'wish', 'EUR');
    await expectPair(page, 'USD', 'EUR');
    await page.getByRole('button', { name: 'Inverser les devises' }).click();
    await expectPair(page, 'EUR', 'USD');
  });
  await test.step('the other amount follows, and French digits are set when one leaves', async () => {
    const rate = await midRate(db, 'USD');
    const spaced = (text: string) => new RegExp(`^${text.replaceAll(' ', '\\s')}$`);
    await offered(page).fill('');
    await offered(page).click();
    await page.keyboard.type('12 345.5');
    await expect(offered(page)).toHaveValue('12 345.5');
    await expect(wished(page)).toHaveValue(spaced(french(nearest(1_234_550n * rate, RATE_UNIT))));
    await wished(page).click();
    await expect(offered(page)).toHaveValue(spaced('12 345,50'));
    // the whole amount is selected: what is typed takes its place
    await page.keyboard.type('99,99');
    await expect(wished(page)).toHaveValue('99,99');
    await expect(offered(page)).toHaveValue(french(nearest(9_999n * RATE_UNIT, rate)));
    await wished(page).fill('');
    await expect(offered(page)).toHaveValue('');
  });
  await test.step('keyboard alone compares and chooses', async () => {
    await offered(page).focus();
    await page.keyboard.type('250');
    await tabTo(page, wishedCurrency(page));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('combobox', { name: 'Rechercher une devise' })).toBeFocused();
    await page.keyboard.type('royaume');
    await expect(page.getByRole('option').first()).toContainText('GBP');
    await page.keyboard.press('Enter');
    await expect(wishedCurrency(page)).toHaveText('GBP');
    await expect(wishedCurrency(page)).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await expect(wishedCurrency(page)).toBeFocused();
    await tabTo(page, page.getByRole('button', { name: 'Comparer les offres' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'bureaux pour € 250' })).toBeInViewport();
    await tabTo(page, page.getByRole('button', { name: /^Choisir/ }).first());
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(STAND_IN);
  });
});

/** Goes on by a few keys until something has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let i = 0; i < 12; i += 1) {
    await page.keyboard.press('Tab');
    if ((await target.and(page.locator(':focus')).count()) === 1) return;
  }
  throw new Error(`no way by Tab to ${target}`);
}

test('by touch, the list is a sheet that leaves the keyboard down until one searches; comparing with nothing does nothing', {
  tag: '@phone',
}, async ({ page }) => {
  let requests = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/public/offers')) requests += 1;
  });
  await openLanding(page);
  await test.step('by touch', () => chooseByTouch(page));
  await compare(page);
  await offered(page).fill('0');
  await compare(page);
  // too little to make a hundredth of the other currency
  await chooseCurrency(page, 'offer', 'JPY');
  await offered(page).fill('0,5');
  await expect(wished(page)).toHaveValue('0.00');
  await compare(page);
  // a comparison that has something to compare is the first to leave
  await offered(page).fill('50000');
  await compare(page);
  await expect(offerRows(page).first()).toBeVisible();
  expect(requests).toBe(1);
});

test('a currency is looked for: no key is lost, and Enter takes it', { tag: '@desktop' }, async ({
  page,
}) => {
  await test.step('no key is lost while the list opens', async () => {
    // its code is on the way until it is let go
    const held = Promise.withResolvers<void>();
    await page.route('**/assets/CurrencyPicker-*.js', async (route) => {
      await held.promise;
      await route.continue();
    });
    await openLanding(page);
    await chooseByKeys(page, ['g', 'b', 'p', 'Enter'], held.resolve);
    await expect(wishedCurrency(page)).toHaveText('GBP');

    // on a slow phone, once it is there
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 });
    await chooseByKeys(page, ['c', 'h', 'f']);
    await expect(page.getByRole('combobox', { name: 'Rechercher une devise' })).toHaveValue('chf');
    await page.keyboard.press('Enter');
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await expect(wishedCurrency(page)).toHaveText('CHF');
    await expect(page.getByRole('listbox')).toBeHidden();
    // nothing was looked for: nothing is taken
    await chooseByKeys(page, ['Enter']);
    await page.keyboard.press('Escape');
    await expect(wishedCurrency(page)).toHaveText('CHF');
  });
  await test.step('all of them at first, then those that what is typed finds', async () => {
    await wishedCurrency(page).click();
    const search = page.getByRole('combobox', { name: 'Rechercher une devise' });
    await expect(page.getByRole('option')).toHaveCount(153);
    await expect(page.getByRole('option').first()).toContainText('EUR');
    await search.fill('senegal');
    await expect(page.getByRole('option').first()).toContainText('XOF');
    await search.fill('zzzz');
    await expect(page.getByRole('option')).toHaveCount(0);
    await expect(page.getByText('Aucune devise pour « zzzz ».')).toBeVisible();
  });
});

/** Opens the list by its button, and types at once. */
async function chooseByKeys(page: Page, keys: string[], then = () => {}): Promise<void> {
  await wishedCurrency(page).focus();
  await page.keyboard.press('Enter');
  for (const key of keys) await page.keyboard.press(key);
  then();
}

async function chooseByTouch(page: Page): Promise<void> {
  const sheet = page.getByRole('dialog', { name: 'Devise que je souhaite recevoir' });
  const search = page.getByRole('combobox', { name: 'Rechercher une devise' });

  await wishedCurrency(page).tap();
  await expect(sheet).toBeInViewport({ ratio: 0.9 });
  await expect(search).not.toBeFocused();
  // the field stands in line with what is found
  const [typed, found] = await Promise.all(
    [search.locator('..'), sheet.getByRole('option').first()].map((part) => part.boundingBox()),
  );
  expect([typed?.x, typed?.width]).toEqual([found?.x, found?.width]);
  await sheet.getByRole('button', { name: 'Fermer' }).tap();
  await expect(sheet).toBeHidden();
  await expect(wishedCurrency(page)).toBeFocused();

  await wishedCurrency(page).tap();
  await search.tap();
  await page.keyboard.type('maroc');
  await sheet.getByRole('option', { name: 'MAD' }).tap();
  await expect(sheet).toBeHidden();
  await expectPair(page, 'EUR', 'MAD');
}
