import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { LEAD_CONSENT } from '#domain/audience/consent.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { openRelay, type Relay } from '../../testing/relay.ts';
import { aCompanyRow, aCurrencyRow } from '../../testing/rows.ts';

const NOW = new Date('2026-11-21T08:00:00.123Z');
const SITE = 'https://change-des-quais.example/';

let database: TestDatabase;
let relay: Relay;
let server: TestApp;
let companyId: number;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.db
    .insertInto('currencies')
    .values(aCurrencyRow({ code: 'EUR', label: 'euro', position: 1 }))
    .execute();
  const company = await database.db
    .insertInto('companies')
    .values(aCompanyRow({ name: 'Change des Quais', site: SITE }))
    .returning('id')
    .executeTakeFirstOrThrow();
  companyId = company.id;
  relay = await openRelay(database.url);
  server = await startTestApp(relay.url, () => NOW);
  await server.book.loaded;
});
beforeEach(() => database.db.deleteFrom('leads').execute());
afterAll(async () => {
  await server.close();
  await relay.close();
  await database.close();
});

const send = (payload: object, headers: Record<string, string> = {}) =>
  server.app.inject({ method: 'POST', url: '/api/public/leads', payload, headers });
const stored = () =>
  database.db
    .selectFrom('leads')
    .select(['at', 'company_id', 'email', 'consent_at', 'consent_text'])
    .execute();

test.each([
  ['skipped: an empty e-mail', { email: '' }, { email: '', consent_at: null, consent_text: null }],
  [
    'an e-mail: sending it is agreeing, and to what is kept beside it',
    { email: 'marie@exemple.fr' },
    { email: 'marie@exemple.fr', consent_at: NOW, consent_text: LEAD_CONSENT },
  ],
  [
    'an older page’s line left unticked: the address is not kept',
    { email: 'marie@exemple.fr', consent: false },
    { email: '', consent_at: null, consent_text: null },
  ],
  [
    'an older page’s line ticked',
    { email: 'marie@exemple.fr', consent: true },
    { email: 'marie@exemple.fr', consent_at: NOW, consent_text: LEAD_CONSENT },
  ],
  [
    'an older page’s tick without an e-mail: nothing is agreed',
    { email: '', consent: true },
    { email: '', consent_at: null, consent_text: null },
  ],
])('%s', async (_what, payload, row) => {
  const answer = await send({ ...payload, site: SITE });
  expect(answer.statusCode).toBe(201);
  expect(answer.json()).toEqual({});
  expect(await stored()).toEqual([{ at: NOW, company_id: companyId, ...row }]);
});

test.each([
  [{ email: '', site: 'https://ailleurs.example/' }, 'unknown_site'],
  [{ email: 'marie@exemple', site: SITE }, 'invalid_email'],
  [{ site: SITE }, 'invalid_body'],
  [{ email: '', site: SITE, consent: 'oui' }, 'invalid_body'],
])('%o is refused', async (payload, code) => {
  const answer = await send(payload);
  expect(answer.statusCode).toBe(400);
  expect(answer.json().code).toBe(code);
  expect(await stored()).toEqual([]);
});

test('leads are a call of the public host', async () => {
  expect((await send({ email: '', site: SITE }, { host: 'backoffice.localhost' })).statusCode).toBe(404);
});

test('without the database a lead is refused and not stored', async () => {
  await relay.cut();
  const answer = await send({ email: '', site: SITE });
  await relay.mend();
  expect(answer.statusCode).toBe(503);
  expect(await stored()).toEqual([]);
});

test('no address is ever logged', async () => {
  await send({ email: 'tres.secret@exemple.fr', site: SITE, consent: true });
  await relay.cut();
  await send({ email: 'tres.secret@exemple.fr', site: SITE });
  await relay.mend();
  expect(server.logged()).toContain('/api/public/leads');
  expect(server.logged()).not.toContain('secret');
});
