// Duration: every page of the site and of three accounts, with attacks in each of their texts.
import type { Page } from '@playwright/test';
import { expect, HOSTILE, type Hostile, TELL_VIOLATIONS, test } from './hostile.ts';
import { actOn } from './office/office.ts';

// Every page of both hosts over a database whose every text is an attack: one server for all of them.
test.describe.configure({ mode: 'default' });

const PAYLOAD = '"><img src=x onerror=hit()><script>hit()</script>javascript:hit()';

test('the public pages show attacks as text', async ({ watched, hostile }) => {
  await test.step('the landing page and its offers', async () => {
    const { page, expectHarmless } = watched;
    await page.goto(`${hostile.siteUrl}/`);
    await page.getByLabel('Je donne', { exact: true }).fill('500');
    await page.getByRole('button', { name: 'Comparer les offres' }).click();
    const choose = page.getByRole('button', { name: /^Choisir/ });
    await expect(choose.first()).toBeVisible();
    await expect(page.getByRole('main')).toContainText('<script>hit()</script>');
    await expectHarmless();
    await page.getByRole('button', { name: /^Devise que je souhaite recevoir/ }).click();
    await page.getByRole('combobox', { name: 'Rechercher une devise' }).fill(HOSTILE.slice(0, 60));
    await expectHarmless();
  });
  await test.step('the blog', async () => {
    const { page, expectHarmless } = watched;
    await page.goto(`${hostile.siteUrl}/#/blog`);
    await expect(page.getByRole('main')).toContainText('<script>hit()</script>');
    await expectHarmless();
  });
  await test.step('an article, and of its HTML nothing that runs', async () => {
    const { page, expectHarmless } = watched;
    const { rows } = await hostile.db.query<{ id: string }>('SELECT id FROM articles ORDER BY id LIMIT 2');
    expect(rows).toHaveLength(2);
    for (const { id } of rows) {
      await page.goto(`${hostile.siteUrl}/#/blog/view/${id}`);
      await expect(page.getByRole('main')).toContainText('<script>hit()</script>');
      await expectHarmless();
      const links = page.getByRole('main').locator('a[href]');
      for (const href of await links.evaluateAll((all) =>
        all.map((link) => link.getAttribute('href') ?? ''),
      )) {
        expect(href).toMatch(/^(?:#|\/|https?:|mailto:)/);
      }
    }
  });
  await test.step('the legal pages', async () => {
    const { page, expectHarmless } = watched;
    for (const hash of ['comparateur', 'mentions-legales', 'confidentialite', 'accessibilite']) {
      await page.goto(`${hostile.siteUrl}/#/${hash}`);
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
      await expectHarmless();
    }
  });
});

const SITE_ADDRESSES = [
  `/?q=${PAYLOAD}`,
  `/?${PAYLOAD}#/?${PAYLOAD}`,
  `/#/${PAYLOAD}`,
  '/#javascript:hit()',
  `/#/blog/view/${encodeURIComponent(PAYLOAD)}`,
  `/#/blog?topic=${encodeURIComponent(PAYLOAD)}`,
  `/#/lettre/confirmer?token=${encodeURIComponent(PAYLOAD)}`,
  `/#/lettre/desinscription?token=${encodeURIComponent(PAYLOAD)}`,
];

const OFFICE_ADDRESSES = [
  `/?${PAYLOAD}`,
  `/#/${PAYLOAD}`,
  '/#javascript:hit()',
  `/#/login?next=${encodeURIComponent('javascript:hit()')}&from=//evil.example`,
  `/#/password?token=${encodeURIComponent(PAYLOAD)}`,
  `/#/password/forgotten?mail=${encodeURIComponent(PAYLOAD)}`,
];

test('no address and no refused input runs anything or leads elsewhere', async ({ watched, hostile }) => {
  test.slow();
  const { page, expectHarmless } = watched;
  for (const [host, addresses] of [
    [hostile.siteUrl, SITE_ADDRESSES],
    [hostile.officeUrl, OFFICE_ADDRESSES],
  ] as const) {
    await test.step(host === hostile.siteUrl ? 'the public host' : 'the back-office', async () => {
      for (const address of addresses) {
        await page.goto(host + address);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expectHarmless();
        expect(new URL(page.url()).origin).toBe(host);
      }
    });
  }
  await test.step('refused input is shown as text', async () => {
    await page.goto(`${hostile.officeUrl}/#/login`);
    await page.getByLabel('Nom d’utilisateur').fill(HOSTILE.slice(0, 200));
    await page.getByLabel('Mot de passe', { exact: true }).fill(HOSTILE.slice(0, 200));
    await page.getByRole('button', { name: 'Se connecter' }).click();
    await expect(page.locator('body')).toContainText('mot de passe incorrect');
    await expectHarmless();
  });
});

test('the watch itself sees what the policy refuses', async ({ page, hostile }) => {
  const seen: string[] = [];
  await page.exposeFunction('hit', () => seen.push('hit'));
  await page.exposeFunction('violated', (what: string) => seen.push(what));
  // one of the server’s pages: the policy is the same, and no application is loaded
  await page.goto(`${hostile.siteUrl}/blog`);
  await page.evaluate(TELL_VIOLATIONS);
  await page.locator('body').evaluate((body) => {
    body.insertAdjacentHTML('beforeend', '<img src=x onerror=hit()>');
  });
  await expect.poll(() => seen).toContainEqual(expect.stringContaining('script-src-attr'));
  expect(seen).not.toContain('hit');
});

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

async function expectPages(
  { watched, hostile }: { watched: { page: Page; expectHarmless(): Promise<void> }; hostile: Hostile },
  name: string,
  addresses: readonly string[],
): Promise<void> {
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
}

test('every page of an agent shows attacks as text', async ({ watched, hostile }) => {
  test.slow();
  await expectPages({ watched, hostile }, 'agent', [
    ...['sittings', 'dashbord', 'orders', 'reservations', 'clients', 'profil', 'fixings'],
  ]);
  const { page, expectHarmless } = watched;
  await actOn(page, 'USD', 'Voir son historique');
  await expect(page.getByRole('region', { name: 'Historique de USD' })).toBeVisible();
  await expectHarmless();
});

test('every page of an administrator and of root shows attacks as text', async ({ watched, hostile }) => {
  test.slow();
  const { page, expectHarmless } = watched;
  await test.step('an administrator', () =>
    expectPages({ watched, hostile }, 'admin', [
      ...['fixings', 'sittings/bureaux/nouveau', 'sittings/bureaux/:company', 'sittings/utilisateurs'],
      ...['sittings/utilisateurs/nouveau', 'sittings/utilisateurs/:user', 'sittings/flux', 'profil'],
      ...['sittings', 'sittings/journal'],
    ]));
  await test.step('the users of a bureau', async () => {
    await page.goto(`${hostile.officeUrl}/#/sittings`);
    await page
      .getByRole('button', { name: /utilisateur/i })
      .first()
      .click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectHarmless();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  });
  await test.step('root', () => expectPages({ watched, hostile }, 'root', ['fixings', 'profil', 'sittings']));
});
