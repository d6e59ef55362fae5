import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { enter } from '../testing/office.ts';
import { type OpenOffice, openOffice } from '../testing/open-office.ts';

// A lead is of a listed bureau's very site: whatever else is sent is neither kept nor counted for anybody.

let office: OpenOffice;

beforeAll(async () => {
  office = await openOffice();
  // its logo is named apart from its site, so that neither is taken for the other
  await office.db
    .updateTable('companies')
    .set({ site: 'https://quais.example/change' })
    .where('name', '=', 'Quais')
    .execute();
  await vi.waitFor(
    () => expect(office.book.current()?.companyBySite('https://quais.example/change')).toBeDefined(),
    { timeout: 20_000 },
  );
});
beforeEach(async () => {
  await office.db.deleteFrom('leads').execute();
});
afterAll(() => office.close());

const lead = (site: unknown) =>
  office.app.inject({
    method: 'POST',
    url: '/api/public/leads',
    headers: { host: 'localhost' },
    payload: { email: 'voyageur@exemple.fr', site },
  });
const kept = async () =>
  Number(
    (
      await office.db
        .selectFrom('leads')
        .select((eb) => eb.fn.countAll().as('n'))
        .executeTakeFirst()
    )?.n,
  );

test.each([
  '',
  ' ',
  'https://evil.example',
  'https://evil.example/https://quais.example/change',
  'https://quais.example',
  'https://quais.example/',
  'https://quais.example/change/',
  'https://quais.example/change?x=1',
  'https://quais.example/change#x',
  'https://quais.example/change ',
  ' https://quais.example/change',
  'https://quais.example/change\n',
  'HTTPS://quais.example/change',
  'https://QUAIS.example/change',
  'http://quais.example/change',
  '//quais.example/change',
  'quais.example/change',
  'https://x@quais.example/change',
  'https://quais.example:443/change',
  'https://quais.example.evil.example/change',
  'https://quais.example\\change',
  'https://quais.example/%63hange',
  'https://qu\u0430is.example/change',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'file:///etc/passwd',
  'Quais',
  'logo-0',
  'company-1',
  '1',
  '__proto__',
  'constructor',
  'a'.repeat(2_048),
])('«%s» is no bureau’s', async (site) => {
  const answer = await lead(site);
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'unknown_site']);
  expect(await kept()).toBe(0);
});

test.each([
  [null],
  [1],
  [true],
  [['https://quais.example/change']],
  [{ href: 'https://quais.example/change' }],
])('%j is no text', async (site) => {
  expect((await lead(site)).statusCode).toBe(400);
  expect(await kept()).toBe(0);
});

test('the site itself is one, and no more once its bureau is suspended', async () => {
  expect((await lead('https://quais.example/change')).statusCode).toBe(201);
  expect(await kept()).toBe(1);
  const root = await enter(office.app, 'root');
  const suspension = { id: office.companies.Quais, is_suspended: true };
  expect((await root.post('/api/companies/suspend', suspension)).statusCode).toBe(200);
  await expect
    .poll(async () => (await lead('https://quais.example/change')).statusCode, { timeout: 20_000 })
    .toBe(400);
  const before = await kept();
  expect((await lead('https://quais.example/change')).json()).toMatchObject({ code: 'unknown_site' });
  expect(await kept()).toBe(before);
  await root.post('/api/companies/suspend', { ...suspension, is_suspended: false });
  await expect
    .poll(async () => (await lead('https://quais.example/change')).statusCode, { timeout: 20_000 })
    .toBe(201);
});
