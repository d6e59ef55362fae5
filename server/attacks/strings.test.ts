import { sql } from 'kysely';
import type { TSchema } from 'typebox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api, type CallName } from '#domain/api.ts';
import { aCompanyDraft } from '#domain/testing/companies.ts';
import { aUserDraft } from '#domain/testing/users.ts';
import { flawOf } from '../testing/answers.ts';
import { type Browser, enter } from '../testing/office.ts';
import { type OpenOffice, openOffice } from '../testing/open-office.ts';

// SQL in every string of every call: a text is a text, wherever it goes.

let office: OpenOffice;
let root: Browser;

beforeAll(async () => {
  office = await openOffice();
  root = await enter(office.app, 'root');
});
afterAll(() => office.close());

const INJECTIONS = [
  "'",
  '"',
  '\\',
  "\\'",
  "' OR '1'='1",
  "') OR ('1'='1' --",
  "'; DROP TABLE users CASCADE; --",
  "'; UPDATE users SET role = 'root'; --",
  "'||pg_sleep(60)||'",
  '1; SELECT pg_sleep(60)',
  "' UNION SELECT mail, password_hash FROM users --",
  '$1',
  '$$',
  ':name',
  '%',
  "E'\\047'",
  "U&'\\0027'",
  '\u0000',
];

type Row = { body?: TSchema; query?: TSchema; params?: TSchema };
type Shape = { type?: string; properties?: Record<string, Shape>; anyOf?: Shape[]; items?: Shape };

/** A value of the shape with the text wherever a string may stand. */
function filled(shape: Shape, text: string): unknown {
  if (shape.anyOf)
    return filled(shape.anyOf.find(({ type }) => type === 'string') ?? shape.anyOf[0] ?? {}, text);
  if (shape.type === 'string') return text;
  if (shape.type === 'object') {
    const entries = Object.entries(shape.properties ?? {});
    return Object.fromEntries(entries.map(([key, one]) => [key, filled(one, text)]));
  }
  if (shape.type === 'array') return [filled(shape.items ?? {}, text)];
  return shape.type === 'boolean' ? false : 1;
}

/** The same, with a text in one place and what is right in all others. */
function eachPlace(right: Record<string, unknown>, text: string): unknown[] {
  return Object.keys(right).flatMap((key) => {
    const value = right[key];
    if (typeof value === 'string') return [{ ...right, [key]: text }];
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
    return eachPlace(value as Record<string, unknown>, text).map((changed) => ({ ...right, [key]: changed }));
  });
}

const person = aUserDraft({ name: 'Ada', surname: 'Test' });
const bureau = aCompanyDraft({ name: 'Neuf', site: 'https://neuf.example' });
/** Bodies that pass, so that each text of them comes as far as the database. */
const RIGHT: Partial<Record<CallName, Record<string, unknown>>> = {
  'POST /api/public/offers': { offer: { currency: 'EUR', amount: 5 }, wish: { currency: 'USD' } },
  'POST /api/public/leads': { email: 'a@exemple.fr', site: 'https://bureau-0.example' },
  'POST /api/public/save/email': { email: 'a@exemple.fr', type: 'newsletter' },
  'POST /api/fixings/update': { currency: { code: 'USD' }, base: 'EUR', amounts: { sale: 1.1 } },
  'POST /api/login': { username: 'x@parite.example', password: 'faux et archifaux' },
  'POST /api/iam/users/new-password': { token: `1.${'A'.repeat(43)}`, password: 'quatre girafes au marché' },
  'POST /api/iam/users/forgotten-password': { username: 'x@parite.example' },
  'POST /api/companies/add': bureau,
  'POST /api/companies/edit': { id: 1, ...bureau },
  'POST /api/iam/users/invite': { mail: 'neuf@parite.example', ...person },
  'POST /api/iam/users/edit': { id: 1, ...person },
};

async function counts(): Promise<Record<string, number>> {
  const { rows } = await sql<Record<string, number>>`select
    (select count(*)::int from users where role <> 'root') as users,
    (select count(*)::int from sessions) as sessions,
    (select count(*)::int from companies) as companies,
    (select count(*)::int from currencies) as currencies`.execute(office.db);
  return rows[0] ?? {};
}

describe.each(Object.keys(api).filter((name) => name !== 'GET /api/logout') as CallName[])('%s', (name) => {
  test('takes SQL for what it is: text', { timeout: 120_000 }, async () => {
    const call = api[name] as Row;
    const [method, path = ''] = name.split(' ');
    const host = api[name].host === 'public' ? 'localhost' : 'backoffice.localhost';
    const before = await counts();
    for (const text of INJECTIONS) {
      await office.db.deleteFrom('login_failures').execute();
      const query = new URLSearchParams(
        Object.entries((call.query ? filled(call.query, text) : {}) as object).map(
          ([key, value]): [string, string] => [key, String(value)],
        ),
      );
      const url = `${path.replace(/\{\w+\}/, encodeURIComponent(text))}?${query}`;
      const right = RIGHT[name];
      const sent = [filled(call.body ?? {}, text), ...(right ? eachPlace(right, text) : [])] as object[];
      for (const body of method === 'POST' ? sent : [{}]) {
        const begun = performance.now();
        const answer =
          method === 'POST' ? await root.post(url, body, { host }) : await root.get(url, { host });
        expect(flawOf(answer, `${url} ${JSON.stringify(body)}`), url).toBeNull();
        // the sleep of a minute that some ask for
        expect(performance.now() - begun).toBeLessThan(30_000);
        expect(answer.body).not.toContain('$argon2');
      }
    }
    const after = await counts();
    const added = (table: string) => (after[table] ?? 0) - (before[table] ?? 0);
    expect([added('sessions'), added('currencies')]).toEqual([0, 0]);
    expect(Math.min(added('users'), added('companies'))).toBeGreaterThanOrEqual(0);
    expect((await root.get('/api/me')).statusCode).toBe(200);
  });
});

test('a search finds the letters that were typed, not patterns of them', async () => {
  const found = async (q: string) =>
    (await root.get(`/api/objects?type=currency&q=${encodeURIComponent(q)}`)).json();
  expect(await found('dollar')).toHaveLength(1);
  // as patterns of LIKE the third and fourth are 'dollar'; as words nothing begins so
  for (const text of ['%', '_', 'dol%ar', 'd_ll_r', '\\', '.*', "' OR 1=1 --"])
    expect(await found(text)).toEqual([]);
});
