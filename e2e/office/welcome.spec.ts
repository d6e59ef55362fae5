import { expect, test } from '../fixtures.ts';

test('the back-office has its own host and its own pages', async ({ page, baseURL, expectedProblems }) => {
  // the browser says by itself that there is no session
  expectedProblems.push(/status of 401/);
  const scripts = { site: [] as string[], office: [] as string[] };
  let host: keyof typeof scripts = 'office';
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts[host].push(new URL(request.url()).pathname);
  });
  await page.goto(`http://backoffice.localhost:${new URL(baseURL ?? '').port}/`);
  await expect(page.getByRole('heading', { name: 'Espace des bureaux' })).toBeVisible();
  host = 'site';
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Le juste taux' })).toBeVisible();
  expect(scripts.site.length).toBeGreaterThan(0);
  // but for the bundler's own few lines, which are the same everywhere
  const shared = scripts.site.filter((script) => scripts.office.includes(script));
  expect(shared.filter((script) => !script.includes('rolldown-runtime'))).toEqual([]);
});
