import { administratorScopes } from '#domain/iam/presets.ts';
import { expect, test } from './office/office.ts';

// the evening of the 8th in Martinique, the 9th in Paris and in UTC
const AT = '2026-03-09T02:30:00Z';

test.beforeEach(async ({ page, timezoneId }) => {
  const zone = await page.evaluate<string>('Intl.DateTimeFormat().resolvedOptions().timeZone');
  expect(zone).toBe('America/Martinique');
  expect(timezoneId).toBe(zone);
});

test('an agent reads the day and hour of the own clock, and the history in UTC (spec 9)', async ({
  page,
  open,
  db,
  enter,
}) => {
  const { mail, company } = await open({ sheet: ['NIO'] });
  await db.query(
    `WITH logged AS (
       INSERT INTO fixing_logs (at, company_id, base, currency_code, rate, purchase, sale)
       VALUES ($2, $1, 'EUR', 'NIO', 41.8, 43.1, NULL))
     INSERT INTO fixings (company_id, currency_code, purchase, sale, updated_at) VALUES ($1, 'NIO', 43.1, NULL, $2)`,
    [company?.id, AT],
  );
  await page.clock.setFixedTime('2026-03-09T03:15:00Z');
  await enter(mail);
  await expect(page.getByRole('banner')).toContainText('08/03/2026');
  const row = page.getByRole('row').filter({ has: page.getByLabel('Achat NIO', { exact: true }) });
  await expect(row).toContainText('il y a 45 min');
  const history = page.getByRole('region', { name: 'Historique de vos Fixing' });
  await expect(history.locator('time')).toContainText('2h30');

  await page.clock.setFixedTime('2026-03-09T03:45:00Z');
  await page.reload();
  await expect(row).toContainText('à 22 h 30');
  await page.clock.setFixedTime('2026-03-09T12:00:00Z');
  await page.reload();
  await expect(row).toContainText('hier à 22 h 30');
  await page.clock.setFixedTime('2026-03-12T12:00:00Z');
  await page.reload();
  await expect(row).toContainText('le 8 mars');
});

test('an administrator reads the journal by the own clock', async ({ page, open, db, enter }) => {
  const admin = await open({ scopes: administratorScopes, company: null });
  await db.query(
    `INSERT INTO audit_entries (at, user_id, action, company_id, changes)
     VALUES ($2, $1, 'company.edited', 1, '{"phone": ["", "01"]}')`,
    [admin.id, AT],
  );
  await enter(admin.mail, '/sittings/journal');
  const line = page.getByRole('row').filter({ hasText: admin.name });
  await expect(line.locator('time')).toHaveText('08-03-2026 22:30');
  await expect(line.locator('time')).toHaveAttribute('datetime', '2026-03-09T02:30:00.000Z');
});

test('an article keeps the day that it was published on, and a mid rate its day in Paris', async ({
  page,
  db,
  baseURL,
}) => {
  const site = (baseURL ?? '').replace('backoffice.', '');
  const { rows } = await db.query<{ id: string; day: string }>(
    `SELECT id, to_char(publication_date, 'DD-MM-YYYY') AS day FROM articles ORDER BY id LIMIT 1`,
  );
  await page.goto(`${site}#/blog/view/${rows[0]?.id}`);
  await expect(page.getByRole('article').locator('time')).toHaveText(rows[0]?.day ?? '');
  const { rows: rates } = await db.query<{ day: string }>(
    `SELECT to_char(at AT TIME ZONE 'Europe/Paris', 'DD-MM-YYYY') AS day FROM mid_rates
     WHERE currency_code = 'USD' ORDER BY at DESC LIMIT 1`,
  );
  await page.goto(`${site}#/comparateur`);
  await expect(page.getByRole('main')).toContainText(`date du ${rates[0]?.day}`);
});
