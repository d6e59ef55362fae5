// Duration: a server of its own, and reservations followed in both applications and by mail.
import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import type { Pool } from 'pg';
import type { Email } from 'postal-mime';
import { openDatabase } from '#server/db/open.ts';
import { applyRetention } from '#server/features/privacy/retention.ts';
import { endDueReservations } from '#server/features/reservations/end-due-reservations.ts';
import { expectAccessible } from '../audit.ts';
import { tabTo } from '../keyboard.ts';
import { readLetter } from '../letters.ts';
import { Traveller } from '../office/bookings.ts';
import type { Account } from '../office/office.ts';
import { readPdf } from '../pdf.ts';
import { readQr } from '../qr.ts';
import { slots } from '../reserving.ts';
import { expect, type House, test } from './joined-house.ts';

// one server for all of them, and a width each: the bureau's is the desktop's, the traveller's a phone's
test.describe.configure({ mode: 'default' });
const tag = '@desktop';

type Mailed = (to: string, subject: RegExp) => Promise<Email>;
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const offerOf = (page: Page, { company }: Account) =>
  page.getByRole('link', { name: `Réserver, ${company?.name}` });

async function digitsFor(email: string, mailed: Mailed): Promise<string> {
  const { text = '' } = await mailed(email, /^\d{6} est votre code Parité$/);
  const [, first = '', second = ''] = /^(\d{3}) (\d{3})$/m.exec(text) ?? [];
  return first + second;
}

/** From the list of offers to the page of the reservation; its code. */
async function reserve(page: Page, agent: Account, mailed: Mailed, asked = 'offre=300&de=EUR&vers=USD') {
  const email = `${randomUUID()}@exemple.fr`;
  await page.goto(`/#/?${asked}`);
  await offerOf(page, agent).click();
  await press(page, 'Continuer');
  await page.getByLabel('Votre adresse e-mail').fill(email);
  await press(page, 'Recevoir un code');
  await page.getByLabel('Code à six chiffres').fill(await digitsFor(email, mailed));
  await press(page, 'Valider le code');
  await page.getByLabel('Prénom').fill('Zoé');
  await press(page, 'Continuer');
  await expect(heading(page, 'Comment payer')).toBeVisible();
  await press(page, 'Continuer');
  await expect(heading(page, 'Vérifier et réserver')).toBeVisible();
  return email;
}

/** A reservation that is asked for by calls, as the pages make them, and its page. */
async function askFor(
  page: Page,
  agent: Account,
  { port, pool }: House,
  branch: number | null = null,
): Promise<string> {
  const site = `http://localhost:${port}/`;
  const email = `${randomUUID()}@exemple.fr`;
  const zoe = await Traveller.signIn(pool, email, 'Zoé', site);
  const { id } = await zoe.reserve(pool, agent, 331, 9, branch);
  await zoe.bringTo(page.context(), site);
  await zoe.close();
  await page.goto('about:blank');
  await page.goto(`/#/voyages/${id}`);
  await expect(page.getByRole('button', { name: 'Annuler la réservation' })).toBeVisible();
  return email;
}

const sent = (page: Page) => expect(heading(page, 'Votre demande est partie')).toBeVisible();
const promised = async (db: Pool, { company }: Account) =>
  (await db.query('SELECT sum(promised)::float8 AS all FROM stocks WHERE company_id = $1', [company?.id]))
    .rows[0].all;
const orders = (page: Page) =>
  page.getByRole('table', { name: 'Commandes' }).getByRole('row').filter({ hasText: 'Zoé' });
const act = (row: Locator, name: RegExp) => row.getByRole('button', { name }).click();
const contactOf = async (db: Pool, { company }: Account): Promise<string> =>
  (await db.query('SELECT email FROM companies WHERE id = $1', [company?.id])).rows[0].email;

test('asked for by the keyboard alone, accepted, prepared and handed over by the code of the mail; the slip prints', {
  tag,
}, async ({ page, traveller, agent, mailed, enter, db }) => {
  await enter(agent.mail, '/orders');
  const email = `${randomUUID()}@exemple.fr`;
  const { keyboard } = traveller;
  const button = (name: string) => traveller.getByRole('button', { name, exact: true });
  await traveller.goto('/#/?offre=300&de=EUR&vers=USD');
  await tabTo(traveller, offerOf(traveller, agent));
  await keyboard.press('Enter');
  await expect(heading(traveller, 'Où et quand')).toBeFocused();
  await tabTo(traveller, button('Continuer'));
  await keyboard.press('Enter');
  await tabTo(traveller, traveller.getByLabel('Votre adresse e-mail'));
  await keyboard.type(email);
  await keyboard.press('Enter');
  await expect(traveller.getByLabel('Code à six chiffres')).toBeFocused();
  await keyboard.type(await digitsFor(email, mailed));
  await keyboard.press('Enter');
  await expect(traveller.getByLabel('Prénom')).toBeFocused();
  await keyboard.type('Zoé');
  await keyboard.press('Enter');
  await expect(heading(traveller, 'Comment payer')).toBeFocused();
  await tabTo(traveller, button('Continuer'));
  await keyboard.press('Enter');
  await expect(heading(traveller, 'Vérifier et réserver')).toBeFocused();
  await tabTo(traveller, button('Réserver'));
  await keyboard.press('Enter');
  await sent(traveller);

  const asked = await mailed(email, /^Votre demande de réservation chez/);
  const code = /à montrer au\s+guichet\s*:\s*([A-Z0-9]{6})/.exec(asked.text ?? '')?.[1] ?? 'none';
  await expect(traveller.getByText(code, { exact: true })).toBeVisible();
  expect(asked.attachments.map(({ mimeType }) => mimeType).sort()).toEqual(['image/png', 'text/calendar']);
  // what the scanner at the counter types, off the mail as off the page
  const picture = asked.attachments.find(({ mimeType }) => mimeType === 'image/png')?.content;
  expect(await readQr(new Uint8Array(picture as ArrayBuffer))).toBe(code);
  const scanned = await readQr(traveller.getByRole('img', { name: /^Code QR/ }));
  const { text: told = '' } = await mailed(await contactOf(db, agent), /: à accepter$/);
  expect(told).not.toMatch(new RegExp(`${code}|Zoé|${email}`));

  await act(orders(page), /^Accepter/);
  await mailed(email, /accepte votre réservation$/);
  await act(orders(page), /^Prête/);
  await mailed(email, /^Vos billets vous attendent/);
  await page.getByLabel('Code du client').focus();
  await page.keyboard.type(scanned);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Remettre/ }).click();
  await expect(page.getByText(/Remis à Zoé/)).toContainText('$ 331,00 contre € 299,55');
  await page.getByRole('link', { name: 'Imprimer le bordereau' }).click();
  await expect(page.getByRole('region', { name: 'Feuille à imprimer' })).toContainText(
    'Bordereau de change n° 1',
  );
  const paper = readPdf(await page.pdf({ preferCSSPageSize: true }));
  for (const fact of ['€ 299,55', '$ 331,00', agent.company?.name ?? '']) expect(paper.text).toContain(fact);
});

test('letters: three paragraphs and the ticket, six digits at 32 pixels, the code at 40, accepted not as asked for', {
  tag,
}, async ({ page, traveller, agent, mailed, enter, house }) => {
  await enter(agent.mail, '/orders');
  const email = await askFor(traveller, agent, house);
  const letter = await traveller.context().newPage();
  const picture = letter.getByRole('img', { name: /^Code QR/ });
  await readLetter(letter, await mailed(email, /^\d{6} est votre code Parité$/));
  await expect(letter.getByText(/^\d{3} \d{3}$/)).toHaveCSS('font-size', '32px');
  await expect(letter.getByRole('link')).toHaveCount(0);

  await readLetter(letter, await mailed(email, /^Votre demande de réservation chez/));
  const code = await readQr(picture);
  await expect(letter.getByText(code, { exact: true })).toHaveCSS('font-size', '40px');
  const ticket = letter.locator('table', { hasText: /^\s*Demandée · réponse au plus tard/ });
  await expect(ticket).toHaveCSS('border-style', 'dashed');

  await act(orders(page), /^Accepter/);
  await readLetter(letter, await mailed(email, /accepte votre réservation$/));
  expect(await readQr(picture)).toBe(code);
  const accepted = letter.locator('table', { hasText: /^\s*Acceptée/ });
  await expect(accepted).toHaveCSS('border-style', 'solid');

  await press(traveller, 'Annuler la réservation');
  await traveller.getByRole('dialog').getByRole('button', { name: 'Annuler la réservation' }).click();
  await readLetter(letter, await mailed(email, /^Votre réservation chez .+ est annulée$/));
  await expect(letter.getByRole('heading', { name: 'Votre réservation est annulée' })).toBeVisible();
  await expect(letter.getByText(/annul/i).filter({ visible: true })).toHaveCount(1);
  await expect(picture).toHaveCount(0);
  await expect(letter.getByRole('link', { name: 'Comparer à nouveau' })).toHaveAttribute(
    'href',
    /\/#\/\?offre=299\.55&de=EUR&vers=USD/,
  );
});

test('declined with a reason, or left without an answer: the mail says it, and the stock is there again', {
  tag,
}, async ({ page, traveller, agent, mailed, enter, db, house }) => {
  await enter(agent.mail, '/orders');
  const email = await askFor(traveller, agent, house);
  expect(await promised(db, agent)).toBe(331);
  await act(orders(page), /^Refuser/);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Le taux ne peut plus être tenu' }).check();
  await dialog.getByRole('button', { name: 'Refuser la commande' }).click();
  const { text = '' } = await mailed(email, /ne peut pas prendre votre réservation$/);
  expect(text).toContain('ce taux n’est plus possible pour lui');
  expect(text).toContain('Vous ne devez rien');
  expect(await promised(db, agent)).toBe(0);
  await traveller.reload();
  await expect(traveller.getByText('Sa raison\u00a0: ce taux n’est plus possible pour lui.')).toBeVisible();

  // another that nobody answers lapses
  const second = await askFor(traveller, agent, house);
  expect(await promised(db, agent)).toBe(331);
  // once the time to answer is over
  await db.query(
    `UPDATE reservations SET due_at = now() - interval '1 minute' WHERE company_id = $1 AND state = 'requested'`,
    [agent.company?.id],
  );
  await runJob(house.url, (parts) => endDueReservations(parts));
  await mailed(second, /n’a pas répondu à votre demande$/);
  expect(await promised(db, agent)).toBe(0);
  await traveller.reload();
  await expect(
    traveller.getByRole('status').filter({ hasText: /^Restée sans réponse .+ Vous ne devez rien\.$/ }),
  ).toBeVisible();
});

test('the traveller moves the hour and the bureau sees it live; the bureau moves it and the mail says so', {
  tag,
}, async ({ page, traveller, agent, mailed, enter, db, house }) => {
  const email = await askFor(traveller, agent, house);
  await enter(agent.mail, '/reservations');
  const move = page
    .getByRole('listitem')
    .filter({ hasText: 'Zoé' })
    .getByRole('button', { name: /^Autre heure/ });
  await press(traveller, 'Changer l’heure');
  await slots(traveller, 'Jour').nth(1).check();
  await traveller.getByRole('button', { name: /^Choisir / }).click();
  await expect(
    traveller.getByText('Votre nouvelle heure est enregistrée. Le bureau est prévenu.'),
  ).toBeVisible();
  // the page of its day, open while the traveller moves on to the next hour
  await page.goto(`/#/reservations?jour=${await dayOf(db, agent)}`);
  await expect(move).toBeVisible();
  await press(traveller, 'Changer l’heure');
  await slots(traveller, 'Heure').last().check();
  const before = await page.getByRole('listitem').filter({ hasText: 'Zoé' }).textContent();
  await traveller.getByRole('button', { name: /^Choisir / }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Zoé' })).not.toHaveText(before ?? '');
  await move.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Heure', { exact: true }).selectOption({ index: 0 });
  await dialog.getByRole('button', { name: 'Changer l’heure' }).click();
  await expect(page.getByText(/Nouvelle heure pour Zoé, .* : un e-mail le lui dit\./)).toBeVisible();
  const { text = '' } = await mailed(email, /change l’heure de votre retrait$/);
  expect(text).toContain('choisissez-en une autre, ou annulez');
});

test('a branch closes at the agreed hour: the mail says so, and the page leads to another branch in one press', {
  tag,
}, async ({ page, traveller, agent, mailed, enter, db, house, expectedProblems }) => {
  // the closure is asked about first
  expectedProblems.push(/status of 409/);
  const [name, other] = ['Célestins', 'Brotteaux'];
  const { rows } = await db.query<{ id: number }>(
    `WITH branch AS (
       INSERT INTO branches (company_id, name, kind, city)
       SELECT $1, unnest($2::text[]), 'street', 'Lyon' RETURNING id),
     stock AS (INSERT INTO stocks (company_id, branch, currency_code, ready) SELECT $1, id, 'USD', 1000 FROM branch)
     SELECT id FROM branch ORDER BY id`,
    [agent.company?.id, [name, other]],
  );
  const id = rows[0]?.id ?? 0;
  const email = await askFor(traveller, agent, house, id);
  const day = await dayOf(db, agent);
  await enter(agent.mail, `/agences/${id}`);
  await press(page, 'Ajouter une fermeture exceptionnelle');
  await page.getByLabel('Fermé du').fill(day);
  await page.getByLabel('au', { exact: true }).fill(day);
  await press(page, 'Enregistrer');
  await press(page, 'Enregistrer et prévenir');
  const { text = '' } = await mailed(email, /sera fermé à l’heure de votre retrait$/);
  expect(text).toContain(
    'Choisissez une autre heure, une autre agence du bureau si elle peut vous servir, ou annulez',
  );

  await traveller.reload();
  await expect(traveller.getByText('Le guichet sera fermé à cette heure')).toBeVisible();
  await expectAccessible(traveller);
  await press(traveller, `Choisir ${other}`);
  await expect(
    traveller.getByText(`Votre retrait aura lieu à ${other}. Le bureau est prévenu.`),
  ).toBeVisible();
  await expect(traveller.getByText('Le guichet sera fermé à cette heure')).toBeHidden();
  const moved = await mailed(email, /change d’agence$/);
  expect(moved.text).toContain(`était prévu à l’agence ${name}`);
});

test('what is left of a journey is sold back at an airport: its minimum is said, its fee taken, its hour its own', {
  tag,
}, async ({ page, traveller, agent, mailed, enter, db }) => {
  const { rows } = await db.query(
    `INSERT INTO branches (company_id, name, kind, city) VALUES ($1, 'Aérogare', 'airport', 'Lyon') RETURNING id`,
    [agent.company?.id],
  );
  await db.query(
    `INSERT INTO stocks (company_id, branch, currency_code, ready) VALUES ($1, $2, 'EUR', 2000)`,
    [agent.company?.id, rows[0].id],
  );
  await db.query(
    `UPDATE reservation_terms SET terms = jsonb_set(terms, '{modes,airport}',
       '{"is_offered": true, "delay_minutes": 90, "minimum": 100, "fee": 4}') WHERE company_id = $1`,
    [agent.company?.id],
  );
  // too little for the airport is not offered in the list, and is said before anything is pressed
  await traveller.goto('/#/?offre=100&de=USD&vers=EUR');
  await expect(traveller.getByRole('button', { name: `Choisir ${agent.company?.name}` })).toBeVisible();
  await expect(offerOf(traveller, agent)).toHaveCount(0);
  await traveller.goto('/#/?offre=300&de=USD&vers=EUR');
  const way = await offerOf(traveller, agent).getAttribute('href');
  await traveller.goto(`/${way?.replace('offre=300', 'offre=100')}`);
  await expect(traveller.getByRole('radio', { name: /^Aérogare/ })).toBeChecked();
  await expect(traveller.getByText('Ce bureau réserve à partir de €\u00a0100.')).toBeVisible();
  const email = await reserve(traveller, agent, mailed, 'offre=300&de=USD&vers=EUR');
  // 300 dollars at 1.17, without the fee
  await expect(
    traveller.getByRole('listitem').filter({ hasText: /^€\s252,41\s?pour \$\s300 en billets/ }),
  ).toBeVisible();
  await expect(traveller.getByText(/^À apporter\s: \$\s300 en billets, votre code$/)).toBeVisible();
  await press(traveller, 'Réserver');
  await sent(traveller);
  expect(await promised(db, agent)).toBe(252.41);
  const { text = '' } = await mailed(email, /^Votre demande/);
  expect(text.replaceAll('\u00a0', ' ')).toMatch(/€ 252,41.*Frais du bureau : € 4, déduits/s);
  await enter(agent.mail, '/orders');
  await expect(orders(page)).toContainText('$ 300,00');
});

test('who collected is erased on time, and an account deletes itself: the bureau hears of what was open', {
  tag,
}, async ({ page, traveller, agent, mailed, enter, db, house }) => {
  const email = await askFor(traveller, agent, house);
  await enter(agent.mail, '/clients');
  await expect(page.getByRole('table', { name: 'Clients' })).toContainText(email);
  // an open page of the reservation renews the session that is aged here
  await traveller.goto('about:blank');
  // collected, thirty days and a bit ago
  for (const state of ['accepted', 'ready', 'collected']) {
    await db.query(
      `UPDATE reservations SET state = $2::text, ended_at = CASE WHEN $2 = 'collected' THEN now() - interval '31 days' END
       WHERE company_id = $1`,
      [agent.company?.id, state],
    );
  }
  await db.query(`UPDATE travellers SET seen_at = now() - interval '31 days' WHERE email = $1`, [email]);
  await db.query(
    `UPDATE traveller_sessions SET last_used_at = now() - interval '31 days', created_at = now() - interval '31 days'
    WHERE traveller_id = (SELECT id FROM travellers WHERE email = $1)`,
    [email],
  );
  await runJob(house.url, (parts) => applyRetention(parts, AbortSignal.timeout(60_000)));
  expect((await db.query('SELECT id FROM travellers WHERE email = $1', [email])).rowCount).toBe(0);
  // the amounts stay, of nobody
  const { rows } = await db.query(
    'SELECT offered::float8, traveller_id FROM reservations WHERE company_id = $1',
    [agent.company?.id],
  );
  expect(rows).toEqual([{ offered: 299.55, traveller_id: null }]);
  await page.reload();
  await expect(page.getByText('Vos clients s’affichent ici dès leur première réservation.')).toBeVisible();

  await traveller.context().clearCookies();
  const second = await askFor(traveller, agent, house);
  const contact = await contactOf(db, agent);
  await mailed(contact, /: à accepter$/);
  await traveller.goto('/#/compte');
  await traveller.getByLabel('Votre adresse e-mail, pour confirmer').fill(second);
  await press(traveller, 'Effacer mon compte');
  await expect(traveller.getByLabel('Je donne', { exact: true })).toBeVisible();
  await mailed(contact, /: annulée par le voyageur$/);
  expect((await db.query('SELECT id FROM travellers WHERE email = $1', [second])).rowCount).toBe(0);
});

async function dayOf(db: Pool, { company }: Account): Promise<string> {
  const { rows } = await db.query(
    `SELECT to_char(pickup_at AT TIME ZONE 'Europe/Paris', 'YYYY-MM-DD') AS day FROM reservations WHERE company_id = $1`,
    [company?.id],
  );
  return rows[0].day;
}

/** What the queue runs once a minute or an hour, now. */
async function runJob(
  url: string,
  run: (
    parts: Parameters<typeof endDueReservations>[0] & Parameters<typeof applyRetention>[0],
  ) => Promise<unknown>,
): Promise<void> {
  const { db, close } = openDatabase(url);
  const fail = (problem: object) => {
    throw new Error(JSON.stringify(problem));
  };
  await run({ db, log: { error: fail, info: () => undefined, warn: fail } as never });
  await close();
}
