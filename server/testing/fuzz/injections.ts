import { sql } from 'kysely';
import type { TSchema } from 'typebox';
import { expect } from 'vitest';
import { api, type CallName } from '#domain/api.ts';
import { aCompanyDraft } from '#domain/testing/companies.ts';
import { aUserDraft } from '#domain/testing/users.ts';
import { flawOf } from '../answers.ts';
import { actorOf, send } from './inputs.ts';
import { shareOf } from './share.ts';
import type { FuzzWorld } from './world.ts';

// Texts that break SQL, or change it, wherever they become a part of it.
const PLAIN = ["'", "' OR '1'='1", '\\', '\u0000'];
const CRAFTED = [
  '"',
  "\\'",
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
];

type Row = { body?: TSchema; query?: TSchema; params?: TSchema };
type Shape = { type?: string; properties?: Record<string, Shape>; anyOf?: Shape[]; items?: Shape };

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

/** SQL in every string of a call: a text is a text, wherever it goes. */
export async function tryInjections(world: FuzzWorld, name: CallName): Promise<void> {
  // it ends the session that the others are asked in
  if (name === 'GET /api/logout') return;
  const { body: shape = {}, query = {}, params = {} } = api[name] as Row;
  const right = RIGHT[name];
  for (const text of [...PLAIN, ...shareOf(CRAFTED, name, 1)]) {
    await world.db.deleteFrom('login_failures').execute();
    const bodies = name.startsWith('POST')
      ? [fill(shape, text), ...(right ? fillEachPlace(right, text) : [])]
      : [''];
    for (const value of bodies) {
      const begun = performance.now();
      const body = JSON.stringify(value);
      const parts = { params: fill(params, text), query: fill(query, text), body };
      // as JSON, also where a picture would start a process of its own
      const headers = { 'content-type': 'application/json' };
      const answer = await send(world, name, { actor: actorOf(name), headers, ...parts });
      expect(flawOf(answer, JSON.stringify(parts)), `${text} in ${body}`).toBeNull();
      // the sleep of a minute that some ask for
      expect(performance.now() - begun).toBeLessThan(30_000);
      expect(answer.body).not.toContain('$argon2');
    }
  }
  expect(await findDamage(world)).toEqual({ sessions: 0, currencies: 0, users: 0, companies: 0 });
  expect((await world.browsers.root.get('/api/me')).statusCode).toBe(200);
  await world.restore();
}

/** Sessions and currencies that were added, users that are gone or root, and companies that are gone. */
async function findDamage({ db }: FuzzWorld): Promise<Record<string, number> | undefined> {
  const { rows } = await sql<Record<string, number>>`select
    (select count(*)::int from sessions where id not in (select id from kept.sessions)) as sessions,
    (select count(*)::int from currencies) - (select count(*)::int from kept.currencies) as currencies,
    (select count(*)::int from kept.users as was where role <> 'root' and not exists (
      select from users as now where now.id = was.id and now.role <> 'root')) as users,
    (select count(*)::int from kept.companies where id not in (select id from companies)) as companies`.execute(
    db,
  );
  return rows[0];
}

/** A value of the shape with the text wherever a string may stand. */
function fill(schema: TSchema | Shape, text: string): unknown {
  // a schema of TypeBox is a JSON Schema
  const shape = schema as Shape;
  if (shape.anyOf) {
    return fill(shape.anyOf.find(({ type }) => type === 'string') ?? shape.anyOf[0] ?? {}, text);
  }
  if (shape.type === 'string') return text;
  if (shape.type === 'object') {
    const entries = Object.entries(shape.properties ?? {});
    return Object.fromEntries(entries.map(([key, one]) => [key, fill(one, text)]));
  }
  if (shape.type === 'array') return [fill(shape.items ?? {}, text)];
  return shape.type === 'boolean' ? false : 1;
}

/** The same, with a text in one place and what is right in all others. */
function fillEachPlace(right: Record<string, unknown>, text: string): unknown[] {
  return Object.keys(right).flatMap((key) => {
    const value = right[key];
    if (typeof value === 'string') return [{ ...right, [key]: text }];
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
    return fillEachPlace(value as Record<string, unknown>, text).map((changed) => ({
      ...right,
      [key]: changed,
    }));
  });
}
