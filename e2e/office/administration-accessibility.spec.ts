// Duration: axe on each page of the administration, in two widths.
import { auditBothWidths, expectAccessible } from '../audit.ts';
import { expect, field, heading, picture, press, test } from './administration.ts';
import { modal } from './office.ts';

// several whole audits of long pages
test.beforeEach(() => test.slow());

test('axe finds nothing on the pages of a bureau', { tag: '@phone' }, async ({ page, admin: _, open }) => {
  const awaiting = await open({ status: 'awaiting_password' });
  await page.goto('/#/sittings/bureaux/nouveau');
  await page
    .locator('form input[type="file"]')
    .setInputFiles(await picture('un-nom-de-fichier-fort-long.png'));
  await press(page, 'Ajouter le bureau');
  await expect(field(page, 'Nom du bureau')).toBeFocused();
  await auditBothWidths(page);
  await page.goto('about:blank');

  await page.goto(`/#/sittings/bureaux/${awaiting.company?.id}`);
  await press(page, 'Suspendre');
  await modal(page).getByRole('button', { name: 'Suspendre' }).click();
  await expect(page.getByRole('button', { name: 'Rétablir' })).toBeVisible();
  await auditBothWidths(page);
  await press(page, 'Rétablir');
  await expect(modal(page)).toBeVisible();
  await expectAccessible(page);
});

test('axe finds nothing on the pages of users', { tag: '@phone' }, async ({ page, admin: _, open }) => {
  const awaiting = await open({ status: 'awaiting_password' });
  await page.goto('/#/sittings/utilisateurs');
  await expect(heading(page, 'Utilisateurs sans bureau')).toBeVisible();
  await auditBothWidths(page);
  await page.goto('/#/sittings/utilisateurs/nouveau');
  await press(page, 'Envoyer l’invitation');
  await expect(field(page, 'Adresse e-mail')).toBeFocused();
  await auditBothWidths(page);
  await page.goto(`/#/sittings/utilisateurs/${awaiting.id}`);
  await expect(page.getByRole('heading', { name: 'Invitation' })).toBeVisible();
  await auditBothWidths(page);
});

test('axe finds nothing on the journal, the feed and the forgotten password', { tag: '@phone' }, async ({
  page,
  admin,
  db,
}) => {
  await db.query(
    `INSERT INTO audit_entries (at, user_id, action, company_id, subject_user_id, changes)
     VALUES (now(), $1, 'user.edited', 1, 1, '{"scopes": [["fixings.list.me"], ["**"]], "phone": ["", "01"]}')`,
    [admin.id],
  );
  await db.query(
    `INSERT INTO security_events (at, kind, outcome, account, network, device, details, count) VALUES
     (now(), 'login', 'failure', $1, $1, 'Firefox sur Windows', '{"reason": "unknown"}', 4200)`,
    [Buffer.alloc(32, 7)],
  );
  await page.goto('/#/sittings/journal');
  await expect(page.getByRole('main').locator('time').first()).toBeVisible();
  await auditBothWidths(page);
  await page.goto('/#/sittings/securite');
  await expect(page.getByRole('main').locator('time').first()).toBeVisible();
  await auditBothWidths(page);
  await page.route('**/api/feeds/rates', (route) => route.fulfill({ json: health }));
  await page.goto('/#/sittings/flux');
  await expect(page.getByText('En erreur', { exact: true })).toBeVisible();
  await auditBothWidths(page);
  await page.goto('/#/password/forgotten');
  await page.getByRole('button', { name: 'Recevoir le lien' }).click();
  await auditBothWidths(page);
});

/** A feed with something of everything that the page can show. */
const health = {
  is_configured: true,
  checked_at: '2026-11-20T11:30:00Z',
  succeeded_at: '2026-11-19T11:30:00Z',
  day: '2026-11-19',
  source: 'Banque centrale européenne',
  error: 'Le flux ne répond pas.',
  accepted: 29,
  refusals: [
    { code: 'TRY', rate: '4.812', held: '48.12', reason: 'jump' },
    { code: 'USD', rate: '-1', held: '1.1361', reason: 'not_positive' },
    { code: 'VES', rate: 'n/a', held: null, reason: 'unreadable' },
  ],
};
