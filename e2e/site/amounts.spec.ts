// Duration: amounts pasted and typed key by key, each state audited by axe.
import type { Page } from '@playwright/test';
import { expectAccessible } from '../audit.ts';
import { french, midRate, nearest, RATE_UNIT } from '../exact.ts';
import {
  chooseCurrency,
  compare,
  expect,
  offered,
  offeredCurrency,
  offerRows,
  openLanding,
  test,
  wished,
} from '../fixtures.ts';

/** The value of a field, whatever its spaces. */
const spaced = (text: string) => new RegExp(`^${text.replaceAll('.', '\\.').replaceAll(' ', '\\s')}$`);

/** What is wrong with an amount stands under it, and is its description. */
const sentence = (page: Page) => page.getByRole('form', { name: 'Comparateur' }).getByRole('alert');

/** Pastes over what a field holds, as a person does: the text comes by the clipboard. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.press('ControlOrMeta+V');
}

function countRequests(page: Page) {
  const seen = { count: 0 };
  page.on('request', (request) => {
    if (request.url().endsWith('/api/public/offers')) seen.count += 1;
  });
  return seen;
}

test.beforeEach(({ context }) => context.grantPermissions(['clipboard-read', 'clipboard-write']));

test('an amount is pasted as it was understood, or stays with one sentence under it and nothing is sent', {
  tag: '@phone',
}, async ({ page, db }) => {
  await test.step('what is understood shows at once', async () => {
    const rate = await midRate(db, 'USD');
    const forms: [text: string, cents: bigint][] = [
      ['1\u202f234,56', 123_456n],
      ['1,234', 123_400n],
      ['€ 500', 50_000n],
      ['500\t', 50_000n],
    ];
    await openLanding(page);
    await offered(page).click();
    for (const [text, cents] of forms) {
      await paste(page, text);
      await expect(offered(page), text).toHaveValue(spaced(french(cents)));
      await expect(wished(page), text).toHaveValue(spaced(french(nearest(cents * rate, RATE_UNIT))));
      await expect(sentence(page)).toHaveCount(0);
      await paste(page, '');
    }
    // the sign of the dollars that one wishes
    await wished(page).click();
    await paste(page, '$ 1,17');
    await expect(wished(page)).toHaveValue(spaced('1,17'));
    await expect(sentence(page)).toHaveCount(0);
  });
  await test.step('what cannot be read stays', async () => {
    const requests = countRequests(page);
    await paste(page, '');
    const forms: [text: string, sentence: RegExp, held?: string][] = [
      ['1e3', /Ce n’est pas un nombre/],
      ['500\n600', /plusieurs nombres/, '500\t600'],
    ];
    for (const [text, said, held = text] of forms) {
      await offered(page).click();
      await paste(page, text);
      await expect(offered(page)).toHaveValue(held);
      await expect(sentence(page)).toHaveText(said);
      await expect(offered(page)).toHaveAccessibleDescription(said);
      await expect(wished(page)).toHaveValue('0.00');
      await compare(page);
      await expect(offered(page)).toBeFocused();
      await expect(offered(page)).toHaveValue(held);
      await page.keyboard.press('Enter');
      await expect(sentence(page)).toHaveText(said);
    }
    await expectAccessible(page);
    // another currency does not take it away
    await page.getByRole('button', { name: 'Inverser les devises' }).click();
    await expect(offered(page)).toHaveValue('500\t600');
    await expect(sentence(page)).toHaveText(/plusieurs nombres/);

    await offered(page).fill('500');
    await expect(sentence(page)).toHaveCount(0);
    await compare(page);
    await expect(offerRows(page).first()).toBeVisible();
    expect(requests.count).toBe(1);
  });
});

test('an amount in another currency is refused until it is chosen; typed key by key, none of its digits is dropped', {
  tag: '@desktop',
}, async ({ page, db }) => {
  const rate = await midRate(db, 'USD');
  await test.step('another currency', async () => {
    const requests = countRequests(page);
    await openLanding(page);
    await offered(page).click();
    for (const text of ['500 CHF', '500 USD']) {
      await paste(page, text);
      await expect(offered(page)).toHaveValue(text);
      await expect(sentence(page)).toHaveText(
        /^Ce montant est écrit dans une autre devise que celle du champ/,
      );
      await expect(offered(page)).toHaveAccessibleDescription(/autre devise/);
      await expect(wished(page)).toHaveValue('0.00');
      await compare(page);
      await expect(offered(page)).toBeFocused();
    }
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('500 usd');
    await expect(sentence(page)).toHaveText(/autre devise/);
    await expect(offered(page)).toHaveValue('500 usd');
    expect(requests.count).toBe(0);

    await page.getByRole('button', { name: 'Inverser les devises' }).click();
    await expect(sentence(page)).toHaveCount(0);
    await expect(offered(page)).toHaveValue(spaced('500,00'));
    await expect(wished(page)).toHaveValue(spaced(french(nearest(50_000n * RATE_UNIT, rate))));
    await compare(page);
    await expect(offerRows(page).first()).toBeVisible();
    expect(requests.count).toBe(1);
  });
  await test.step('an amount from elsewhere takes the place of what cannot be read', async () => {
    await offered(page).fill('abcd');
    await wished(page).click();
    await expect(sentence(page)).toBeVisible();
    await page.keyboard.type('300');
    await expect(offered(page)).toHaveValue(/^\d{3},\d\d$/);
    await expect(sentence(page)).toHaveCount(0);
  });
  await test.step('key by key, what is ambiguous shows at once as it was understood', async () => {
    await page.getByRole('button', { name: 'Inverser les devises' }).click();
    await expect(offeredCurrency(page)).toHaveText('EUR');
    const worth = (cents: bigint) => spaced(french(nearest(cents * rate, RATE_UNIT)));
    const type = async (keys: string) => {
      await wished(page).click();
      await offered(page).click();
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.type(keys);
    };
    await type('1.234');
    await expect(offered(page)).toHaveValue(spaced('1 234,00'));
    await expect(wished(page)).toHaveValue(worth(123_400n));
    // it may still be the beginning of another
    await page.keyboard.type(',56');
    await expect(wished(page)).toHaveValue(worth(123_456n));
    await type('1.234.567');
    await expect(wished(page)).toHaveValue(worth(123_456_700n));
    await type('1.2345');
    await expect(offered(page)).toHaveValue('1.2345');
    await expect(sentence(page)).toHaveText(/Deux chiffres au plus/);
    // what was understood is edited as it stands
    await type('1.234');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('5');
    await expect(wished(page)).toHaveValue(worth(1_234_500n));

    // on the way to a number nothing is wrong yet, and the other side follows
    await type('12 3');
    await expect(sentence(page)).toHaveCount(0);
    await expect(wished(page)).toHaveValue(worth(12_300n));
    await page.keyboard.press('Tab');
    await expect(sentence(page)).toHaveText(/plusieurs façons/);
    await expect(offered(page)).toHaveValue('12 3');
    await type('-5');
    await expect(offered(page)).toHaveValue('-5');
    await expect(sentence(page)).toHaveText(/positif/);
    await type('1e9');
    await expect(offered(page)).toHaveValue('1e9');
    await expect(sentence(page)).toHaveText(/pas un nombre/);
  });
});

test('the limit is the worth of 10,000,000 euros, said beside the field before anything is sent', {
  tag: '@phone',
}, async ({ page, db }) => {
  await test.step('the limit', async () => {
    const requests = countRequests(page);
    const rate = await midRate(db, 'IRR');
    const most = (1_000_000_000n * rate) / RATE_UNIT;
    await openLanding(page);
    await offered(page).fill('10000000,01');
    await expect(sentence(page)).toHaveText(/^Au plus €\s10\s000\s000\.$/);
    await compare(page);
    await expect(offered(page)).toBeFocused();
    await wished(page).fill('12000000');
    await expect(sentence(page)).toHaveText(/^Au plus \$\s11\s.*, la valeur de €\s10\s000\s000\.$/);
    await page.keyboard.press('Enter');
    await offered(page).fill('10000000');
    await expect(sentence(page)).toHaveCount(0);

    await chooseCurrency(page, 'offer', 'IRR');
    await offered(page).fill('99 999 999 999 999');
    await expect(sentence(page)).toHaveText(/^Au plus IRR\s1\d\s.*, la valeur de €\s10\s000\s000\.$/);
    expect(requests.count).toBe(0);
    // 6 € of today's limit, and 10,000,000 € of it
    const whole = most / 100n;
    await offered(page).fill(String(whole));
    await expect(sentence(page)).toHaveCount(0);
    await compare(page);
    await expect(offerRows(page).first()).toBeVisible();
    // what is handed over for so much is shown as the answer says it, never as 0,00
    await page.getByRole('button', { name: 'Inverser les devises' }).click();
    await offered(page).fill('10000000');
    const answer = page.waitForResponse('**/api/public/offers');
    await compare(page);
    const { offers } = await (await answer).json();
    const received: number = offers[0].co_offer.amount;
    expect(received).toBeGreaterThan(1e13);
    const [units, decimals = ''] = String(received).split('.');
    await expect(offerRows(page).first()).toContainText(
      `IRR ${french(BigInt(units ?? '') * 100n + BigInt(decimals.padEnd(2, '0')))}`,
    );
    expect(requests.count).toBe(2);
  });
  await test.step('a currency of which one base makes the most leaves an amount as it is', async () => {
    const { rows } = await db.query<{ code: string }>(
      'SELECT currency_code AS code FROM mid_rates ORDER BY at DESC, rate DESC LIMIT 1',
    );
    const code = rows[0]?.code ?? '';
    await openLanding(page);
    await offered(page).fill('12345678901');
    await chooseCurrency(page, 'wish', code);
    await expect(offered(page)).toHaveValue(spaced('12 345 678 901,00'));
    await page.getByRole('button', { name: 'Inverser les devises' }).click();
    await expect(offered(page)).toHaveValue(spaced('12 345 678 901,00'));
  });
});
