// Duration: rows typed at 120 ms a key, and a save of more than 5 seconds.
import type { Page, Route } from '@playwright/test';
import type pg from 'pg';
import { formatFixing } from '#domain/rates/draft.ts';
import {
  answer,
  expect,
  fillLogin,
  fix,
  fixedBy,
  fixRow,
  modal,
  purchaseOf,
  rowOf,
  saleOf,
  test,
} from './office.ts';

const UPDATE = '**/api/fixings/update';
const fixed = (code: string) => [`La devise ${code} a été fixée avec succès`, 'SUCCES'];

/** Amounts beside the mid rate, which nobody asks about. */
async function usualAmounts(db: pg.Pool, code: string): Promise<{ purchase: string; sale: string }> {
  const { rows } = await db.query<{ rate: number }>(
    'SELECT rate::float8 AS rate FROM mid_rates WHERE currency_code = $1 ORDER BY at DESC LIMIT 1',
    [code],
  );
  const rate = rows[0]?.rate ?? 0;
  return { purchase: (rate * 1.021).toPrecision(5), sale: (rate * 0.983).toPrecision(5) };
}

/** The first calls of this kind wait to be let go on. */
async function hold(page: Page, url: string): Promise<{ arrived: Promise<void>; release: () => void }> {
  const arrived = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route(url, async (route: Route) => {
    arrived.resolve();
    await released.promise;
    await route.continue();
  });
  return { arrived: arrived.promise, release: released.resolve };
}

/** The server is asked as the page asks it; what it answers reaches nobody. */
async function reach(route: Route): Promise<void> {
  const url = new URL(route.request().url());
  const headers = { ...(await route.request().allHeaders()), host: url.host };
  // Node knows no host of that name
  url.hostname = 'localhost';
  await route.fetch({ url: url.href, headers });
}

/** As it stands on paper, without the nought before the comma. */
const onPaper = (amount: string) => amount.replace('.', ',').replace(/^0,/, ',');

test('at 120 ms a key every digit lands in the intended field, while saves and the stream answer', {
  tag: '@desktop',
}, async ({ page, open, db, enter }) => {
  const typed = ['AUD', 'CAD'];
  const saved = 'USD';
  const agent = await open({ sheet: [saved, ...typed, 'AFN'] });
  await enter(agent.mail);
  const wanted = await Promise.all(typed.map((code) => usualAmounts(db, code)));
  // a save is under way the whole time, and a colleague publishes
  const update = await hold(page, UPDATE);
  await saleOf(page, saved).fill(onPaper((await usualAmounts(db, saved)).sale));
  await fixRow(page, saved);
  await update.arrived;
  await purchaseOf(page, typed[0] ?? '').click();
  for (const [i, { purchase, sale }] of wanted.entries()) {
    for (const key of [...onPaper(purchase), 'Tab', ...onPaper(sale), 'Enter']) {
      await page.keyboard.press(key, { delay: 120 });
    }
    await fix(db, agent, 'AFN', { purchase: 80 + i, sale: 70 });
  }
  for (const [i, code] of typed.entries()) {
    const { purchase = '', sale = '' } = wanted[i] ?? {};
    await expect(purchaseOf(page, code)).toHaveValue(formatFixing(Number(purchase)));
    await expect(saleOf(page, code)).toHaveValue(formatFixing(Number(sale)));
  }
  update.release();
  await answer(page, fixed(saved), 'Continuer');
  await page.keyboard.press('Control+Enter');
  await modal(page).getByRole('button', { name: 'Publier 2 taux' }).click();
  await expect(page.getByText('2 taux publiés.')).toBeVisible();
  for (const [i, code] of typed.entries()) {
    const { purchase, sale } = wanted[i] ?? { purchase: '', sale: '' };
    const expected = { purchase: String(Number(purchase)), sale: String(Number(sale)) };
    expect(await fixedBy(db, agent, code)).toEqual(expected);
  }
});

test('after a save the row never shows its former rate, and a correction is not refused', {
  tag: '@desktop',
}, async ({ page, open, db, enter }) => {
  const agent = await open({ sheet: ['BOB'] });
  const { purchase, sale } = await usualAmounts(db, 'BOB');
  await fix(db, agent, 'BOB', { purchase: Number(purchase), sale: Number(sale) });
  await enter(agent.mail);
  const field = purchaseOf(page, 'BOB');
  const first = Number((Number(purchase) * 1.002).toPrecision(5));
  await field.fill(onPaper(String(first)));
  const logs = await hold(page, '**/api/fixings/logs');
  const reread = page.waitForResponse('**/api/fixings/rates');
  await fixRow(page, 'BOB');
  await answer(page, fixed('BOB'), 'Continuer');
  // the rates are back, the page waits for the history: what it had loaded is older than what was saved
  await (await reread).finished();
  await page.evaluate('new Promise(requestAnimationFrame)');
  await expect(field).toHaveValue(formatFixing(first));
  const second = Number((Number(purchase) * 1.004).toPrecision(5));
  await field.fill(onPaper(String(second)));
  await fixRow(page, 'BOB');
  await answer(page, fixed('BOB'), 'Continuer');
  logs.release();
  await expect(page.getByRole('region', { name: 'Historique de vos Fixing' }).locator('time')).toHaveCount(2);
  await expect(field).toHaveValue(formatFixing(second));
  expect(await fixedBy(db, agent, 'BOB')).toMatchObject({ purchase: String(second) });
});

test('the page waits for a slow save and says so after 5 seconds', {
  tag: '@desktop',
}, async ({ page, open, db, enter }) => {
  await page.clock.install();
  const agent = await open({ sheet: ['BOB'] });
  const { sale } = await usualAmounts(db, 'BOB');
  await enter(agent.mail);
  const update = await hold(page, UPDATE);
  await saleOf(page, 'BOB').fill(sale);
  await fixRow(page, 'BOB');
  await expect(rowOf(page, 'BOB')).toContainText('Enregistrement…');
  await update.arrived;
  await page.clock.fastForward(5_000);
  const said = page.getByRole('status').filter({ hasText: 'BOB : cela prend plus de temps que d’habitude' });
  await expect(said).toBeVisible();
  await expect(rowOf(page, 'BOB')).toContainText('Attend le serveur');
  await page.clock.fastForward(120_000);
  await expect(modal(page)).toHaveCount(0);
  update.release();
  await answer(page, fixed('BOB'), 'Continuer');
  await expect(said).toHaveCount(0);
});

test('after a lost answer the reread row shows whether it was saved', { tag: '@desktop' }, async ({
  page,
  open,
  db,
  enter,
  expectedProblems,
}) => {
  expectedProblems.push(/ERR_(CONNECTION_RESET|INTERNET_DISCONNECTED)/);
  const agent = await open({ sheet: ['BOB', 'CRC', 'GEL'] });
  const saleOfCode = async (code: string) => (await usualAmounts(db, code)).sale;
  await enter(agent.mail);
  await test.step('it was', async () => {
    const sale = await saleOfCode('BOB');
    await page.route(UPDATE, async (route) => {
      await reach(route);
      await route.abort('connectionreset');
    });
    await saleOf(page, 'BOB').fill(sale);
    await fixRow(page, 'BOB');
    await answer(page, fixed('BOB'), 'Continuer');
    await expect(saleOf(page, 'BOB')).toHaveValue(formatFixing(Number(sale)));
  });
  await test.step('it was not', async () => {
    await page.unrouteAll();
    const sale = await saleOfCode('CRC');
    await page.route(UPDATE, (route) => route.abort('connectionreset'), { times: 1 });
    await saleOf(page, 'CRC').fill(sale);
    await fixRow(page, 'CRC');
    await answer(page, ['ERREUR DE CONNEXION'], 'OK');
    await expect(rowOf(page, 'CRC')).toContainText('Non enregistré');
    await expect(saleOf(page, 'CRC')).toHaveValue(formatFixing(Number(sale)));
    await fixRow(page, 'CRC');
    await answer(page, fixed('CRC'), 'Continuer');
    await expect(rowOf(page, 'CRC')).not.toContainText('Non enregistré');
  });
  await test.step('it is unknown until the server answers', async () => {
    await page.unrouteAll();
    const sale = await saleOfCode('GEL');
    await page.route(UPDATE, async (route) => {
      await reach(route);
      await page.context().setOffline(true);
      await route.abort('connectionreset');
    });
    await saleOf(page, 'GEL').fill(sale);
    await fixRow(page, 'GEL');
    await expect(rowOf(page, 'GEL')).toContainText('Sans réponse, redemandé');
    await expect(modal(page)).toHaveCount(0);
    await page.context().setOffline(false);
    await answer(page, fixed('GEL'), 'Continuer');
    await expect(rowOf(page, 'GEL')).toContainText('à l’instant');
    await expect(saleOf(page, 'GEL')).toHaveValue(formatFixing(Number(sale)));
  });
});

test('one row is saved at a time, nothing moves, and an emptied field can be reset', {
  tag: '@phone',
}, async ({ page, open, db, enter }) => {
  const agent = await open({ sheet: ['NIO', 'BOB', 'CRC', 'GEL'] });
  const { purchase } = await usualAmounts(db, 'NIO');
  await fix(db, agent, 'NIO', { purchase: Number(purchase), sale: null });
  await enter(agent.mail);
  await test.step('an emptied field shows its value again on leaving, and Escape resets it', async () => {
    const [field, other] = [purchaseOf(page, 'NIO'), saleOf(page, 'NIO')];
    const shown = await field.inputValue();
    await field.fill('');
    await expect(field).toHaveValue('');
    await other.focus();
    await expect(field).toHaveValue(shown);
    await field.fill('1');
    await field.press('Escape');
    await expect(field).toHaveValue(shown);
    await expect(page.getByRole('region', { name: 'Publication' })).toHaveCount(0);

    await other.pressSequentially('1-');
    await field.focus();
    await expect(page.getByRole('alert')).toBeVisible();
    await other.focus();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
  await test.step('nothing moves when a row becomes unsaved or wrong, in the table and in the cards of a phone', async () => {
    const [field, next] = [purchaseOf(page, 'BOB'), purchaseOf(page, 'CRC')];
    for (const [width, shape] of [
      [1440, 'table'],
      [390, 'list'],
    ] as const) {
      await page.setViewportSize({ width, height: 844 });
      await expect(page.getByRole(shape, { name: 'Vos taux pour 1 EUR' })).toBeVisible();
      await field.focus();
      const before = await next.boundingBox();
      await field.pressSequentially('-7');
      await page.keyboard.press('Tab');
      await expect(page.getByRole('alert')).toBeVisible();
      expect(await next.boundingBox()).toEqual(before);
      await field.press('Escape');
      await expect(page.getByRole('alert')).toHaveCount(0);
    }
  });
  await test.step('a queued row shows its state', async () => {
    const codes = ['BOB', 'CRC', 'GEL'];
    let saves = 0;
    const released = Promise.withResolvers<void>();
    await page.route(UPDATE, async (route) => {
      saves += 1;
      await released.promise;
      await route.continue();
    });
    for (const code of codes) {
      await saleOf(page, code).fill((await usualAmounts(db, code)).sale);
      await fixRow(page, code);
    }
    // the second after 5 seconds, which three rows may take on a busy machine
    await expect(rowOf(page, 'BOB')).toContainText(/Enregistrement…|Attend le serveur/);
    for (const code of ['CRC', 'GEL']) await expect(rowOf(page, code)).toContainText('Attend son tour');
    expect(saves).toBe(1);
    released.resolve();
    for (const code of codes) await answer(page, fixed(code), 'Continuer');
    expect(saves).toBe(3);
  });
});

test('unsaved rows survive a reload, an expired session and a log-out', { tag: '@desktop' }, async ({
  page,
  open,
  db,
  enter,
}) => {
  const agent = await open({ sheet: ['BOB', 'AFN', 'GHS'] });
  await enter(agent.mail);
  const unsaved = page.getByRole('region', { name: 'Publication' }).getByRole('status');
  await test.step('the browser asks before unsaved rows are left, not otherwise', async () => {
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.accept();
    });
    await saleOf(page, 'AFN').pressSequentially('70.5');
    expect(asked).toEqual([]);
    await page.reload();
    expect(asked).toEqual(['beforeunload']);
    await expect(saleOf(page, 'AFN')).toHaveValue(formatFixing(70.5));
  });
  await test.step('a session that expired while typing loses nothing', async () => {
    const { purchase } = await usualAmounts(db, 'GHS');
    await purchaseOf(page, 'GHS').fill(purchase);
    await db.query('DELETE FROM sessions WHERE user_id = $1', [agent.id]);
    await fixRow(page, 'GHS');
    await answer(page, ['ERREUR (401)', 'Connectez-vous pour continuer.'], 'OK');
    await expect(page).toHaveURL(/#\/login$/);
    await fillLogin(page, agent.mail);
    await expect(saleOf(page, 'AFN')).toHaveValue(formatFixing(70.5));
    await expect(unsaved).toHaveText('2 taux en brouillon');
    await fixRow(page, 'GHS');
    await answer(page, ['SUCCES', 'La devise GHS a été fixée avec succès'], 'Continuer');
    await expect(unsaved).toHaveText('1 taux en brouillon');
  });
  await test.step('about a rate the filled button, which loses nothing, leads back to the field', async () => {
    await saleOf(page, 'BOB').fill('20');
    await fixRow(page, 'BOB');
    const buttons = modal(page).getByRole('button');
    await expect(buttons).toHaveText(['Corriger', 'Enregistrer quand même']);
    const fills = await page.evaluate<string[]>(
      "[...document.querySelectorAll('[role=alertdialog] button')].map((one) => getComputedStyle(one).backgroundColor)",
    );
    expect(fills[1]).toBe('rgba(0, 0, 0, 0)');
    expect(fills[0]).not.toBe(fills[1]);
    await expect(buttons.first()).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(modal(page)).toHaveCount(0);
    await expect(saleOf(page, 'BOB')).toBeFocused();
    await expect(saleOf(page, 'BOB')).toHaveValue('20,000');
  });
  await test.step('logging out over unsaved rows asks first and stores them for their agent', async () => {
    await saleOf(page, 'AFN').press('Escape');
    const logOut = page.getByRole('button', { name: 'Se déconnecter' });
    await logOut.click();
    await answer(page, ['Se déconnecter sans enregistrer ?', '1 ligne de taux'], 'Rester');
    await expect(saleOf(page, 'BOB')).toHaveValue('20,000');
    await logOut.click();
    await answer(page, ['Se déconnecter sans enregistrer ?'], 'Se déconnecter');
    await expect(page).toHaveURL(/#\/login$/);
    await fillLogin(page, agent.mail);
    await expect(saleOf(page, 'BOB')).toHaveValue('20,000');
    await saleOf(page, 'BOB').press('Escape');
    await logOut.click();
    await expect(page).toHaveURL(/#\/login$/);
  });
});
