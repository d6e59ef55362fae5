// Duration: orders from their request to the counter, by keys and by scanner.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type pg from 'pg';
import { atBothWidths, expectAccessible, wearAuditedScheme } from '../audit.ts';
import { tabTo } from '../keyboard.ts';
import { readPdf } from '../pdf.ts';
import { admit, COUNTER_SCOPES, fixDollar, Traveller } from './bookings.ts';
import { expect, fix, modal, test, visit } from './office.ts';

test('an order appears by itself and is accepted, prepared and handed over by its code', {
  tag: '@desktop',
}, async ({ page, open, enter, db }) => {
  test.slow();
  await wearAuditedScheme(page, false);
  const agent = await open({ scopes: COUNTER_SCOPES });
  await admit(db, agent);
  await fixDollar(db, agent);
  const zoe = await Traveller.signIn(db, `zoe-${agent.name.toLowerCase()}@exemple.fr`, 'Zoé');
  await page.addInitScript(COUNT_TONES);
  const stream = page.waitForResponse('**/api/reservations/events');
  await enter(agent.mail, '/orders');
  await stream;
  await page.getByRole('checkbox', { name: 'Un son à chaque demande' }).check();
  const tones = () => page.evaluate<number>('tones');
  await expect.poll(tones).toBe(2);
  await expect(
    page.getByText('Tout est traité. Une demande s’affiche ici dès qu’elle arrive.'),
  ).toBeVisible();

  const first = await zoe.reserve(db, agent, 200);
  const orders = page.getByRole('table', { name: 'Commandes' });
  const row = (amount: string) => orders.getByRole('row').filter({ hasText: amount });
  await expect(row('$ 200,00')).toContainText('Demandée');
  await expect.poll(tones).toBe(4);
  const badges = page.getByRole('navigation', { name: 'Rubriques' }).getByRole('link');
  await expect(badges.filter({ hasText: 'Commandes' })).toContainText(/1\s*notification/);
  await expect(badges.filter({ hasText: 'Tableau de Bord' })).toContainText(/1\s*notification/);
  await expect(row('$ 200,00')).toContainText('contre € 181,00');
  await expect(row('$ 200,00')).toContainText('Petites coupures');
  await auditInBoth(page);

  await row('$ 200,00')
    .getByRole('button', { name: /^Accepter/ })
    .click();
  await expect(row('$ 200,00')).toContainText('Acceptée');
  expect(await zoe.show(first.id)).toMatchObject({ state: 'accepted' });
  await page.getByRole('link', { name: 'Fiches de préparation' }).click();
  const fiche = page.getByRole('table', { name: agent.company?.name ?? '' });
  await expect(fiche).toContainText('1 commande');
  // small notes, as wished, and what to take out in all
  await expect(fiche.getByRole('row').filter({ hasText: 'Zoé' })).toContainText('20 × 10');
  await expect(fiche.getByRole('row').filter({ hasText: 'Zoé' })).toContainText('Petites coupures');
  for (const part of ['Total USD', '20 × 10', '$ 200,00']) {
    await expect(fiche.getByRole('row').last()).toContainText(part);
  }
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Commandes', exact: true }).first().click();

  // several at once: each as far as it may go
  const [second, third] = [await zoe.reserve(db, agent, 300), await zoe.reserve(db, agent, 1_400)];
  // above 1 000 euros the law asks for it
  await expect(row('$ 1 400,00')).toContainText('Pièce d’identité à demander');
  // and for what this person exchanges besides
  await expect(row('$ 300,00')).toContainText(/Pièce d’identité à demander.*avec n°\s\S+ \(€\s181,00\)/);
  for (const amount of ['$ 200,00', '$ 300,00', '$ 1 400,00']) {
    await row(amount).getByRole('checkbox').check();
  }
  const chosen = page.getByRole('region', { name: 'Commandes choisies' });
  await expect(chosen).toContainText('3 commandes choisies');
  await chosen.getByRole('button', { name: 'Prêtes (1)' }).click();
  await expect(row('$ 200,00')).toContainText('Prête');
  await row('$ 300,00').getByRole('checkbox').check();
  await row('$ 300,00')
    .getByRole('button', { name: /^Refuser/ })
    .click();
  await modal(page).getByRole('radio', { name: 'Le taux ne peut plus être tenu' }).check();
  await expectAccessible(page);
  await modal(page).getByRole('button', { name: 'Refuser la commande' }).click();
  await expect(modal(page)).toHaveCount(0);
  await expect(row('$ 300,00')).toHaveCount(0);
  expect((await zoe.show(second.id)).events.at(-1)).toMatchObject({ kind: 'declined', reason: 'rate' });

  // as a scanner types it
  const field = page.getByLabel('Code du client');
  await field.fill('AAAAA');
  await field.press('Enter');
  await expect(page.getByText('Un code compte six lettres et chiffres.')).toBeVisible();
  await field.fill('');
  // from anywhere on the page, where none of its keys acts
  const state = page.getByRole('combobox', { name: 'État' });
  await state.focus();
  await scan(page, first.code);
  await expect(field).toHaveValue(first.code);
  await expect(state).toHaveValue('open');
  const search = page.getByRole('searchbox').or(page.getByLabel('Chercher')).first();
  await search.focus();
  await scan(page, first.code);
  await expect(search).toHaveValue('');
  await expect(field).toBeFocused();
  await expectToday(db, first);
  await page.keyboard.press('Enter');
  const panel = page.getByRole('region', { name: /^Zoé, n°\s/ });
  await expect(panel).toContainText(/Recevez.*€\s181,00.*espèces.*Remettez.*\$\s200,00/);
  expect(await zoe.show(first.id)).toMatchObject({ state: 'ready' });
  // the second press
  const handOver = panel.getByRole('button', { name: /^Remettre/ });
  await expect(handOver).toBeFocused();
  // the next client's code, typed at once, hands nothing over
  await page.keyboard.type('AAAAAA', { delay: 40 });
  await expect(field).toHaveValue('AAAAAA');
  await expect(panel).toHaveCount(0);
  await field.fill(first.code);
  await field.press('Enter');
  await expect(handOver).toBeFocused();
  // nor what is scanned under a question
  await row('$ 200,00')
    .getByRole('button', { name: /^Annuler/ })
    .click();
  await scan(page, first.code);
  await expect(modal(page)).toBeVisible();
  await expect(field).not.toBeFocused();
  await page.keyboard.press('Escape');
  await handOver.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/Remis à Zoé/)).toContainText('$ 200,00 contre € 181,00');
  // one press more leads to the request that waits, where the next code begins as well
  await field.press('Enter');
  await expect(row('$ 1 400,00').getByRole('button', { name: /^Accepter/ })).toBeFocused();
  await page.keyboard.type('AA', { delay: 40 });
  await expect(field).toHaveValue('AA');
  await field.fill('');
  expect(await zoe.show(third.id)).toMatchObject({ state: 'requested' });
  await expect(page.getByText(/Remis à Zoé/)).toBeVisible();
  await expect(row('$ 200,00')).toHaveCount(0);
  expect(await zoe.show(first.id)).toMatchObject({ state: 'collected' });
  await expect(field).toBeFocused();

  // by mistake: undone, then handed over under another number
  await page.getByRole('button', { name: /^Annuler la remise/ }).click();
  await expectAccessible(page);
  await modal(page).getByRole('radio', { name: 'Le client a rendu ses billets' }).check();
  await modal(page).getByRole('button', { name: 'Annuler la remise' }).click();
  await expect(row('$ 200,00')).toContainText('Prête');
  await expect(field).toBeFocused();
  // expected another day: the warning takes the second press, a Tab leads to its act
  await db.query(`UPDATE reservations SET pickup_at = now() + interval '2 days' WHERE reference = $1`, [
    first.id,
  ]);
  await field.fill(first.code);
  await field.press('Enter');
  await expect(panel.getByText(/est attendu/).locator('xpath=ancestor-or-self::*[@tabindex]')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(panel).toBeVisible();
  expect(await zoe.show(first.id)).toMatchObject({ state: 'ready' });
  await page.keyboard.press('Tab');
  await expect(handOver).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/Remis à Zoé/)).toBeVisible();

  await page.getByRole('link', { name: 'Registre du jour' }).click();
  await expect(page.getByRole('table', { name: 'Lignes du registre' })).toContainText(
    'Annulation du bordereau',
  );
  await expect(page.getByRole('table', { name: 'Totaux' })).toContainText('$ 200,00');
  await auditInBoth(page);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Exporter en CSV' }).click(),
  ]);
  expect(await readFile(await file.path(), 'utf8')).toContain('Annulation du bordereau');
  const [workbook] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Exporter en XLSX' }).click(),
  ]);
  expect(workbook.suggestedFilename()).toMatch(/^registre-\d{4}-\d\d-\d\d\.xlsx$/);
  const printed = readPdf(await page.pdf({ preferCSSPageSize: true }));
  expect(printed.pages).toEqual([{ width: 210, height: 297 }]);
  for (const part of [/Annulation du\s+bordereau/, /\$\s200,00/]) expect(printed.text).toMatch(part);
  expect(printed.text).not.toContain('Exporter en CSV');
  await page.getByRole('link', { name: 'Commandes', exact: true }).first().click();

  await page.getByRole('combobox', { name: 'État' }).selectOption({ label: 'Toutes' });
  await expect(row('Remise')).toContainText(first.code);
  // the code of what is open is the traveller's to tell
  await expect(row('$ 1 400,00')).not.toContainText(third.code);
  await page.getByRole('searchbox').or(page.getByLabel('Chercher')).first().fill(third.code);
  await expect(row('$ 200,00')).toHaveCount(0);
  await expect(row('$ 1 400,00')).toHaveCount(0);
  await page.getByRole('searchbox').or(page.getByLabel('Chercher')).first().fill(first.code);
  await expect(row('$ 200,00')).toBeVisible();
  await expect(row('$ 1 400,00')).toHaveCount(0);
  await zoe.close();

  await page.goto('/#/orders?etat=collected');
  // reservations of a page that is opened are no incoming requests
  await page.reload();
  await expect(row('$ 200,00')).toBeVisible();
  expect(await tones()).toBe(0);
  await row('$ 200,00').getByRole('link', { name: 'Annulation du bordereau n°\u00a01' }).click();
  const paper = page.getByRole('region', { name: 'Feuille à imprimer' });
  await expect(paper).toContainText(
    /Annulation du bordereau de change n°\s1, le .*Le client a rendu ses billets/,
  );
  await expect(paper).toContainText(/Annulé\s*Bordereau de change n°\s1/);
  await page.goBack();
  await row('$ 200,00').getByRole('link', { name: 'Bordereau n°\u00a02' }).click();
  await expect(paper).toContainText('Bordereau de change n° 2');
  await expect(paper).toContainText(agent.company?.name ?? '');
  await expect(paper).not.toContainText('Zoé');
  // by law nothing but the net rate is in bold
  const bold = await page.evaluate<string[]>(FIND_BOLD);
  expect(bold).toEqual(['1\u00a0EUR = 1,1050\u00a0USD']);
  await page.getByLabel('Nom du client').fill('Zoé Martin');
  await expect(paper).toContainText('Zoé Martin');
  await expectAccessible(page);
  const pdf = readPdf(await page.pdf({ preferCSSPageSize: true }));
  expect(pdf.pages).toEqual([{ width: 210, height: 297 }]);
  expect(pdf.text).toMatch(/Bordereau de change/);
  for (const fact of ['€ 181,00', '$ 200,00', 'Zoé Martin']) expect(pdf.text).toContain(fact);
  expect(pdf.text).not.toContain('Rubriques');
});

test('a better rate of the day is confirmed before hand-over and printed on the bordereau', {
  tag: '@phone',
}, async ({ page, open, enter, db, expectedProblems }) => {
  expectedProblems.push(/status of 409 \(Conflict\)/);
  const agent = await open({ scopes: COUNTER_SCOPES });
  await admit(db, agent);
  await db.query(
    `UPDATE reservation_terms SET terms = terms || '{"takes_better_rate": true, "buy_back": {"share": 50, "days": 90, "percent_off": 1.5}}'
     WHERE company_id = $1`,
    [agent.company?.id],
  );
  await fixDollar(db, agent);
  // of usual length, in the header
  await db.query(`UPDATE users SET name = 'Awa', surname = 'Diop' WHERE id = $1`, [agent.id]);
  const zoe = await Traveller.signIn(db, `zoe-mieux-${agent.name.toLowerCase()}@exemple.fr`, 'Zoé');
  const { id, code } = await zoe.reserve(db, agent, 200);
  await enter(agent.mail, '/orders');
  await page.getByRole('button', { name: /^Accepter/ }).click();
  await page.getByRole('button', { name: /^Prête/ }).click();
  await expect.poll(async () => (await zoe.show(id)).state).toBe('ready');
  await fix(db, agent, 'USD', { purchase: 1.17, sale: 1.12 });

  const field = page.getByLabel('Code du client');
  await field.fill(code);
  await field.press('Enter');
  const panel = page.getByRole('region', { name: /^Zoé, n°\s/ });
  await expect(panel).toContainText(/Recevez.*€\s178,58.*Remettez.*\$\s200,00/);
  await expect(panel).toContainText(
    /Le taux du jour est meilleur pour ce client : 1\sEUR = 1,1200\sUSD au lieu de 1\sEUR = 1,1050\sUSD/,
  );
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Ne pas remettre' }).click();
  await expect(panel).toHaveCount(0);
  expect((await zoe.show(id)).state).toBe('ready');
  await field.press('Enter');
  await panel.getByRole('button', { name: /^Remettre/ }).click();
  await expect(page.getByText(/Remis à Zoé/)).toContainText('$ 200,00 contre € 178,58');
  expect(await zoe.show(id)).toMatchObject({ state: 'collected', applied: { rate: 1.12, offered: 178.58 } });
  await zoe.close();

  await page.getByRole('link', { name: 'Imprimer le bordereau' }).click();
  const paper = page.getByRole('region', { name: 'Feuille à imprimer' });
  await expect(paper).toContainText(/Taux appliqué\s*1\sEUR = 1,1200\sUSD/);
  await expect(paper).toContainText(/Taux réservé\s*1\sEUR = 1,1050\sUSD/);
  await expect(paper).toContainText('€ 178,58');
  // what still holds once the reservation is nobody's
  await expect(paper).toContainText(
    /Garantie de reprise\s: jusqu’au .+ compris, le bureau reprend \$\s100 au plus \(50\s% de vos billets\)/,
  );
  const bold = await page.evaluate<string[]>(FIND_BOLD);
  expect(bold).toEqual(['1\u00a0EUR = 1,1200\u00a0USD']);

  // and notes come back
  await page.goto('/#/orders?etat=collected');
  await page.getByRole('button', { name: /^Reprendre des billets/ }).click();
  await modal(page).getByLabel('Billets rapportés, en USD').fill('60');
  // 60 / 1,12 × 0,985
  await expect(modal(page)).toContainText(/\$\s60 rendus\s: €\s52,76 en espèces, soit 1,5\s% de moins/);
  await expectAccessible(page);
  await modal(page)
    .getByRole('button', { name: /^Reprendre et payer/ })
    .click();
  await expect(paper).toContainText(/Bordereau de reprise n°\s1/);
  await expect(paper).toContainText(/Total remis au client\s*€\s52,76/);
  expect(await page.evaluate<string[]>(FIND_BOLD)).toEqual(['1\u00a0EUR = 1,137056\u00a0USD']);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Reprises' }).click();
  await expect(page.getByRole('heading', { name: 'Registre des reprises' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: /^Reprise n°/ }).click();
  await expect(paper).toContainText(/Premier bordereau\s*n°\s1/);

  await test.step('at 360 by 740 the first order stands whole on the first screen', async () => {
    const ida = await Traveller.signIn(db, `ida-mieux-${agent.name.toLowerCase()}@exemple.fr`, 'Ida');
    // identity is demanded, which is a line more
    await ida.reserve(db, agent, 1_400, 9, null, 1.12);
    await ida.close();
    await page.setViewportSize({ width: 360, height: 740 });
    await visit(page, '/orders');
    const order = page.getByRole('list', { name: 'Commandes' }).getByRole('listitem').first();
    await expect(order.getByRole('button', { name: /^Accepter/ })).toBeVisible();
    await expect(order).toBeInViewport({ ratio: 1 });
    await expect(page).toHaveTitle('(1) Commandes · Parité');
  });
});

test('the orders of a morning by the keyboard alone: filtered, accepted, prepared, handed over by a scanner', {
  tag: '@desktop',
}, async ({ page, open, enter, db, expectedProblems }) => {
  test.slow();
  // a code that is nobody's
  expectedProblems.push(/status of 404/);
  const agent = await open({ scopes: COUNTER_SCOPES });
  await admit(db, agent);
  await fixDollar(db, agent);
  const zoe = await Traveller.signIn(db, `zoe-${agent.name.toLowerCase()}@exemple.fr`, 'Zoé');
  const first = await zoe.reserve(db, agent, 200);
  await zoe.reserve(db, agent, 300);
  await zoe.reserve(db, agent, 400);
  await enter(agent.mail, '/orders');
  const { keyboard } = page;
  const row = (words: string | RegExp) =>
    page.getByRole('table', { name: 'Commandes' }).getByRole('row').filter({ hasText: words });
  const choose = (amount: string) => row(amount).getByRole('checkbox');
  await expect(row('Demandée')).toHaveCount(3);

  await expect(page.getByLabel('Code du client')).toBeFocused();
  for (const name of ['Clients', 'Commandes']) {
    await page.getByRole('navigation', { name: 'Rubriques' }).getByRole('link', { name }).press('Enter');
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  }
  await expect(page.getByLabel('Code du client')).toBeFocused();
  await expect(page).toHaveTitle('(3) Commandes · Parité');
  // the first request is two Tabs and a press away
  await keyboard.press('Tab');
  await keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Aller à la première demande' })).toBeFocused();
  await keyboard.press('Enter');
  await expect(
    row('Demandée')
      .first()
      .getByRole('button', { name: /^Accepter/ }),
  ).toBeFocused();
  await keyboard.press('?');
  await expect(modal(page)).toContainText('Chercher une commande');
  await expectAccessible(page);
  await keyboard.press('Escape');
  await expect(modal(page)).toHaveCount(0);
  const slash = page.getByRole('checkbox', { name: 'Touches / (recherche) et ? (aide)' });
  await tabTo(page, slash);
  await keyboard.press('Space');
  await keyboard.press('/');
  await expect(slash).toBeFocused();
  await keyboard.press('Space');
  await keyboard.press('/');
  // a person's pace, not a scanner's
  await keyboard.type('personne', { delay: 40 });
  await expect(page.getByText('Aucune commande ne répond à ces filtres.')).toBeVisible();
  await keyboard.press('Escape');
  await expect(row('Demandée')).toHaveCount(3);
  await tabTo(page, page.getByRole('combobox', { name: 'État' }));
  await keyboard.press('ArrowDown');
  await expect(page).toHaveURL(/etat=requested/);
  await expect(row('Demandée')).toHaveCount(3);

  // two at once; what is left of the list has the focus then
  for (const amount of ['$ 300,00', '$ 200,00']) {
    await tabTo(page, choose(amount));
    await keyboard.press('Space');
  }
  await tabTo(page, page.getByRole('button', { name: 'Accepter (2)' }));
  await keyboard.press('Enter');
  await expect(row('Demandée')).toHaveCount(1);
  await expect(choose('$ 400,00')).toBeFocused();
  await tabTo(page, page.getByRole('combobox', { name: 'État' }), 'Shift+Tab');
  await keyboard.press('Home');
  await expect(row('Acceptée')).toHaveCount(2);

  await tabTo(page, row('$ 200,00').getByRole('button', { name: /^Prête/ }));
  await keyboard.press('Enter');
  await expect(row('$ 200,00')).toContainText('Prête');
  await expect(page.getByLabel('Code du client')).toBeFocused();
  await tabTo(page, row('$ 200,00').getByRole('button', { name: /^Annuler/ }));
  await keyboard.press('Enter');
  await expect(modal(page)).toBeVisible();
  await keyboard.press('Escape');
  await expect(modal(page)).toHaveCount(0);
  await expect(row('$ 200,00').getByRole('button', { name: /^Annuler/ })).toBeFocused();

  await tabTo(page, page.getByLabel('Code du client'), 'Shift+Tab');
  await expectToday(db, first);
  await keyboard.type(`${first.code.toLowerCase()}\n`);
  await expect(page.getByRole('button', { name: /^Remettre/ })).toBeFocused();
  await keyboard.press('Enter');
  await expect(page.getByText(/Remis à Zoé/)).toContainText('$ 200,00 contre € 181,00');
  await expect(page.getByLabel('Code du client')).toBeFocused();
  // at once the next one
  await keyboard.type('XXXXXX\n');
  await expect(page.getByText(/Remis à Zoé/)).toHaveCount(0);
  await expect(page.getByLabel('Code du client')).toHaveAttribute('aria-invalid', 'true');
  await tabTo(page, page.getByRole('link', { name: 'Fiches de préparation' }));
  await keyboard.press('Enter');
  await expect(page.getByRole('table', { name: agent.company?.name ?? '' })).toContainText('$ 300,00');
  await zoe.close();
});

test('a colleague’s earlier act is announced, and the focus stays in the list', {
  tag: '@desktop',
}, async ({ page, open, enter, db, expectedProblems }) => {
  test.slow();
  expectedProblems.push(/ERR_FAILED/, /status of 409 \(Conflict\)/);
  const agent = await open({ scopes: COUNTER_SCOPES });
  await admit(db, agent);
  await fixDollar(db, agent);
  const zoe = await Traveller.signIn(db, `zoe-${agent.name.toLowerCase()}@exemple.fr`, 'Zoé');
  const ana = await Traveller.signIn(db, `ana-${agent.name.toLowerCase()}@exemple.fr`, 'Ana');
  const ids: Record<number, string> = {};
  for (const amount of [200, 300, 400]) ids[amount] = (await zoe.reserve(db, agent, amount)).id;
  for (const amount of [500, 600]) ids[amount] = (await ana.reserve(db, agent, amount)).id;
  const set = (amounts: readonly number[], state: string, ended = false) =>
    db.query(
      `UPDATE reservations SET state = $2, ended_at = CASE WHEN $3 THEN now() END WHERE reference = ANY ($1)`,
      [amounts.map((amount) => ids[amount]), state, ended],
    );
  // nothing is heard of what others do, and the page says so
  await page.route('**/api/reservations/events', (route) => route.abort());
  await enter(agent.mail, '/orders');
  const lost = page.getByRole('banner').getByText(/^Liaison perdue à .*, l’affichage attend$/);
  await expect(lost).toBeVisible();
  const row = (amount: number) =>
    page
      .getByRole('table', { name: 'Commandes' })
      .getByRole('row')
      .filter({ hasText: `$ ${amount},00` });
  const button = (amount: number, name: RegExp) => row(amount).getByRole('button', { name });
  const choose = (amount: number) => row(amount).getByRole('checkbox');

  await set([500], 'declined', true);
  await button(500, /^Accepter/).press('Enter');
  await expect(page.getByRole('alert')).toContainText('Ana : Cette réservation est à présent refusée');
  await expect(row(500)).toHaveCount(0);
  await expect(choose(400)).toBeFocused();
  await page.getByRole('button', { name: 'Fermer' }).click();

  await button(400, /^Refuser/).press('Enter');
  await modal(page).getByRole('button', { name: 'Refuser la commande' }).press('Enter');
  await expect(row(400)).toHaveCount(0);
  await expect(choose(300)).toBeFocused();

  await set([600], 'accepted');
  await set([600], 'ready');
  await db.query(`UPDATE reservations SET pickup_at = now() - interval '1 hour' WHERE reference = $1`, [
    ids[600],
  ]);
  const readAnew = async () => {
    for (const path of ['/profil', '/orders']) await visit(page, path);
  };
  await readAnew();
  await button(600, /^Non retirée/).press('Enter');
  await expect(row(600)).toHaveCount(0);
  await expect(choose(300)).toBeFocused();

  // a pointer keeps the page where it is, and its second press does not take the next step as well
  const place = async (name: RegExp) => (await button(300, name).boundingBox()) ?? { x: 0, y: 0, width: 0 };
  const [accept, refuse] = [await place(/^Accepter/), await place(/^Refuser/)];
  expect(accept.x).toBeLessThan(refuse.x);
  await page.mouse.dblclick(accept.x + accept.width / 2, accept.y + 5);
  await expect(row(300)).toContainText('Acceptée');
  // nor does a destructive act come to where the positive one was
  await expect(button(300, /^Prête/)).toBeVisible();
  const [ready, cancel] = [await place(/^Prête/), await place(/^Annuler/)];
  expect(ready.x).toBe(accept.x);
  expect(cancel.x).toBe(refuse.x);
  await expect(row(300)).toContainText('Acceptée');
  await button(300, /^Prête/).click();
  await expect(button(300, /^Prête/)).toHaveCount(0);
  expect((await place(/^Annuler/)).x).toBe(cancel.x);
  await expect(page.getByLabel('Code du client')).not.toBeFocused();

  await ana.reserve(db, agent, 700);
  await readAnew();
  await choose(700).check();
  await choose(200).check();
  await set([200], 'declined', true);
  await page.getByRole('button', { name: 'Accepter (2)' }).press('Enter');
  await expect(page.getByRole('alert')).toContainText(
    '1 commande acceptée. Zoé : Cette réservation est à présent refusée',
  );
  await expect(row(700)).toContainText('Acceptée');

  await page.unroute('**/api/reservations/events');
  // who presses something waits no longer
  await page.getByRole('heading', { level: 1 }).click();
  await expect(lost).toHaveCount(0);
  await zoe.close();
  await ana.close();
});

test('an order takes five keys beyond its code, and a key that is pressed twice or held does one act', {
  tag: '@desktop',
}, async ({ page, open, enter, db }) => {
  test.slow();
  const agent = await open({ scopes: COUNTER_SCOPES });
  await admit(db, agent);
  await fixDollar(db, agent);
  const zoe = await Traveller.signIn(db, `zoe-touches-${agent.name.toLowerCase()}@exemple.fr`, 'Zoé');
  const stream = page.waitForResponse('**/api/reservations/events');
  await enter(agent.mail, '/orders');
  await stream;
  const { keyboard } = page;
  const field = page.getByLabel('Code du client');
  const button = (name: RegExp) => page.getByRole('button', { name });
  const steps = [button(/^Accepter/), button(/^Prête/), field] as const;
  const states = ['requested', 'accepted', 'ready'];
  const state = async (order: { id: string }) => (await zoe.show(order.id)).state;

  const first = await zoe.reserve(db, agent, 200);
  await expect(button(/^Accepter/)).toBeVisible();
  await expect(field).toBeFocused();
  for (const next of steps) {
    await keyboard.press('Enter');
    await expect(next).toBeFocused();
  }
  await expectToday(db, first);
  await keyboard.type(`${first.code}\n`);
  await expect(button(/^Remettre/)).toBeFocused();
  await keyboard.press('Enter');
  await expect(page.getByText(/Remis à Zoé/)).toBeVisible();
  expect(await state(first)).toBe('collected');

  const second = await zoe.reserve(db, agent, 300);
  await expect(button(/^Accepter/)).toBeVisible();
  await expect(field).toBeFocused();
  for (const [i, next] of steps.entries()) {
    await keyboard.press('Enter');
    await keyboard.press('Enter');
    await expect(next).toBeFocused();
    expect(await state(second)).toBe(states[i]);
  }
  await expectToday(db, second);
  await keyboard.type(`${second.code}\n\n`);
  await expect(button(/^Remettre/)).toBeFocused();
  await keyboard.press('a');
  await expect(field).toBeFocused();
  await field.fill(second.code);
  for (let i = 0; i < 5; i++) await keyboard.down('Enter');
  await expect(button(/^Remettre/)).toBeFocused();
  for (let i = 0; i < 5; i++) await keyboard.down('Enter');
  await keyboard.up('Enter');
  expect(await state(second)).toBe('ready');
  await keyboard.press('Enter');
  await keyboard.press('Enter');
  await expect(page.getByText(/Remis à Zoé/)).toContainText('$ 300,00');
  await expect(field).toBeFocused();
  await zoe.close();
});

// Cards that a list becomes on a phone are audited as well.
const auditInBoth = (page: Page) => atBothWidths(page, () => expectAccessible(page));

/** An order of today: another day asks for one press more. */
const expectToday = (db: pg.Pool, { id }: { id: string }) =>
  db.query('UPDATE reservations SET pickup_at = now() WHERE reference = $1', [id]);

/** What is played has no place in the page. */
const COUNT_TONES = `
  globalThis.tones = 0;
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...when) {
    globalThis.tones += 1;
    return start.apply(this, when);
  };`;

const FIND_BOLD = `[...document.querySelectorAll('[aria-label="Feuille à imprimer"] *')]
  .filter((one) => one.children.length === 0 && Number(getComputedStyle(one).fontWeight) > 400)
  .map((one) => one.textContent)`;

/** Signs as a scanner sends them, some milliseconds after each other however busy the machine is. */
async function scan(page: Page, signs: string): Promise<void> {
  const keyboard = await page.context().newCDPSession(page);
  // the browser's own time, which the clock of the tests does not shift
  const begun = performance.timeOrigin + performance.now();
  for (const [i, sign] of [...signs].entries()) {
    const code = `${/\d/.test(sign) ? 'Digit' : 'Key'}${sign}`;
    const at = { timestamp: (begun + 5 * i) / 1_000, key: sign, code };
    await keyboard.send('Input.dispatchKeyEvent', { type: 'keyDown', text: sign, ...at });
    await keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', ...at });
  }
  await keyboard.detach();
}
