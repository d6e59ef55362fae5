import { readFile } from 'node:fs/promises';
import { dayAt } from '#domain/branches/open-state.ts';
import { auditBothWidths, expectAccessible, expectNoSidewaysScroll } from '../audit.ts';
import { admit, COUNTER_SCOPES, chooseLastDay, fixDollar, Traveller } from './bookings.ts';
import { expect, modal, test } from './office.ts';

test('a week lists pickups by hour; two presses move one and notify the traveller', {
  tag: '@phone',
}, async ({ page, open, enter, db }) => {
  const agent = await open({ scopes: COUNTER_SCOPES });
  await admit(db, agent);
  await fixDollar(db, agent);
  const mail = `ana-${agent.name.toLowerCase()}@exemple.fr`;
  const ana = await Traveller.signIn(db, mail, 'Ana');
  const one = await ana.reserve(db, agent, 250);
  // it opens at what comes next, be that in the week that follows
  await enter(agent.mail, '/reservations');
  await expect(page.getByText('1 retrait : 1 à accepter')).toBeVisible();
  const entry = page.getByRole('listitem').filter({ hasText: 'Ana' });
  await expect(entry).toContainText('$ 250,00');
  // days with something first, the others in one line after them, and the month in the title alone
  const week = page.getByRole('main');
  await expect(week.getByRole('heading', { name: /^Semaine du \d/ })).toBeVisible();
  await expect(week.getByRole('heading', { level: 3 })).toHaveText(/^\p{L}+ \d{1,2}\s?1$/u);
  const [first, rest] = await Promise.all([
    entry.boundingBox(),
    week.getByText(/^Aucun retrait\s:/).boundingBox(),
  ]);
  expect(first?.y).toBeLessThan(rest?.y ?? 0);
  await auditBothWidths(page);

  const day = dayAt(Date.parse(one.pickup_at), one.time_zone);
  await page.goto(`/#/reservations?jour=${day}`);
  await page.getByRole('link', { name: 'Jour', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Jour', exact: true })).toHaveAttribute('aria-current', 'true');
  await expect(entry).toContainText('Demandée');
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exporter en CSV' }).click();
  const file = await waiting;
  expect(file.suggestedFilename()).toBe(`reservations-${day}.csv`);
  const written = await readFile(await file.path(), 'utf8');
  expect(written).toContain('Numéro;État;Jour du retrait;Heure;Lieu;Client;E-mail;Téléphone;Opération;');
  expect(written).toContain(`;Ana;${mail};`);
  expect(written).toContain(';Vente;226,25;EUR;250;USD;0;');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, true);

  // what comes while one looks is there by itself
  await ana.reserve(db, agent, 300, 10);
  await expect(page.getByText('2 retraits : 2 à accepter')).toBeVisible();

  const other = entry.filter({ hasText: '$ 250,00' }).getByRole('button', { name: /^Autre heure/ });
  await other.press('Enter');
  await expectAccessible(page);
  const expected = await chooseLastDay(modal(page));
  await page.evaluate(ANSWER_LATE);
  await modal(page).getByRole('button', { name: 'Changer l’heure' }).press('Enter');
  await expect(page.getByText(/Nouvelle heure pour Ana, .* : un e-mail le lui dit\./)).toBeVisible();
  await expect(entry).toHaveCount(1);
  // it is another day's now: the keyboard goes on at what is left of this one
  await expect(entry.getByRole('button', { name: /^Autre heure/ })).toBeFocused();
  expect(await ana.show(one.id)).toMatchObject({ pickup_at: new Date(expected).toISOString() });
  await expect
    .poll(async () => {
      const { rows } = await db.query(`SELECT 1 FROM mails WHERE recipient = $1 AND kind = 'reservation'`, [
        mail,
      ]);
      return rows.length;
    })
    .toBeGreaterThan(0);
  await ana.close();
});

/** The answer to a move comes when the list has heard of it already. */
const ANSWER_LATE = `{
  const { fetch } = window;
  window.fetch = async (...asked) => {
    const answer = await fetch(...asked);
    const isMove = String(asked[0].url ?? asked[0]).includes('/reservations/move');
    while (isMove && document.querySelectorAll('main [data-row]').length > 1) await new Promise(requestAnimationFrame);
    return answer;
  };
}`;
