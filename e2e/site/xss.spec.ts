import { expect, HOSTILE, TELL_VIOLATIONS, test } from '../hostile.ts';

// Every page of the public site over a database whose every text is an attack.

test('the landing page and its offers show attacks as text', async ({ watched, hostile }) => {
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

test('the blog shows attacks as text', async ({ watched, hostile }) => {
  const { page, expectHarmless } = watched;
  await page.goto(`${hostile.siteUrl}/#/blog`);
  await expect(page.getByRole('main')).toContainText('<script>hit()</script>');
  await expectHarmless();
});

test('an article shows attacks as text, and of its HTML nothing that runs', async ({ watched, hostile }) => {
  const { page, expectHarmless } = watched;
  const { rows } = await hostile.db.query<{ id: string }>('SELECT id FROM articles ORDER BY id LIMIT 2');
  expect(rows).toHaveLength(2);
  for (const { id } of rows) {
    await page.goto(`${hostile.siteUrl}/#/blog/view/${id}`);
    await expect(page.getByRole('main')).toContainText('<script>hit()</script>');
    await expectHarmless();
    const links = page.getByRole('main').locator('a[href]');
    for (const href of await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))) {
      expect(href).toMatch(/^(?:#|\/|https?:|mailto:)/);
    }
  }
});

test('the legal pages show attacks as text', async ({ watched, hostile }) => {
  const { page, expectHarmless } = watched;
  for (const hash of ['comparateur', 'mentions-legales', 'confidentialite']) {
    await page.goto(`${hostile.siteUrl}/#/${hash}`);
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
    await expectHarmless();
  }
});

const PAYLOAD = '"><img src=x onerror=hit()><script>hit()</script>javascript:hit()';
const ADDRESSES = [
  `/?q=${PAYLOAD}`,
  `/?${PAYLOAD}#/?${PAYLOAD}`,
  `/#/${PAYLOAD}`,
  '/#javascript:hit()',
  `/#/blog/view/${encodeURIComponent(PAYLOAD)}`,
  `/#/blog?topic=${encodeURIComponent(PAYLOAD)}`,
  `/#/lettre/confirmer?token=${encodeURIComponent(PAYLOAD)}`,
  `/#/lettre/desinscription?token=${encodeURIComponent(PAYLOAD)}`,
];

test('no address runs anything or leads elsewhere', async ({ watched, hostile }) => {
  test.slow();
  const { page, expectHarmless } = watched;
  for (const address of ADDRESSES) {
    await page.goto(hostile.siteUrl + address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectHarmless();
    expect(new URL(page.url()).origin).toBe(hostile.siteUrl);
  }
});

test('the watch itself sees what the policy refuses', async ({ page, hostile }) => {
  const seen: string[] = [];
  await page.exposeFunction('hit', () => seen.push('hit'));
  await page.exposeFunction('violated', (what: string) => seen.push(what));
  await page.goto(`${hostile.siteUrl}/`);
  await page.evaluate(TELL_VIOLATIONS);
  await page.locator('body').evaluate((body) => {
    body.insertAdjacentHTML('beforeend', '<img src=x onerror=hit()>');
  });
  await expect.poll(() => seen).toContainEqual(expect.stringContaining('script-src-attr'));
  expect(seen).not.toContain('hit');
});
