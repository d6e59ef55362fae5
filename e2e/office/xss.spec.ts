import type { Page } from '@playwright/test';
import { expect, HOSTILE, type Hostile, test } from '../hostile.ts';

// Every page of the back-office over a database whose every text is an attack.

const PASSWORD = 'parite-demo-2026';

async function logIn(page: Page, { officeUrl }: Hostile, name: string): Promise<void> {
  await page.goto(`${officeUrl}/#/login`);
  await page.getByLabel('Nom d’utilisateur').fill(`${name}@parite.example`);
  await page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Taux de change' })).toBeVisible();
}

async function ids({ db }: Hostile): Promise<{ company: number; user: number }> {
  const { rows } = await db.query<{ company: number; user: number }>(
    `SELECT (SELECT min(company_id) FROM users) AS company, id AS "user" FROM users WHERE mail = 'nouveau@parite.example'`,
  );
  return rows[0] ?? { company: 0, user: 0 };
}

const ADDRESSES = {
  agent: ['fixings', 'sittings', 'dashbord', 'orders', 'reservations', 'clients', 'profil'],
  admin: [
    ...[
      'fixings',
      'sittings',
      'sittings/bureaux/nouveau',
      'sittings/bureaux/:company',
      'sittings/utilisateurs',
    ],
    ...[
      'sittings/utilisateurs/nouveau',
      'sittings/utilisateurs/:user',
      'sittings/journal',
      'sittings/flux',
      'profil',
    ],
  ],
  root: ['fixings', 'sittings', 'sittings/bureaux', 'sittings/journal', 'profil'],
};

for (const [name, addresses] of Object.entries(ADDRESSES)) {
  test(`every page of ${name} shows attacks as text`, async ({ watched, hostile }) => {
    test.slow();
    const { page, expectHarmless } = watched;
    const { company, user } = await ids(hostile);
    await logIn(page, hostile, name);
    await expectHarmless();
    for (const address of addresses) {
      const hash = address.replace(':company', String(company)).replace(':user', String(user));
      await page.goto(`${hostile.officeUrl}/#/${hash}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('status').filter({ hasText: 'Chargement' })).toHaveCount(0);
      await expectHarmless();
    }
    await expect(page.locator('body')).toContainText('<script>hit()</script>');
  });
}

test('the history, the users’ modal and the journal show attacks as text', async ({ watched, hostile }) => {
  const { page, expectHarmless } = watched;
  await logIn(page, hostile, 'agent');
  const history = page.getByRole('button', { name: 'Historique' });
  if ((await history.count()) > 0) await history.first().click();
  await expect(page.locator('body')).toContainText('<script>hit()</script>');
  await expectHarmless();
  await logIn(page, hostile, 'admin');
  await page.goto(`${hostile.officeUrl}/#/sittings`);
  const users = page.getByRole('button', { name: /utilisateur/i });
  await expect(users.first()).toBeVisible();
  await users.first().click();
  await expectHarmless();
});

test('refused input is shown as text', async ({ watched, hostile }) => {
  const { page, expectHarmless } = watched;
  await page.goto(`${hostile.officeUrl}/#/login`);
  await page.getByLabel('Nom d’utilisateur').fill(HOSTILE.slice(0, 200));
  await page.getByLabel('Mot de passe', { exact: true }).fill(HOSTILE.slice(0, 200));
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await expect(page.locator('body')).toContainText('mot de passe incorrect');
  await expectHarmless();
});

const PAYLOAD = '"><img src=x onerror=hit()><script>hit()</script>javascript:hit()';
const FORGED = [
  `/?${PAYLOAD}`,
  `/#/${PAYLOAD}`,
  '/#javascript:hit()',
  `/#/login?next=${encodeURIComponent('javascript:hit()')}&from=//evil.example`,
  `/#/password?token=${encodeURIComponent(PAYLOAD)}`,
  `/#/password/forgotten?mail=${encodeURIComponent(PAYLOAD)}`,
];

test('no address runs anything or leads elsewhere', async ({ watched, hostile }) => {
  test.slow();
  const { page, expectHarmless } = watched;
  for (const address of FORGED) {
    await page.goto(hostile.officeUrl + address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectHarmless();
    expect(new URL(page.url()).origin).toBe(hostile.officeUrl);
  }
});
