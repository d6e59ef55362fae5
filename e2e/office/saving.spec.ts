// Duration: rows typed at 120 ms a key, and a save of more than 5 seconds.
import type { Page, Route } from '@playwright/test';
import type pg from 'pg';
import { formatFixing } from '#domain/rates/draft.ts';
import { expectModalsFetched } from '../fixtures.ts';
import { answer, expect, fix, fixedBy, modal, purchaseOf, saleOf, test } from './office.ts';

const UPDATE = '**/api/fixings/update';
const rowOf = (page: Page, code: string) =>
  page
    .getByRole('row')
    .or(page.getByRole('listitem'))
    .filter({ has: saleOf(page, code) });
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

/** Every answer comes four keys later than it was asked for: in the middle of the next amount. */
async function answerWhileTyping(page: Page) {
  const held: { until: number; release: () => void }[] = [];
  let count = 0;
  let isOver = false;
  await page.route('**/api/fixings/*', async (route) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    if (isOver) resolve();
    held.push({ until: count + 4, release: resolve });
    await promise;
    await route.continue();
  });
  return {
    press: async (key: string) => {
      await page.keyboard.press(key, { delay: 120 });
      count += 1;
      for (const { until, release } of held) if (until <= count) release();
    },
    end: () => {
      isOver = true;
      for (const { release } of held) release();
    },
  };
}

for (const [habit, goOn] of [
  ['Enter for the row and Enter for its success', ['Enter', 'Enter']],
  ['one Enter a row', ['Enter']],
] as const) {
  test(`at 120 ms a key without looking up, with ${habit}, every digit lands in the intended row`, {
    tag: '@desktop',
  }, async ({ page, open, db, enter }) => {
    const agent = await open();
    await enter(agent.mail);
    await page.getByLabel('Rechercher une devise').fill('dollar');
    const labels = await page
      .getByRole('spinbutton', { name: /^Achat/ })
      .evaluateAll((fields) => fields.map((field) => field.getAttribute('aria-label') ?? ''));
    const codes = labels.slice(0, 3).map((label) => label.slice(-3));
    const typing = await answerWhileTyping(page);
    const wanted = await Promise.all(codes.map((code) => usualAmounts(db, code)));
    await purchaseOf(page, codes[0] ?? '').focus();
    for (const { purchase, sale } of wanted) {
      for (const amount of [purchase, sale]) {
        for (const key of [...amount, ...goOn]) await typing.press(key);
      }
    }
    typing.end();
    if (goOn.length === 1) await answer(page, fixed(codes[2] ?? ''), 'Continuer');
    for (const [i, code] of codes.entries()) {
      const { purchase, sale } = wanted[i] ?? { purchase: '', sale: '' };
      const expected = { purchase: String(Number(purchase)), sale: String(Number(sale)) };
      await expect.poll(() => fixedBy(db, agent, code)).toEqual(expected);
    }
    await expect(modal(page)).toHaveCount(0);
    await page.unrouteAll({ behavior: 'wait' });
  });
}

test('keys typed during a save wait for it, and a failure drops them', { tag: '@desktop' }, async ({
  page,
  open,
  db,
  enter,
  expectedProblems,
}) => {
  expectedProblems.push(/status of 400/);
  await test.step('they wait, however long it takes', async () => {
    const agent = await open();
    const { purchase, sale } = await usualAmounts(db, 'BOB');
    await enter(agent.mail);
    const update = await hold(page, UPDATE);
    await purchaseOf(page, 'BOB').focus();
    await page.keyboard.type(purchase);
    await page.keyboard.press('Enter');
    await update.arrived;
    await page.keyboard.press('Enter');
    await page.keyboard.type(`${sale}7`);
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Enter');
    await expect(saleOf(page, 'BOB')).toHaveValue('');
    update.release();
    await answer(page, fixed('BOB'), 'Continuer');
    expect(await fixedBy(db, agent, 'BOB')).toEqual({
      purchase: String(Number(purchase)),
      sale: String(Number(sale)),
    });
  });
  await test.step('a failure drops them', async () => {
    await page.unrouteAll();
    const agent = await open();
    const { purchase } = await usualAmounts(db, 'BOB');
    await enter(agent.mail);
    const refused = Promise.withResolvers<void>();
    await page.route(UPDATE, async (route) => {
      await refused.promise;
      await route.fulfill({ status: 400, json: { message: 'Refusé.', code: 'refused' } });
    });
    await purchaseOf(page, 'BOB').focus();
    await page.keyboard.type(purchase);
    for (const key of ['Enter', 'Enter', '7', '.', '1', 'Enter']) await page.keyboard.press(key);
    refused.resolve();
    await answer(page, ['ERREUR (400)', 'Refusé.'], 'OK');
    await expect(purchaseOf(page, 'BOB')).toHaveValue(purchase);
    await expect(saleOf(page, 'BOB')).toHaveValue('');
  });
  await test.step('after a save the row never shows its former rate, and a correction is not refused', async () => {
    await page.unrouteAll();
    const agent = await open();
    const { purchase, sale } = await usualAmounts(db, 'BOB');
    await fix(db, agent, 'BOB', { purchase: Number(purchase), sale: Number(sale) });
    await enter(agent.mail);
    const field = purchaseOf(page, 'BOB');
    const first = (Number(purchase) * 1.002).toPrecision(5);
    await field.fill(first);
    const logs = await hold(page, '**/api/fixings/logs');
    const reread = page.waitForResponse('**/api/fixings/rates');
    await field.press('Enter');
    await answer(page, fixed('BOB'), 'Continuer');
    // the rates are back, the page waits for the history: what it had loaded is older than what was saved
    await (await reread).finished();
    await page.evaluate('new Promise(requestAnimationFrame)');
    await expect(field).toHaveValue(first);
    const second = (Number(purchase) * 1.004).toPrecision(5);
    await field.fill(second);
    await field.press('Enter');
    await answer(page, fixed('BOB'), 'Continuer');
    logs.release();
    await expect(page.getByRole('region', { name: 'Historique de vos Fixing' }).locator('time')).toHaveCount(
      2,
    );
    await expect(field).toHaveValue(second);
    expect(await fixedBy(db, agent, 'BOB')).toMatchObject({ purchase: String(Number(second)) });
  });
});

test('the page waits for a slow save and says so after 5 seconds', {
  tag: '@phone',
}, async ({ page, open, db, enter }) => {
  await page.clock.install();
  const agent = await open();
  const { sale } = await usualAmounts(db, 'BOB');
  await enter(agent.mail);
  const update = await hold(page, UPDATE);
  await saleOf(page, 'BOB').fill(sale);
  await saleOf(page, 'BOB').press('Enter');
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

test('after a lost answer the reread row shows whether it was saved', { tag: '@phone' }, async ({
  page,
  open,
  db,
  enter,
  expectedProblems,
}) => {
  expectedProblems.push(/ERR_(CONNECTION_RESET|INTERNET_DISCONNECTED)/);
  await test.step('it was', async () => {
    const agent = await open();
    const { sale } = await usualAmounts(db, 'BOB');
    await enter(agent.mail);
    await page.route(UPDATE, async (route) => {
      await reach(route);
      await route.abort('connectionreset');
    });
    await saleOf(page, 'BOB').fill(sale);
    await saleOf(page, 'BOB').press('Enter');
    await answer(page, fixed('BOB'), 'Continuer');
    await expect(saleOf(page, 'BOB')).toHaveValue(sale);
  });
  await test.step('it was not', async () => {
    await page.unrouteAll();
    const agent = await open();
    const { sale } = await usualAmounts(db, 'BOB');
    await enter(agent.mail);
    await page.route(UPDATE, (route) => route.abort('connectionreset'), { times: 1 });
    await saleOf(page, 'BOB').fill(sale);
    await saleOf(page, 'BOB').press('Enter');
    await answer(page, ['ERREUR DE CONNEXION'], 'OK');
    await expect(rowOf(page, 'BOB')).toContainText('Non enregistré');
    await expect(saleOf(page, 'BOB')).toHaveValue(sale);
    await saleOf(page, 'BOB').press('Enter');
    await answer(page, fixed('BOB'), 'Continuer');
    await expect(rowOf(page, 'BOB')).not.toContainText('Non enregistré');
  });
  await test.step('it is unknown until the server answers', async () => {
    await page.unrouteAll();
    const agent = await open();
    const { sale } = await usualAmounts(db, 'BOB');
    await enter(agent.mail);
    await expectModalsFetched(page);
    await page.route(UPDATE, async (route) => {
      await reach(route);
      await page.context().setOffline(true);
      await route.abort('connectionreset');
    });
    await saleOf(page, 'BOB').fill(sale);
    await saleOf(page, 'BOB').press('Enter');
    await expect(rowOf(page, 'BOB')).toContainText('Réponse perdue');
    await expect(modal(page)).toHaveCount(0);
    await page.context().setOffline(false);
    await answer(page, fixed('BOB'), 'Continuer');
    await expect(rowOf(page, 'BOB')).toContainText('à l’instant');
    await expect(saleOf(page, 'BOB')).toHaveValue(sale);
  });
});

test('one row is saved at a time, a queued or emptied one can be reset', { tag: '@phone' }, async ({
  page,
  open,
  db,
  enter,
}) => {
  await test.step('a queued row shows its state and can be reset', async () => {
    const agent = await open();
    const codes = ['BOB', 'CRC', 'GEL'];
    await enter(agent.mail);
    let saves = 0;
    const released = Promise.withResolvers<void>();
    await page.route(UPDATE, async (route) => {
      saves += 1;
      await released.promise;
      await route.continue();
    });
    for (const code of codes) {
      await saleOf(page, code).fill((await usualAmounts(db, code)).sale);
      await page.getByRole('button', { name: `Fixer ${code}` }).click();
    }
    // the second after 5 seconds, which three rows may take on a busy machine
    await expect(rowOf(page, 'BOB')).toContainText(/Enregistrement…|Attend le serveur/);
    for (const code of ['CRC', 'GEL']) await expect(rowOf(page, code)).toContainText('Attend son tour');
    await saleOf(page, 'GEL').press('Escape');
    await expect(saleOf(page, 'GEL')).toHaveValue('');
    expect(saves).toBe(1);
    released.resolve();
    await answer(page, fixed('BOB'), 'Continuer');
    await answer(page, fixed('CRC'), 'Continuer');
    expect(saves).toBe(2);
    expect(await fixedBy(db, agent, 'GEL')).toBeNull();
  });
  await test.step('an emptied field shows its value again on leaving, and Escape resets the row', async () => {
    const agent = await open();
    const { purchase, sale } = await usualAmounts(db, 'BOB');
    await fix(db, agent, 'BOB', { purchase: Number(purchase), sale: null });
    await enter(agent.mail);
    const fields = [purchaseOf(page, 'BOB'), saleOf(page, 'BOB')] as const;
    const shown = await fields[0].inputValue();
    await fields[0].fill('');
    await expect(fields[0]).toHaveValue('');
    await fields[1].focus();
    await expect(fields[0]).toHaveValue(shown);

    await fields[0].fill('1');
    await fields[1].fill(sale);
    await fields[1].press('Escape');
    await expect(fields[0]).toHaveValue(shown);
    await expect(fields[1]).toHaveValue('');
    await expect(page.getByRole('status').filter({ hasText: 'enregistrée' })).toHaveCount(0);

    // no number at all, which a number input tells nobody
    await fields[1].pressSequentially('1-');
    await fields[0].focus();
    await expect(page.getByRole('alert')).toBeVisible();
    await fields[1].focus();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('alert')).toHaveCount(0);
    expect(await page.evaluate("document.getElementById('sale-BOB').validity.badInput")).toBe(false);
  });
});

test('a question is answered first by what loses nothing', { tag: '@desktop' }, async ({
  page,
  open,
  enter,
}) => {
  await test.step('logging out over unsaved rows asks first and stores them for their agent', async () => {
    const agent = await open();
    await enter(agent.mail);
    const logOut = page.getByRole('button', { name: 'Se déconnecter' });
    await saleOf(page, 'BOB').fill('7');
    await logOut.click();
    await answer(page, ['Se déconnecter sans enregistrer ?', '1 ligne de taux'], 'Rester');
    await expect(saleOf(page, 'BOB')).toHaveValue('7');
    await logOut.click();
    await answer(page, ['Se déconnecter sans enregistrer ?'], 'Se déconnecter');
    await expect(page).toHaveURL(/#\/login$/);
    await enter(agent.mail);
    await expect(saleOf(page, 'BOB')).toHaveValue('7');
    await saleOf(page, 'BOB').press('Escape');
    await logOut.click();
    await expect(page).toHaveURL(/#\/login$/);
  });
  await test.step('about a rate the filled button leads back to the field', async () => {
    const agent = await open();
    await enter(agent.mail);
    await saleOf(page, 'BOB').fill('20');
    await page.getByRole('button', { name: 'Fixer BOB' }).click();
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
    await expect(saleOf(page, 'BOB')).toHaveValue('20');
  });
});

test('an overtaken agent sees the other agent and the figures of both', { tag: '@desktop' }, async ({
  page,
  open,
  db,
  enter,
  expectedProblems,
}) => {
  expectedProblems.push(/status of 409/);
  const agent = await open();
  const colleague = await open({ company: agent.company });
  const { purchase, sale } = await usualAmounts(db, 'BOB');
  await enter(agent.mail);
  await saleOf(page, 'BOB').fill(sale);
  await fix(db, colleague, 'BOB', { purchase: Number(purchase), sale: null });
  await db.query(
    `INSERT INTO fixing_logs (at, company_id, user_id, base, currency_code, rate, purchase)
     VALUES (now(), $1, $2, 'EUR', 'BOB', 1, $3)`,
    [colleague.company?.id, colleague.id, purchase],
  );
  await saleOf(page, 'BOB').press('Enter');
  const comma = (amount: string) => formatFixing(Number(amount));
  await answer(
    page,
    [
      'Le taux de la devise BOB a changé entre-temps.',
      `${colleague.name} Dupont a fixé achat ${comma(purchase)}`,
      `vous alliez enregistrer vente ${comma(sale)}`,
    ],
    'OK',
  );
});
