import { afterAll, beforeAll, expect, test } from 'vitest';
import { limitConcurrency } from '../../process/concurrency.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { Browser, furnishOffice } from '../../testing/office.ts';
import { createPasswordHasher } from './password-hasher.ts';

let database: TestDatabase;
let server: TestApp;

// a line without places, which a test fills
const inLine = limitConcurrency(1, 0);

beforeAll(async () => {
  database = await createTestDatabase();
  await furnishOffice(database.db);
  server = await startTestApp(database.url, undefined, {}, { passwords: createPasswordHasher(inLine) });
});
afterAll(async () => {
  await server.close();
  await database.close();
});

test('logins beyond the hasher’s capacity are refused with Retry-After, and do not count as failures', async () => {
  const { promise: busy, resolve: release } = Promise.withResolvers<void>();
  const working = inLine(() => busy);
  const browser = new Browser(server.app);
  // beyond the count after which an account is shut
  for (let time = 1; time <= 12; time++) {
    const refused = await browser.login('agent');
    expect(refused.statusCode).toBe(503);
    expect(refused.headers['retry-after']).toBe('5');
    expect(refused.json()).toEqual({
      message: 'Beaucoup de personnes se connectent en ce moment. Réessayez dans quelques secondes.',
      code: 'busy',
    });
  }
  release();
  await working;
  expect((await browser.login('agent')).statusCode).toBe(200);
});

test('the queue of the hasher is bounded', async () => {
  const passwords = createPasswordHasher();
  const answers = Array.from({ length: 43 }, () => passwords.verify(null, 'a guess'));
  await expect(answers.pop()).rejects.toMatchObject({ status: 503 });
  expect(new Set(await Promise.all(answers))).toEqual(new Set([false]));
});

test('a network has a share of the hasher, and leaves the rest to others', async () => {
  const passwords = createPasswordHasher();
  const flood = Array.from({ length: 300 }, () => passwords.verify(null, 'a guess', '198.51.100.7'));
  const another = passwords.verify(null, 'a password', '198.51.100.8');
  const outcomes = await Promise.allSettled(flood);
  expect(await another).toBe(false);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  // and once its own are through, it may ask again
  expect(await passwords.verify(null, 'a guess', '198.51.100.7')).toBe(false);
});

test('passwords are hashed by argon2id with the parameters of OWASP', async () => {
  const hash = await createPasswordHasher().hash('trois girafes au marché');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test('spaces at both ends of a password are ignored everywhere; inner spaces count', async () => {
  const passwords = createPasswordHasher();
  const hash = await passwords.hash('  trois girafes au marché\t');
  for (const typed of [
    'trois girafes au marché',
    ' trois girafes au marché ',
    'trois girafes au marche\u0301 ',
  ]) {
    expect(await passwords.verify(hash, typed), typed).toBe(true);
  }
  expect(await passwords.verify(hash, 'trois girafes aumarché')).toBe(false);
});
