// Duration: closings from two pages, and what letters, offers and the site say of them.
import { expectAccessible } from '../audit.ts';
import { admit, COUNTER_SCOPES, fixDollar, Traveller } from './bookings.ts';
import { expect, test } from './office.ts';

const FLORAC = { code: '48061', lat: 44.3251, lon: 3.5937 };
const MINUTE = 60_000;

test('an agent closes a branch for hours where a traveller is expected, and reopens it', {
  tag: '@desktop',
}, async ({ page, open, enter, db, expectedProblems }) => {
  test.slow();
  // who is expected is shown first
  expectedProblems.push(/status of 409/);
  const agent = await open({ scopes: COUNTER_SCOPES });
  await admit(db, agent);
  await fixDollar(db, agent);
  const { rows } = await db.query<{ id: number }>(
    `INSERT INTO branches (company_id, name, kind, city, commune, postcode, lat, lon, hours, closed_on_holidays)
     VALUES ($1, 'Esplanade', 'street', 'Florac Trois Rivières', $2, '48400', $3, $4, '24/7', false) RETURNING id`,
    [agent.company?.id, FLORAC.code, FLORAC.lat, FLORAC.lon],
  );
  const branch = rows[0]?.id ?? 0;
  await db.query(
    `INSERT INTO stocks (company_id, branch, currency_code, day, ready) VALUES ($1, $2, 'USD', NULL, 1000)`,
    [agent.company?.id, branch],
  );
  const email = `zoe-${agent.name.toLowerCase()}@exemple.fr`;
  const zoe = await Traveller.signIn(db, email, 'Zoé');
  const one = await zoe.reserve(db, agent, 200, 9, branch);
  await db.query('UPDATE reservations SET pickup_at = $1, due_at = $1 WHERE reference = $2', [
    new Date(Date.now() + 2 * MINUTE),
    one.id,
  ]);

  await enter(agent.mail, '/orders');
  await page.getByRole('button', { name: 'Fermer maintenant…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Fermer maintenant' });
  await dialog.getByLabel('Jusqu’à').selectOption({ label: 'La fin de la journée' });
  await dialog.getByLabel('Motif').fill('Livraison');
  await dialog.getByRole('button', { name: 'Fermer l’agence' }).click();
  await expect(dialog.getByRole('status')).toContainText(
    `1 réservation tombe à une heure où le guichet sera fermé\u00a0: n°\u00a0${one.number}`,
  );
  await expectAccessible(page);
  expect(await zoe.show(one.id)).toMatchObject({ closed_then: false });
  await dialog.getByRole('button', { name: 'Fermer et prévenir' }).click();
  await expect(dialog).toBeHidden();
  const notice = page.getByText('Esplanade est fermée pour le reste de la journée', { exact: true });
  await expect(notice).toBeVisible();
  await expect(page.getByText(/lisent le motif\s: Livraison/)).toBeVisible();
  await expectAccessible(page);

  // the traveller's page, a letter, the offers and the counter's screen
  expect(await zoe.show(one.id)).toMatchObject({ closed_then: true });
  const letters = async () => {
    const sent = await db.query(`SELECT FROM mails WHERE recipient = $1 AND kind = 'reservation_closed'`, [
      email,
    ]);
    return sent.rowCount;
  };
  expect(await letters()).toBe(1);
  const site = `http://localhost:${process.env.E2E_PORT}`;
  const data = {
    offer: { currency: 'EUR', amount: 500 },
    wish: { currency: 'USD' },
    near: { lat: FLORAC.lat, lon: FLORAC.lon, radius_km: 5 },
  };
  const offers = async () => (await page.request.post(`${site}/api/public/offers`, { data })).text();
  await expect.poll(offers).toContain('Fermé jusqu’à minuit');
  await page.goto(`${site}/#/?offre=500&de=EUR&vers=USD&lieu=${FLORAC.code}`);
  await expect(page.getByText(/^Fermé jusqu’à minuit$/).first()).toBeVisible();
  await page.getByRole('button', { name: `Détails de ${agent.company?.name}` }).click();
  await expect(page.getByText(/^le .* à partir de .*\s: Livraison$/)).toBeVisible();

  await enter(agent.mail, `/agences/${branch}`);
  await expect(notice).toBeVisible();
  await page.getByRole('button', { name: 'Rouvrir Esplanade' }).click();
  await expect(notice).toBeHidden();
  await expect.poll(offers).toContain('Ouvert');
  expect(await zoe.show(one.id)).toMatchObject({ closed_then: false });
  expect(await letters()).toBe(1);
});

test('closing is found by Ctrl K and heads the branches; a colleague who was quicker is heard of', {
  tag: '@desktop',
}, async ({ page, open, enter, db, expectedProblems }) => {
  // a colleague has closed it
  expectedProblems.push(/status of 409/);
  const agent = await open({ scopes: COUNTER_SCOPES });
  await db.query(
    `INSERT INTO branches (company_id, name, kind, city, commune, postcode, hours, closed_on_holidays)
     VALUES ($1, 'Perrache', 'station', 'Lyon 2e', '69382', '69002', '24/7', false)`,
    [agent.company?.id],
  );
  await enter(agent.mail, '/clients');
  await page.keyboard.press('Control+K');
  await page.getByRole('combobox', { name: 'Page, devise, commande ou client' }).fill('fermer');
  await expect(page.getByRole('option').first()).toContainText('Fermer maintenant');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Fermer maintenant' });
  await expect(dialog).toBeVisible();
  await dialog.getByLabel('Jusqu’à').selectOption({ label: 'La fin de la journée' });
  await page.evaluate(CLOSE_BESIDE);
  await dialog.getByRole('button', { name: 'Fermer l’agence' }).click();
  await expect(page.getByRole('alert')).toContainText(
    'Perrache est déjà fermée pour le reste de la journée.',
  );
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/agences$/);
  await page.getByRole('button', { name: 'Rouvrir Perrache' }).click();
  await expect(page.getByText('Perrache est rouverte.')).toBeAttached();
  await page.getByRole('button', { name: 'Fermer maintenant…' }).click();
  await dialog.getByRole('button', { name: 'Fermer l’agence' }).click();
  await expect(page.getByText(/^Perrache est fermée (jusqu’à|pour)/).first()).toBeVisible();
  await expectAccessible(page);
});

/** Closes the branch of the page’s own bureau by a call of another tab. */
const CLOSE_BESIDE = `(async () => {
  const [{ id }] = await (await fetch('/api/branches')).json();
  const token = /XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1] ?? '';
  const headers = { 'content-type': 'application/json', 'x-xsrf-token': token };
  const body = JSON.stringify({ id, is_closed: true, until: '' });
  const answer = await fetch('/api/branches/close-now', { method: 'POST', headers, body });
  if (!answer.ok) throw new Error('the closing answered ' + answer.status);
})()`;
