import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { listLeads, listSubscriptions } from '../audience/list-audience.queries.ts';
import { erasePrivacy, exportPrivacy } from './privacy.queries.ts';

const NOW = new Date('2026-11-21T08:00:00.123Z');
const MARIE = 'Marie@exemple.fr';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  const { db } = database;
  for (const table of ['leads', 'subscriptions', 'mails', 'users', 'companies'] as const) {
    await db.deleteFrom(table).execute();
  }
  const { id: company_id } = await db
    .insertInto('companies')
    .values({ name: 'Quais', logo: 'quais', site: 'https://quais.example' })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const email of [MARIE, 'pierre@exemple.fr', '']) {
    await db
      .insertInto('leads')
      .values({ at: NOW, company_id, email, ...(email && { consent_at: NOW, consent_text: 'oui' }) })
      .execute();
  }
  for (const email of [MARIE, 'pierre@exemple.fr']) {
    await db
      .insertInto('subscriptions')
      .values({ at: NOW, email, type: 'newsletter', consent_text: 'oui' })
      .execute();
    await db
      .insertInto('mails')
      .values({ kind: 'newsletter', recipient: email, params: '{}', created_at: NOW, due_at: NOW })
      .execute();
  }
  await db
    .insertInto('users')
    .values({ mail: 'marie@EXEMPLE.fr', name: 'Marie', role: 'agent', status: 'awaiting_password' })
    .execute();
});
afterAll(() => database.close());

async function allPages<Row>(pages: AsyncIterable<Row[]>): Promise<Row[][]> {
  const read: Row[][] = [];
  for await (const page of pages) read.push(page);
  return read;
}

test('an address in any case is given all that is kept of it', async () => {
  expect(await exportPrivacy(database.db, 'MARIE@exemple.fr')).toEqual({
    email: 'MARIE@exemple.fr',
    leads: [{ at: NOW, company: 'Quais', email: MARIE, consent_at: NOW, consent_text: 'oui' }],
    subscriptions: [{ at: NOW, email: MARIE, type: 'newsletter', consent_text: 'oui', confirmed_at: null }],
    mails: [{ kind: 'newsletter', recipient: MARIE, created_at: NOW, finished_at: null, outcome: null }],
    users: [
      {
        id: expect.any(Number),
        mail: 'marie@EXEMPLE.fr',
        name: 'Marie',
        surname: '',
        status: 'awaiting_password',
      },
    ],
  });
});

test('an address in any case is erased, and no other; leads stay as counts, staff accounts stay', async () => {
  const once = { leads: 1, subscriptions: 1, mails: 1, users: 1 };
  expect(await erasePrivacy(database.db, 'MARIE@exemple.fr')).toEqual(once);
  expect(await erasePrivacy(database.db, MARIE)).toEqual({ leads: 0, subscriptions: 0, mails: 0, users: 1 });
  const left = await exportPrivacy(database.db, MARIE);
  expect([left.leads, left.subscriptions, left.mails, left.users.length]).toEqual([[], [], [], 1]);
  const other = await exportPrivacy(database.db, 'pierre@exemple.fr');
  expect([other.leads.length, other.subscriptions.length, other.mails.length]).toEqual([1, 1, 1]);
  expect(await database.db.selectFrom('leads').select('email').execute()).toHaveLength(3);
});

test('nobody’s address is nobody: leads without one are not exported or counted', async () => {
  expect((await exportPrivacy(database.db, '')).leads).toEqual([]);
  expect(await erasePrivacy(database.db, '')).toEqual({ leads: 0, subscriptions: 0, mails: 0, users: 0 });
});

test('leads and subscriptions come by pages, each row once, oldest first', async () => {
  const { db } = database;
  const leads = await allPages(listLeads(db, 2));
  expect(leads.map((page) => page.map(({ email }) => email))).toEqual([[MARIE, 'pierre@exemple.fr'], ['']]);
  expect(leads[0]?.[0]).toEqual({
    id: expect.any(Number),
    at: NOW,
    company: 'Quais',
    site: 'https://quais.example',
    email: MARIE,
    consent_at: NOW,
    consent_text: 'oui',
  });
  const subscriptions = await allPages(listSubscriptions(db, 2));
  expect(subscriptions.map((page) => page.map(({ email }) => email))).toEqual([[MARIE, 'pierre@exemple.fr']]);
  await erasePrivacy(db, MARIE);
  expect((await allPages(listSubscriptions(db)))[0]?.map(({ email }) => email)).toEqual([
    'pierre@exemple.fr',
  ]);
});
