import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { NEWSLETTER_CONSENT } from '#domain/audience/consent.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { openRelay, type Relay } from '../../testing/relay.ts';

const NOW = new Date('2026-11-21T08:00:00.123Z');

let database: TestDatabase;
let relay: Relay;
let server: TestApp;

beforeAll(async () => {
  database = await createTestDatabase();
  relay = await openRelay(database.url);
  server = await startTestApp(relay.url, () => NOW);
});
beforeEach(() => database.db.deleteFrom('subscriptions').execute());
afterAll(async () => {
  await server.close();
  await relay.close();
  await database.close();
});

const subscribe = (payload: object, headers: Record<string, string> = {}) =>
  server.app.inject({ method: 'POST', url: '/api/public/save/email', payload, headers });
const stored = () =>
  database.db.selectFrom('subscriptions').select(['at', 'email', 'type', 'consent_text']).execute();

test('an address is kept with the moment and the sentence of its consent', async () => {
  const answer = await subscribe({ email: 'Marie.Curie@exemple.fr', type: 'newsletter' });
  expect(answer.statusCode).toBe(201);
  expect(answer.json()).toEqual({});
  expect(await stored()).toEqual([
    { at: NOW, email: 'Marie.Curie@exemple.fr', type: 'newsletter', consent_text: NEWSLETTER_CONSENT },
  ]);
});

test('a known address, in any case, gets the same answer and no second row', async () => {
  const first = await subscribe({ email: 'marie@exemple.fr', type: 'newsletter' });
  const second = await subscribe({ email: 'MARIE@Exemple.FR', type: 'newsletter' });
  expect([second.statusCode, second.body]).toEqual([first.statusCode, first.body]);
  expect((await stored()).map(({ email }) => email)).toEqual(['marie@exemple.fr']);
});

test('the same address sent many times at once is one subscription', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => subscribe({ email: 'marie@exemple.fr', type: 'newsletter' })),
  );
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([201]));
  expect(await stored()).toHaveLength(1);
});

test.each([
  [{ email: 'marie@exemple', type: 'newsletter' }, 'L’adresse e-mail n’est pas valide.'],
  [{ email: '', type: 'newsletter' }, 'L’adresse e-mail n’est pas valide.'],
  [{ email: 'a@b.fr\r\nBcc: c@d.fr', type: 'newsletter' }, 'L’adresse e-mail n’est pas valide.'],
  [{ email: `${'a'.repeat(252)}@b.fr`, type: 'newsletter' }, 'Le champ « email » n’a pas la forme attendue.'],
  [{ email: 'marie@exemple.fr', type: 'autre' }, 'Le champ « type » n’a pas la forme attendue.'],
  [{ email: 'marie@exemple.fr' }, 'Le champ « type » manque.'],
  [{ email: ['marie@exemple.fr'], type: 'newsletter' }, 'Le champ « email » n’a pas la forme attendue.'],
])('%o is refused', async (payload, message) => {
  const answer = await subscribe(payload);
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({ message });
  expect(await stored()).toEqual([]);
});

test('it is a call of the public host', async () => {
  const answer = await subscribe(
    { email: 'marie@exemple.fr', type: 'newsletter' },
    { host: 'backoffice.localhost' },
  );
  expect(answer.statusCode).toBe(404);
});

test('with the database away it says so and keeps nothing', async () => {
  await relay.cut();
  const answer = await subscribe({ email: 'marie@exemple.fr', type: 'newsletter' });
  await relay.mend();
  expect(answer.statusCode).toBe(503);
  expect(answer.json().code).toBe('database_away');
  expect(await stored()).toEqual([]);
});

test('no address is ever logged', async () => {
  await subscribe({ email: 'tres.secret@exemple.fr', type: 'newsletter' });
  await subscribe({ email: 'tres.secret@exemple', type: 'newsletter' });
  await relay.cut();
  await subscribe({ email: 'tres.secret@exemple.fr', type: 'newsletter' });
  await relay.mend();
  expect(server.logged()).toContain('/api/public/save/email');
  expect(server.logged()).not.toContain('secret');
});
