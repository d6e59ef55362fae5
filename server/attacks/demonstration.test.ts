import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type OpenOffice, openOffice } from '../testing/open-office.ts';

// What a demonstration has more than a real deployment opens nothing.

const SITE = 'https://www.quais.example/change?a=1';
const STAND_IN = 'http://localhost:3000/demonstration/www.quais.example/change?a=1';
const HOSTILE = `</title><script>hit()</script>{line}{main}" onload=hit() x="'&amp;`;

let demo: OpenOffice;
let real: OpenOffice;

beforeAll(async () => {
  [demo, real] = await Promise.all([openOffice({ DEMO: 'on' }), openOffice({ DEMO: 'off' })]);
  for (const { db, companies, book } of [demo, real]) {
    await db
      .updateTable('companies')
      .set({ site: SITE, name: HOSTILE })
      .where('id', '=', companies.Quais ?? 0)
      .execute();
    await vi.waitFor(
      () => expect(book.current()?.companies.some(({ name }) => name === HOSTILE)).toBe(true),
      { timeout: 20_000 },
    );
  }
});
afterAll(() => Promise.all([demo.close(), real.close()]));

const ask = ({ app }: OpenOffice, url: string, headers: Record<string, string> = {}) =>
  app.inject({ url, headers: { host: 'localhost:3000', accept: 'text/html', ...headers } });
const siteIn = ({ book }: OpenOffice) => book.current()?.companies.find(({ name }) => name === HOSTILE)?.site;
const lead = ({ app }: OpenOffice, site: string) =>
  app.inject({
    method: 'POST',
    url: '/api/public/leads',
    headers: { host: 'localhost' },
    payload: { email: '', site },
  });

describe('the page that stands for a bureau’s site', () => {
  test('is where a demonstration’s offers lead, and of no real deployment', async () => {
    expect([siteIn(demo), siteIn(real)]).toEqual([STAND_IN, SITE]);
    expect((await ask(demo, new URL(STAND_IN).pathname + new URL(STAND_IN).search)).statusCode).toBe(200);
    const missing = await ask(real, new URL(STAND_IN).pathname + new URL(STAND_IN).search);
    expect(missing.statusCode).toBe(404);
    expect(missing.body).not.toMatch(/démonstration/i);
  });

  test('its address and the bureau’s own are its lead’s', async () => {
    expect((await lead(demo, STAND_IN)).statusCode).toBe(201);
    expect((await lead(demo, SITE)).statusCode).toBe(201);
    expect((await lead(real, STAND_IN)).statusCode).toBe(400);
    expect((await lead(real, SITE)).statusCode).toBe(201);
  });

  test('shows attacks as text, and says nothing of who asks', async () => {
    const answer = await ask(demo, '/demonstration/www.quais.example/change?a=1', {
      'user-agent': 'hit()',
      referer: 'https://evil.example/',
      cookie: 'session=hit()',
    });
    expect(answer.body).toContain('&lt;/title>&lt;script>hit()&lt;/script>{line}{main}&quot; onload=hit()');
    expect(answer.body).not.toMatch(/<script|evil|user-agent|session/);
    expect(answer.body.match(/<main /g)).toHaveLength(1);
    expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none';style-src 'sha256-/);
  });

  test.each([
    '/demonstration/',
    '/demonstration/www.quais.example',
    '/demonstration/www.quais.example/change',
    '/demonstration/www.quais.example/change?a=1&b=2',
    '/demonstration//www.quais.example/change?a=1',
    '/demonstration/WWW.quais.example/change?a=1',
    '/demonstration/www.quais.example/%63hange?a=1',
    '/demonstration/x@www.quais.example/change?a=1',
    '/demonstration/evil.example',
    '/demonstration/https://evil.example/',
    '/demonstration/..%2f..%2fetc%2fpasswd',
    '/demonstration/__proto__',
    `/demonstration/${encodeURIComponent('"><script>hit()</script>')}`,
  ])('%s is none', async (url) => {
    const answer = await ask(demo, url);
    expect(answer.statusCode).toBe(404);
    expect(answer.headers.location).toBeUndefined();
    expect(answer.body).not.toMatch(/evil|hit\(/);
  });

  test('the back-office has none', async () => {
    const host = { host: 'backoffice.localhost' };
    expect((await ask(demo, '/demonstration/www.quais.example/change?a=1', host)).statusCode).toBe(404);
  });
});
