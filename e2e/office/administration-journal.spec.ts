// Duration: a journal filtered, searched and exported in two windows.
import { readFile } from 'node:fs/promises';
import { dayAfter } from '#domain/branches/open-state.ts';
import { agentScopes } from '#domain/iam/presets.ts';
import { auditBothWidths, expectAccessibleInBothSchemes, expectNoSidewaysScroll } from '../audit.ts';
import { announced, expect, heading, newNames, press, test } from './administration.ts';
import { goTo } from './office.ts';

test('the journal tells who did what, newest first, in French, and is filtered, searched and exported', {
  tag: '@phone',
}, async ({ page, admin, open, db }) => {
  const { name, site } = newNames();
  const { rows } = await db.query(
    `INSERT INTO companies (name, site, phone, email) VALUES ($1, $2, '', '') RETURNING id`,
    [name, site],
  );
  const id = rows[0].id;
  const list = page.getByRole('list', { name: 'Journal des actions' });
  const found = list.locator('[data-row]');
  // as the server writes them, each some minutes after the one before
  const acts = (entries: readonly [action: string, subject: number | null, changes: object][]) =>
    db.query(
      `INSERT INTO audit_entries (at, user_id, action, company_id, subject_user_id, changes)
       SELECT now() - (60 - place) * interval '1 minute', $1, act->>0, $2, (act->>1)::int, act->2
       FROM jsonb_array_elements($3::jsonb) WITH ORDINALITY AS listed (act, place)`,
      [admin.id, id, JSON.stringify(entries)],
    );
  await test.step('who did what', async () => {
    const subject = await open({ company: { id, name } });
    const { mail } = subject;
    await acts([
      [
        'company.added',
        null,
        { name: [null, name], site: [null, site], phone: [null, ''], is_partner: [null, false] },
      ],
      ['company.edited', null, { phone: ['', '01 99 00 12 34'], is_partner: [false, true] }],
      [
        'user.invited',
        subject.id,
        { mail: [null, mail], name: [null, 'Ines'], company_id: [null, id], scopes: [null, agentScopes] },
      ],
      ['user.link_shown', subject.id, { link: [null, 7] }],
      ['user.edited', subject.id, { scopes: [['fixings.list.me', 'orders.list.me'], ['fixings.list.me']] }],
      ['user.suspended', subject.id, { is_suspended: [false, true] }],
    ]);
    await goTo(page, 'Administration');
    await page.getByRole('link', { name: 'Journal' }).click();
    await expect(heading(page, 'Journal')).toBeFocused();
    await page.getByLabel('Chercher dans le journal').fill(name);
    await expect(found).toHaveCount(6);
    for (const [i, parts] of [
      ['Utilisateur suspendu', mail, 'Suspendu : non', 'oui'],
      ['Utilisateur modifié', mail, 'Droits retirés : Voir ses commandes'],
      // the page of who was invited shows the link
      ['Lien de mot de passe montré', mail, 'Lien : n°'],
      ['Utilisateur invité', mail, name, 'Prénom : Ines', `Bureau : ${name}`],
      ['Bureau modifié', name, 'Téléphone : vide', '01 99 00 12 34', 'Partenaire : non', 'oui'],
      ['Bureau ajouté', name, `Site : ${site}`],
    ].entries()) {
      for (const part of [admin.name, ...parts]) await expect(found.nth(i)).toContainText(part);
      await expect(found.nth(i)).toContainText(/\d\d-\d\d-20\d\d \d\d:\d\d/);
    }
    // what was left empty when the bureau was added is no change
    await expect(found.last()).not.toContainText('Partenaire');
    await expect(found.last()).not.toContainText('Téléphone');
    await found.first().getByRole('link', { name: mail }).click();
    await expect(heading(page, `${subject.name} Dupont`)).toBeVisible();
  });
  await test.step('filtered, searched and exported', async () => {
    const cells = (ready: number | null) =>
      Array.from({ length: 9 }, (_, i) => ({
        branch: 'Gare',
        currency: ['USD', 'GBP', 'CHF'][i % 3],
        ready,
      }));
    await acts([
      ['stocks.edited', null, { day: [null, null], stocks: [cells(null), cells(1500)] }],
      ['terms.edited', null, { airport_delay: ['180', '90'] }],
    ]);
    await db.query(
      `INSERT INTO audit_entries (at, user_id, action, company_id, changes) VALUES
       (now() - interval '40 days', $1, 'company.suspended', $2, '{"is_suspended": [false, true]}')`,
      [admin.id, id],
    );
    await page.goto('/#/sittings/journal');
    await page.getByLabel('Chercher dans le journal').fill(name);
    await expect(found).toHaveCount(9);
    await expect(list).toContainText('À l’aéroport, délai de préparation (min) : 180 → , devenu 90');
    await expect(list).toContainText('USD, Gare : vide → , devenu 1\u202f500');
    await list.getByText('4 autres changements').click();
    await auditBothWidths(page);
    await page.getByLabel('Action', { exact: true }).selectOption('terms');
    await expect(found).toHaveCount(1);
    await page.getByLabel('Action', { exact: true }).selectOption('');
    await expect(found).toHaveCount(9);
    await page.getByLabel('Au', { exact: true }).fill(dayAfter(new Date().toISOString().slice(0, 10), -10));
    await expect(found).toHaveText([/Bureau suspendu/]);
    const waiting = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Exporter le journal en CSV' }).click();
    const written = await readFile(await (await waiting).path(), 'utf8');
    expect(written).toContain('Date;Action;Auteur;Bureau;Utilisateur;Changements');
    expect(written).toMatch(new RegExp(`;Bureau suspendu;[^;]+;${name};;Suspendu\\s: non → oui`));
    expect(written).not.toContain('Stocks modifiés');
    await page.getByLabel('Action', { exact: true }).selectOption('stocks.edited');
    await expect(page.getByText('Aucune action ne répond à ces filtres.')).toBeVisible();
  });
});

test('the feed says in one sentence how it does', { tag: '@desktop' }, async ({ page, admin: _ }) => {
  await goTo(page, 'Administration');
  await page.getByRole('link', { name: 'Flux des taux' }).click();
  await expect(page.getByText('Aucun flux n’est configuré')).toBeVisible();

  const minute = 60_000;
  const health = {
    is_configured: true,
    checked_at: new Date(Date.now() - 5 * minute).toISOString(),
    succeeded_at: new Date(Date.now() - 5 * minute).toISOString(),
    day: new Date().toISOString().slice(0, 10),
    source: 'Banque centrale européenne',
    error: null as string | null,
    accepted: 29,
    refusals: [
      { code: 'TRY', rate: '4.812', held: '48.12', reason: 'jump' },
      { code: 'USD', rate: '-1', held: '1.1361', reason: 'not_positive' },
      { code: 'VES', rate: 'n/a', held: null, reason: 'unreadable' },
    ],
  };
  await page.route('**/api/feeds/rates', (route) => route.fulfill({ json: health }));
  await press(page, 'Actualiser');
  await expect(page.getByText('À jour', { exact: true })).toBeVisible();
  await expect(announced(page)).toHaveText('L’état du flux est à jour.');
  await expect(page.getByRole('main')).toContainText('Banque centrale européenne');
  await expect(page.getByRole('main')).toContainText('Un taux refusé garde sa dernière bonne');
  for (const said of ['4,812', '48,12', 'À plus de 25 % du taux en place']) {
    await expect(page.getByRole('main')).toContainText(said);
  }
  health.error = 'Le flux ne répond pas.';
  await press(page, 'Actualiser');
  await expect(page.getByText('En erreur', { exact: true })).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await expectNoSidewaysScroll(page, true);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(
    page.getByText('Le flux ne répond pas. Les derniers bons taux restent en place.'),
  ).toBeVisible();
  health.error = null;
  const [year, month, day] = new Date(Date.now() - 40 * 24 * 60 * minute)
    .toISOString()
    .slice(0, 10)
    .split('-');
  health.day = `${year}-${month}-${day}`;
  await press(page, 'Actualiser');
  await expect(page.getByText('En retard', { exact: true })).toBeVisible();
  await expect(page.getByText(`Les derniers taux reçus sont ceux du ${day}-${month}-${year}`)).toBeVisible();
});
