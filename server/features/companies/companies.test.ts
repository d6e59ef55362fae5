import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Company } from '#domain/companies/company.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { Browser, enter, furnishOffice, mailOf, type Office } from '../../testing/office.ts';

let database: TestDatabase;
let server: TestApp;
let office: Office;
const clock = new Date('2026-11-21T08:00:00.123Z');

beforeAll(async () => {
  database = await createTestDatabase();
  office = await furnishOffice(database.db);
  server = await startTestApp(database.url, () => clock, { TRUST_PROXY: 'on' });
  await server.book.loaded;
});
afterAll(async () => {
  await server.close();
  await database.close();
});

test('companies with their users; a link for who awaits a password, and for no other', async () => {
  const admin = await enter(server.app, 'admin');
  const companies: Company[] = (await admin.get('/api/companies')).json();
  expect(companies.map(({ name }) => name)).toEqual(['Quais', 'Zéphyr']);
  expect(companies[1]).toEqual({
    id: expect.any(Number),
    name: 'Zéphyr',
    site: 'https://bureau-1.example',
    logo: 'logo-1',
    phone: '',
    email: '',
    is_partner: false,
    is_suspended: false,
    users: [
      {
        id: office.users.agent2,
        mail: mailOf('agent2'),
        phone: '',
        name: 'agent2',
        surname: 'Test',
        status: 'actif',
        password_link: null,
      },
    ],
  });
  const { users = [] } = companies[0] ?? {};
  expect(users.map(({ name, status, password_link }) => [name, status, password_link !== null])).toEqual([
    ['agent', 'actif', false],
    ['idle', 'actif', false],
    ['nouveau', 'awaiting_password', true],
  ]);
});

test.each([
  {},
  { host: 'backoffice.localhost' },
  { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'backoffice.localhost:1' },
])('the link is one of the settings, whatever way the administrator came by: %j', async (headers) => {
  const browser = new Browser(server.app, headers);
  await browser.login('admin');
  const companies: Company[] = (await browser.get('/api/companies')).json();
  const link = companies[0]?.users.find(({ name }) => name === 'nouveau')?.password_link;
  expect(link).toMatch(/^https:\/\/backoffice\.localhost\/#\/password\?token=\d+\.[\w-]{43}$/);
});
