import type { Page } from '@playwright/test';
import { auditBothWidths } from '../audit.ts';
import { announced, expect, field, heading, newNames, press, test } from './administration.ts';
import { goTo } from './office.ts';

const rows = (page: Page) => page.getByRole('main').locator('tbody tr, ul[aria-label] > li');

/** How often each call was made, by its path. */
function countCalls(page: Page): Map<string, number> {
  const calls = new Map<string, number>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.set(pathname, (calls.get(pathname) ?? 0) + 1);
  });
  return calls;
}

test('lists are searched and paged by the server, and a record is loaded alone', { tag: '@desktop' }, async ({
  page,
  admin: _,
  db,
  open,
}) => {
  await test.step('bureaux, of which the address keeps the filter', async () => {
    const word = newNames().name.split(' ')[1];
    // a number of its own letter: the random word may begin with two zeros, and each word of a search with any of a name
    await db.query(
      `INSERT INTO companies (name, site)
       SELECT 'L’Or ' || $1 || ' n' || lpad(n::text, 3, '0'), 'https://or-' || $1 || '-' || n || '.example'
       FROM generate_series(1, 130) AS n`,
      [word],
    );
    await goTo(page, 'Administration');
    await field(page, 'Rechercher un bureau').fill(`l'or ${word}`);
    await expect(page).toHaveURL(new RegExp(`recherche=l%27or%20${word}`));
    await expect(page.getByText('130 bureaux trouvés')).toBeVisible();
    await expect(page.getByText('Page 1 sur 2')).toBeVisible();
    await expect(rows(page)).toHaveCount(50);
    await page.getByRole('button', { name: 'Afficher les 50 suivants' }).press('Enter');
    await expect(rows(page)).toHaveCount(100);
    await page.getByRole('link', { name: 'Suivante' }).click();
    await expect(page.getByText('Page 2 sur 2')).toBeVisible();
    await expect(rows(page)).toHaveCount(30);
    await expect(rows(page).last()).toContainText(`L’Or ${word} n130`);
    await page.reload();
    await expect(rows(page)).toHaveCount(30);
    // a new search begins at its first page
    await field(page, 'Rechercher un bureau').fill(`${word} n00`);
    await expect(rows(page)).toHaveCount(9);
    await field(page, 'Rechercher un bureau').fill('rien de tel');
    await expect(page.getByText('Aucun bureau ne porte « rien de tel » dans son nom.')).toBeVisible();
  });
  await test.step('one search finds any user with the bureau', async () => {
    const agent = await open();
    await page.goto('/#/sittings/utilisateurs');
    await expect(heading(page, 'Utilisateurs sans bureau')).toBeVisible();
    await auditBothWidths(page);
    const calls = countCalls(page);
    await field(page, 'Rechercher un utilisateur de tous les bureaux').fill(agent.mail);
    await expect(heading(page, 'Utilisateurs')).toBeVisible();
    await expect(page.getByText('1 utilisateur trouvé')).toBeVisible();
    expect(calls.get('/api/iam/users')).toBe(1);
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page)).toContainText(agent.company?.name ?? '');
    // a short list stands under its search, not at the foot of the window
    const search = await page.getByRole('search').boundingBox();
    const list = await page.getByRole('region', { name: '1 utilisateur trouvé' }).boundingBox();
    expect((list?.y ?? 0) - (search?.y ?? 0) - (search?.height ?? 0)).toBeLessThan(40);
    await page.getByRole('link', { name: `Modifier ${agent.name} Dupont` }).click();
    await expect(heading(page, `${agent.name} Dupont`)).toBeVisible();
  });
  await test.step('the pages of a bureau and of a user load that record alone', async () => {
    const agent = await open();
    const calls = countCalls(page);
    await page.goto(`/#/sittings/bureaux/${agent.company?.id}`);
    await expect(heading(page, agent.company?.name ?? '')).toBeVisible();
    await page.getByRole('link', { name: `Modifier ${agent.name} Dupont` }).click();
    await expect(heading(page, `${agent.name} Dupont`)).toBeVisible();
    await expect(field(page, 'Bureau')).toHaveValue(agent.company?.name ?? '');
    await page.goto('/#/sittings/journal');
    await expect(heading(page, 'Journal')).toBeVisible();
    expect(calls.get(`/api/companies/${agent.company?.id}`)).toBe(1);
    expect(calls.get(`/api/iam/users/${agent.id}`)).toBe(1);
    for (const path of ['/api/companies', '/api/companies/names', '/api/iam/users']) {
      expect(calls.get(path), path).toBeUndefined();
    }
  });
});

test('the keyboard alone picks a user’s bureau; an emptied field means none @desktop', async ({
  page,
  admin: _,
  open,
  db,
}) => {
  const agent = await open();
  const other = await open();
  const stored = async () =>
    (await db.query('SELECT company_id FROM users WHERE id = $1', [agent.id])).rows[0]?.company_id;
  await page.goto(`/#/sittings/utilisateurs/${agent.id}`);
  const bureau = field(page, 'Bureau');
  await expect(bureau).toHaveValue(agent.company?.name ?? '');

  await bureau.fill('personne ne porte ce nom');
  await expect(page.getByText('Aucun bureau de ce nom.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(bureau).toHaveValue(agent.company?.name ?? '');

  await bureau.fill((other.company?.name ?? '').toUpperCase());
  await expect(page.getByRole('option')).toHaveText([other.company?.name ?? '']);
  await page.keyboard.press('Enter');
  await expect(bureau).toHaveValue(other.company?.name ?? '');
  await press(page, 'Enregistrer');
  await expect(announced(page)).toHaveText('L’utilisateur a été enregistré.');
  expect(await stored()).toBe(other.company?.id);

  await bureau.fill('');
  // what was saved is being read again
  await expect(page.getByRole('button', { name: 'Enregistrer' })).toHaveAttribute('aria-disabled', 'false');
  await press(page, 'Enregistrer');
  await expect.poll(stored).toBeNull();
  await expect(bureau).toHaveValue('');
});
