// Duration: whole reservations with their mails, each screen in two widths, by axe, too.
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Pool } from 'pg';
import { auditBothWidths } from '../audit.ts';
import { compare, expect, offered, offerRows, openLanding, test } from '../fixtures.ts';
import { expectNothingCut } from '../large-text.ts';
import { readQr } from '../qr.ts';
import {
  AT_AIRPORT,
  begin,
  digitsFor,
  heading,
  IN_TOWN,
  press,
  sayWho,
  signIn,
  slots,
} from '../reserving.ts';

/** Names of the typed reservations that the tab still stores. */
const keptOf = (page: Page) =>
  page.evaluate(() => Object.keys(sessionStorage).filter((name) => name.startsWith('reservation:')));
/** Stores an entry, as a reservation with another company does. */
const keepAnother = (page: Page) =>
  page.evaluate(() => sessionStorage.setItem('reservation:other', '{"firstName":"Zoé"}'));

async function cancel(page: Page): Promise<void> {
  await press(page, 'Annuler la réservation');
  await page.getByRole('dialog').getByRole('button', { name: 'Annuler la réservation' }).click();
  await expect(page.getByRole('status').filter({ hasText: /^Annulée\s+par vous, / })).toBeVisible();
}

/** A press shows at once that the reservation is on its way, and once more does not ask anew. */
async function pressTwice(page: Page): Promise<void> {
  let asked = 0;
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  // the code of the page, which a slow telephone waits for
  await page.route('**/assets/TravellerPages-*.js', async (route) => {
    await answered;
    await route.continue();
  });
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/public/bookings') asked += 1;
  });
  await openLanding(page);
  await offered(page).fill('300');
  await compare(page);
  const reserve = offerRows(page)
    .filter({ hasText: AT_AIRPORT.bureau })
    .getByRole('link', { name: 'Réserver' });
  await reserve.click();
  await expect(reserve).toHaveAttribute('aria-busy', 'true');
  await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'true');
  await reserve.click();
  answer();
  await expect(heading(page, 'Où et quand')).toBeVisible();
  expect(asked).toBe(1);
  await page.goBack();
  await expect(reserve).toHaveAttribute('aria-busy', 'false');
  await reserve.click();
  await expect(heading(page, 'Où et quand')).toBeVisible();
}

test('the first screen says what it cannot do at a counter, and which notes the bureau has', {
  tag: '@phone',
}, async ({ page, db }) => {
  const name = `Comptoir ${randomUUID()}`;
  await test.step('the counter that was compared takes no reservation, and what that changes', async () => {
    const { rows } = await db.query<{ id: number }>(
      `INSERT INTO branches (company_id, name, kind, city, rates, percent)
       SELECT id, $2, 'no_counter', 'Toulouse', 'percent', -10 FROM companies WHERE name = $1 RETURNING id`,
      [IN_TOWN.bureau, name],
    );
    const [{ id } = { id: 0 }] = rows;
    await begin(page, { ...IN_TOWN, code: 'USD' });
    const amount = page.getByRole('textbox', { name: 'Vous donnez (EUR)' });
    await amount.fill('1.000,50');
    await expect(page.getByText(/pour €\s(999|1\s000),\d\d/).first()).toBeVisible();
    await amount.fill('300');
    await expect(page.getByRole('alert')).toHaveCount(0);
    await page.goto(`${page.url()}&agence=${id}`);
    await expect(page.getByRole('alert')).toHaveText(
      /^Comptoir \S+ ne prend pas de réservation\. Ci-dessous, .+\s: vous y recevez \$\s\d+,\d\d au lieu de \$\s\d+,\d\d\.$/,
    );
    await press(page, 'Continuer');
    await expect(heading(page, 'Qui vous êtes')).toBeFocused();
    await page.goBack();
    await expect(page.getByRole('alert')).toContainText('ne prend pas de réservation');
  });
  await test.step('notes are chosen among those that the bureau has of the currency', async () => {
    await page.getByRole('radio', { name: 'À mon choix' }).check();
    const notes = page.getByRole('group', { name: 'Coupures souhaitées' });
    await expect(notes.getByRole('checkbox')).toHaveCount(6);
    await notes.getByRole('checkbox', { name: '20 USD', exact: true }).check();
    await notes.getByRole('checkbox', { name: '50 USD', exact: true }).check();
    // € 300 are no multiple of ten dollars
    await expect(page.getByText(/^Ces coupures ne permettent pas ce montant/)).toBeVisible();
    await auditBothWidths(page);
  });
  await db.query('DELETE FROM branches WHERE name = $1', [name]);
});

test('from the landing page to the code, and back out: what opens and what follows is looked at', {
  tag: '@phone',
}, async ({ page, db }) => {
  test.slow();
  const email = `${randomUUID()}@exemple.fr`;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await test.step('a press that lasts', () => pressTwice(page));
  const others = page.getByRole('button', { name: /autres? guichets?$/ });
  if (await others.isVisible()) await others.click();
  await page.getByRole('radio', { name: AT_AIRPORT.where }).first().check();
  await expect(slots(page, 'Heure').and(page.locator(':checked'))).toHaveCount(1);
  expect(await page.context().cookies()).toEqual([]);
  await press(page, 'Continuer');
  await expect(heading(page, 'Qui vous êtes')).toBeFocused();
  await signIn(page, db, email);
  await sayWho(page);
  await press(page, 'Pourquoi pas en ligne ?');
  await expect(page.getByText('R561-10')).toBeVisible();
  await press(page, 'Continuer');
  await expect(heading(page, 'Vérifier et réserver')).toBeFocused();
  // the fee of that counter, paid beside the amount
  await expect(page.getByText(/^€\s303,\d\d$/)).toBeVisible();
  await press(page, 'Ce que le bureau promet');
  await expect(page.getByText(/^Assurance taux/)).toBeVisible();
  await auditBothWidths(page);
  await keepAnother(page);
  await press(page, 'Réserver');
  await expect(heading(page, 'Votre demande est partie')).toBeFocused();
  await expect(page.getByText(/^réponse au plus tard \S+ \d+ \S+ à/)).toBeVisible();
  expect(await keptOf(page)).toEqual([]);
  const { rows } = await db.query<{ code: string | null; state: string }>(
    `SELECT code, state FROM reservations JOIN travellers ON travellers.id = traveller_id WHERE email = $1`,
    [email],
  );
  // the code lies sealed
  expect(rows).toEqual([{ code: null, state: 'requested' }]);
  // what a scanner at the counter types is the code itself
  const code = await readQr(page.getByRole('img', { name: /^Code QR/ }));
  expect(code).toMatch(/^[A-Z\d]{6}$/);
  await expect(page.getByText(code ?? 'none', { exact: true })).toBeVisible();
  const agenda = await page.getByRole('link', { name: 'Ajouter à mon agenda' }).getAttribute('href');
  expect(decodeURIComponent(agenda ?? '')).toContain('BEGIN:VEVENT');

  await press(page, 'Changer l’heure');
  // there may be one hour alone on the first day
  const days = slots(page, 'Jour');
  // the present hour is the chosen one
  await expect(slots(page, 'Heure').and(page.locator(':checked'))).toHaveCount(1);
  await expect(page.getByRole('button', { name: /^Choisir / })).toHaveCount(0);
  await days.last().check();
  await page.getByRole('button', { name: /^Choisir / }).click();
  await expect(page.getByText('Votre nouvelle heure est enregistrée. Le bureau est prévenu.')).toBeVisible();
  await cancel(page);
  await expect(page.getByRole('link', { name: 'Comparer à nouveau' })).toHaveAttribute(
    'href',
    /#\/\?offre=\d+\.\d+&de=EUR&vers=USD&lieu=06088$/,
  );
  await page.getByRole('main').getByRole('link', { name: 'Mes voyages' }).click();
  await expect(page.getByRole('heading', { name: 'Terminées' })).toBeVisible();
  await auditBothWidths(page);
  // signed in elsewhere too
  await db.query(
    `INSERT INTO traveller_sessions (token_hash, traveller_id, created_at, last_used_at)
      SELECT sha256(email::bytea), id, now() - interval '1 hour', now() FROM travellers WHERE email = $1`,
    [email],
  );
  await page.getByRole('link', { name: 'Mon compte' }).click();
  await expect(page.getByRole('textbox', { name: 'Prénom' })).toHaveValue('Zoé');
  await auditBothWidths(page);
  await press(page, 'Fermer toutes les autres');
  await expect(page.getByText('L’autre session est fermée.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Où vous êtes connecté' })).toHaveCount(0);
  const file = page.waitForEvent('download');
  await press(page, 'Tout exporter');
  expect((await file).suggestedFilename()).toBe('mes-donnees-parite.json');
  await page.getByRole('textbox', { name: /^Votre adresse e-mail, pour confirmer/ }).fill(email);
  await keepAnother(page);
  await press(page, 'Effacer mon compte');
  await expect(offered(page)).toBeVisible();
  expect(await keptOf(page)).toEqual([]);
  await expect
    .poll(async () => (await db.query('SELECT id FROM travellers WHERE email = $1', [email])).rowCount)
    .toBe(0);
});

test('what went wrong is said where it was pressed, the focus goes on from there, and nothing is typed twice', {
  tag: '@phone',
}, async ({ page, db, expectedProblems }) => {
  test.slow();
  expectedProblems.push(/ERR_INTERNET_DISCONNECTED/, /status of (401|409)/);
  const email = `${randomUUID()}@exemple.fr`;
  await begin(page, IN_TOWN);
  await test.step('at the first step', async () => {
    // the counter that is chosen comes first
    await expect(page.getByRole('group', { name: 'Votre guichet' }).getByRole('radio').first()).toBeChecked();
    const amount = page.getByRole('textbox', { name: 'Vous donnez (EUR)' });
    // another offer's address, in the same tab
    const address = page.url();
    for (const asked of ['20', '300']) {
      await page.goto(address.replace('offre=300', `offre=${asked}`));
      await expect(amount).toHaveValue(asked);
    }
    await amount.fill('99999');
    await press(page, 'Continuer');
    await expect(amount).toBeFocused();
    await expect(page.getByText(/^Ce bureau réserve jusqu’à/)).toBeInViewport();
    await amount.fill('300');
    await press(page, 'Continuer');
  });
  await test.step('at the address and its code', () => mistakeMail(page, db));
  await test.step('a page that the phone drops while the mail is read asks for the digits again', async () => {
    await signIn(page, db, email, { drops: true });
    await sayWho(page);
    await press(page, 'Continuer');
    await expect(heading(page, 'Vérifier et réserver')).toBeVisible();
  });
  await test.step('no network, and a session that is gone', async () => {
    await page.context().setOffline(true);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.evaluate('scrollTo(0, 0)');
    await press(page, 'Réserver');
    await expect(page.getByRole('alert')).toContainText('Réessayez sans crainte d’un doublon');
    await expect(page.getByRole('alert')).toBeInViewport({ ratio: 1 });
    await page.context().setOffline(false);

    await page.context().clearCookies({ name: 'traveller' });
    await press(page, 'Réserver');
    await expect(page.getByRole('alert').first()).toContainText('Votre session a pris fin');
    await signIn(page, db, email);
    await expect(page.getByRole('textbox', { name: 'Prénom' })).toHaveValue('Zoé');
    await press(page, 'Continuer');
    await press(page, 'Continuer');
  });
  await test.step('a rate that changed', async () => {
    const { rows } = await db.query<{ id: number; sale: string }>(
      `SELECT c.id, f.sale FROM fixings f JOIN companies c ON c.id = f.company_id
       WHERE c.name = $1 AND f.currency_code = 'RSD'`,
      [IN_TOWN.bureau],
    );
    const [was] = rows;
    const fix = (sale: number) =>
      db.query(
        `UPDATE fixings SET sale = $2, updated_at = now() WHERE company_id = $1 AND currency_code = 'RSD'`,
        [was?.id, sale],
      );
    await fix(Number(was?.sale) * 0.999);
    await press(page, 'Réserver');
    await expect(page.getByRole('alert')).toContainText(
      /Le taux vient de changer.*Avant.*RSD\s[\d\s]+ pour €\s[\d,]+.*Maintenant.*RSD\s[\d\s]+ pour €\s[\d,]+/,
    );
    await page.getByRole('button', { name: /^Réserver RSD\s[\d\s]+ pour €\s[\d,]+$/ }).click();
    await expect(heading(page, 'Votre demande est partie')).toBeFocused();
    await fix(Number(was?.sale));
  });
  await test.step('with text twice as large', async () => {
    await page.evaluate("document.documentElement.style.fontSize = '200%'");
    await expectNothingCut(page, 'a reservation');
    await page.evaluate("document.documentElement.style.fontSize = ''");
  });
  await test.step('the way back begins another reservation, rather than its third step', async () => {
    await page.goBack();
    await expect(heading(page, 'Où et quand')).toBeVisible();
    await page.goForward();
    await expect(page.getByText('Votre code, à montrer au guichet')).toBeVisible();
  });
  await test.step('the bureau answers while one looks on, and refuses another hour', async () => {
    await db.query(
      `UPDATE reservations SET state = 'accepted', updated_at = now()
       WHERE traveller_id = (SELECT id FROM travellers WHERE email = $1)`,
      [email],
    );
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
    await expect(heading(page, 'C’est réservé')).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: 'Le bureau a accepté.' })).toBeVisible();
    await expect(page.getByRole('link', { name: /^Itinéraire vers .+, sur OpenStreetMap$/ })).toBeVisible();

    const change = page.getByRole('button', { name: 'Changer l’heure' });
    const refusal = 'Cette agence ne prend plus de réservation. L’heure ne peut plus changer.';
    const hours = '**/api/traveller/reservations/*/hours';
    await page.route(hours, (route) =>
      route.fulfill({ status: 409, json: { message: refusal, code: 'not_there' } }),
    );
    await change.click();
    await expect(page.getByRole('alert')).toHaveText(refusal);
    await page.unroute(hours);
    await change.click();
    await expect(slots(page, 'Jour').first()).toBeFocused();
    await press(page, 'Garder mon heure');
    await expect(change).toBeFocused();
    await cancel(page);
    await expect(heading(page, /^Réservation chez/)).toBeFocused();
  });
  await test.step('at the account', async () => {
    await page.getByRole('main').getByRole('link', { name: 'Mes voyages' }).click();
    await page.getByRole('link', { name: 'Mon compte' }).click();
    const confirming = page.getByRole('textbox', { name: 'Votre adresse e-mail, pour confirmer' });
    await confirming.fill('autre@exemple.fr');
    await press(page, 'Effacer mon compte');
    await expect(confirming).toBeFocused();
    await expect(page.getByText('Saisissez l’adresse de votre compte pour l’effacer.')).toBeInViewport();
    await keepAnother(page);
    await press(page, 'Se déconnecter');
    await expect(offered(page)).toBeVisible();
    expect(await keptOf(page)).toEqual([]);
    // the way back is at the top of each page
    await page.getByRole('button', { name: 'Menu' }).click();
    await page
      .getByRole('navigation', { name: 'Principale' })
      .getByRole('link', { name: 'Mes voyages' })
      .click();
    // the landing page has a field of that name too
    await expect(heading(page, 'Mes voyages')).toBeVisible();
    await signIn(page, db, email);
    await expect(page.getByRole('heading', { name: 'Terminées' })).toBeVisible();
    // who is signed in no more is asked anew, and told why
    await page.getByRole('link', { name: 'Mon compte' }).click();
    await expect(page.getByRole('textbox', { name: 'Prénom' })).toHaveValue('Zoé');
    await page.context().clearCookies({ name: 'traveller' });
    await press(page, 'Enregistrer');
    await expect(page.getByText(/^Votre session a pris fin\./)).toBeVisible();
    await expect(heading(page, 'Mon compte')).toBeFocused();
  });
});

/** A network that is lost, and a wrong code. */
async function mistakeMail(page: Page, db: Pool): Promise<void> {
  const email = `${randomUUID()}@exemple.fr`;
  const mail = page.getByRole('textbox', { name: 'Votre adresse e-mail' });
  await mail.fill(email);
  await page.context().setOffline(true);
  await press(page, 'Recevoir un code');
  await expect(page.getByRole('alert')).toBeInViewport({ ratio: 1 });
  await page.context().setOffline(false);
  await press(page, 'Recevoir un code');
  const digits = page.getByRole('textbox', { name: 'Code à six chiffres' });
  await expect(digits).toBeFocused();
  const right = await digitsFor(db, email);
  await digits.fill(right === '111111' ? '222222' : '111111');
  await press(page, 'Valider le code');
  await expect(digits).toHaveAccessibleDescription(/^Ce code n’est pas le bon/);
  // pressed in the bar at the foot, from anywhere on the page
  await expect(digits).toBeInViewport();
  await press(page, 'Changer d’adresse');
}
