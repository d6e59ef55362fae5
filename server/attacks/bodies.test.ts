import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api, type CallName } from '#domain/api.ts';
import { flawOf } from '../testing/answers.ts';
import { admitBureau } from '../testing/bookings.ts';
import { watchChanges } from '../testing/changes.ts';
import { type Browser, enter } from '../testing/office.ts';
import { type OpenOffice, openOffice } from '../testing/open-office.ts';
import { signIn } from '../testing/travellers.ts';

// what a test's application signs with
const SECRET = 'of-a-test-and-of-nothing-else-0123456789';

let office: OpenOffice;
let root: Browser;
let agent: Browser;
let traveller: Browser;
let changed: () => Promise<string[]>;

beforeAll(async () => {
  const now = new Date();
  office = await openOffice({}, () => now);
  root = await enter(office.app, 'root');
  agent = await enter(office.app, 'agent');
  await admitBureau(office.db, 1);
  traveller = await signIn(office.app, office.db, 'voyageur@exemple.fr', SECRET);
  changed = await watchChanges(office.db);
});
afterAll(() => office.close());

// a logout takes no field, and ends the session that the others are asked in
const WITHOUT_FIELDS: readonly CallName[] = [
  'POST /api/traveller/logout',
  'POST /api/traveller/sessions/end',
];
const posts = (Object.keys(api) as CallName[]).filter(
  (name) => name.startsWith('POST') && 'body' in api[name] && !WITHOUT_FIELDS.includes(name),
);
const gets = (Object.keys(api) as CallName[]).filter(
  (name) => name.startsWith('GET') && name !== 'GET /api/logout',
);

function send(
  name: CallName,
  payload: string | Buffer,
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse> {
  const { cookies } = browserOf(name);
  const { host } = api[name];
  return office.app.inject({
    method: 'POST',
    url: name.split(' ')[1] ?? '',
    headers: {
      host: host === 'public' ? 'localhost' : 'backoffice.localhost',
      cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
      'x-xsrf-token': cookies.get('XSRF-TOKEN') ?? '',
      'content-type': 'application/json',
      ...headers,
    },
    payload,
  });
}

function browserOf(name: CallName): Browser {
  if (name.includes('/api/traveller/')) return traveller;
  return name.startsWith('POST /api/fixings') ? agent : root;
}

function mostBytes(name: CallName): number {
  const call = api[name];
  return 'maxBytes' in call ? call.maxBytes : 64 * 1024;
}

async function expectRefused(name: CallName, payload: string, statuses: readonly number[]): Promise<void> {
  const begun = performance.now();
  const answer = await send(name, payload);
  expect(statuses, `${name} ${payload.slice(0, 60)}: ${answer.body}`).toContain(answer.statusCode);
  expect(flawOf(answer, payload)).toBeNull();
  // a server has one thread: while one answer takes long, all others wait
  expect(performance.now() - begun).toBeLessThan(20_000);
}

describe('prototype pollution', () => {
  const evil = '{"polluted":"yes","status":500,"allowed_scope":["**"],"toString":"x"}';
  const bodies = [
    `{"__proto__":${evil}}`,
    `{"constructor":{"prototype":${evil}}}`,
    `{"a":{"__proto__":${evil}}}`,
    `{"a":[{"constructor":{"prototype":${evil}}}]}`,
    `[{"__proto__":${evil}}]`,
    `{"\\u005f\\u005fproto\\u005f\\u005f":${evil}}`,
    `{"\\u005f_proto_\\u005f":${evil}}`,
    `{"__proto__":null}`,
    `{"__proto__":1,"__proto__":${evil}}`,
  ];
  const expectClean = () => {
    const bare: Record<string, unknown> = {};
    expect([bare.polluted, bare.status, bare.allowed_scope]).toEqual([undefined, undefined, undefined]);
    expect(String({})).toBe('[object Object]');
  };

  test.each(posts)('%s takes none from a body', async (name) => {
    for (const body of bodies) {
      await expectRefused(name, body, [400]);
      expectClean();
    }
    await changed();
  });

  test('an own __proto__ beside a body that is right is refused too, not dropped', async () => {
    const suspension = `"id":${office.users.idle},"is_suspended":true`;
    for (const more of ['"__proto__":{"x":1}', '"constructor":{"prototype":{"x":1}}']) {
      const answer = await send('POST /api/iam/users/suspend', `{${suspension},${more}}`);
      expect(answer.json()).toMatchObject({ code: 'invalid_json' });
    }
    expect(await changed()).toEqual([]);
  });

  test.each(gets)('%s takes none from a query', async (name) => {
    const path = (name.split(' ')[1] ?? '').replace(/\{\w+\}/, '__proto__');
    for (const query of [
      '__proto__[polluted]=yes&__proto__.status=500',
      '__proto__=yes&constructor=yes&prototype=yes',
      'constructor[prototype][polluted]=yes',
      'page=1&__proto__=yes&q=constructor&toString=1&hasOwnProperty=1',
    ]) {
      const answer = await root.get(`${path}?${query}`, {
        host: api[name].host === 'public' ? 'localhost' : 'backoffice.localhost',
      });
      expect(flawOf(answer, path)).toBeNull();
      expectClean();
    }
    await changed();
  });

  test.each([
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    'valueOf',
  ])('%s names no article, object, currency, site or type', async (word) => {
    const lead = await send('POST /api/public/leads', JSON.stringify({ email: '', site: word }));
    const offers = await send(
      'POST /api/public/offers',
      JSON.stringify({ offer: { currency: word, amount: 5 }, wish: { currency: 'EUR' } }),
    );
    const view = await root.get(`/api/public/blog/articles/view/${word}`, { host: 'localhost' });
    const object = await root.get(`/api/objects/${word}`);
    const objects = await root.get(`/api/objects?type=${word}`);
    expect([lead, offers, view, object, objects].map(({ statusCode }) => statusCode)).toEqual([
      400, 400, 404, 404, 400,
    ]);
  });
});

describe('JSON bombs', () => {
  const deep = (open: string, close: string, levels: number) => open.repeat(levels) + close.repeat(levels);
  const bombs: [string, string][] = [
    ['a text that never ends', `"${'a'.repeat(60_000)}"`],
    ['brackets that never close', '['.repeat(60_000)],
    ['30,000 lists in each other', deep('[', ']', 30_000)],
    ['10,000 objects in each other', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
    ['30,000 lists in the field', `{"email":${deep('[', ']', 30_000)}}`],
    ['30,000 members', `[${'1,'.repeat(30_000)}1]`],
    ['10,000 fields', `{${Array.from({ length: 6_000 }, (_, i) => `"k${i}":1`).join(',')}}`],
    ['a number of 60,000 digits', `{"amount":${'9'.repeat(60_000)}}`],
    ['a fraction of 60,000 digits', `{"amount":0.${'1'.repeat(60_000)}}`],
    ['a huge exponent', `{"amount":1e${'9'.repeat(1_000)}}`],
    ['long numbers in a deep list', `${'['.repeat(10_000)}${'1'.repeat(40)}${']'.repeat(10_000)}`],
    ['one field 5,000 times', `{${'"x":1,'.repeat(5_000)}"x":1}`],
    ['escapes', `"${'\\u0000'.repeat(10_000)}"`],
    ['nothing', ''],
    ['a byte order mark', '\ufeff{}'],
    ['no JSON', '<xml/>'],
    ['NaN', '{"id":NaN}'],
    ['null', 'null'],
    ['half a surrogate', '"\\ud800"'],
  ];

  test.each(bombs)('%s is a 400 of every call, at once', async (_what, bomb) => {
    for (const name of posts) await expectRefused(name, bomb, [400]);
    expect(await changed()).toEqual([]);
  });

  test('more than 64 KiB, or than a call says that it takes, is a 413, whether its length is said or not', async () => {
    for (const name of posts) {
      const limit = mostBytes(name);
      await expectRefused(name, JSON.stringify({ email: 'a'.repeat(limit) }), [413]);
      const brackets = limit / 2 - 100;
      if (limit > 64 * 1024) {
        await expectRefused(name, `{"branches":${'['.repeat(brackets)}${']'.repeat(brackets)}}`, [400]);
      }
    }
    expect(await changed()).toEqual([]);
  });

  test('of two fields of one name the last is the one: nobody reads the first', async () => {
    const { idle, loner } = office.users;
    const body = `{"id":${idle},"is_suspended":true,"id":${loner}}`;
    expect((await send('POST /api/iam/users/suspend', body)).statusCode).toBe(200);
    const suspended = await office.db
      .selectFrom('users')
      .where('suspended_at', 'is not', null)
      .select('id')
      .execute();
    expect(suspended).toEqual([{ id: loner }]);
    await changed();
  });
});

describe('packed bodies', () => {
  // 64 MiB of spaces fit into some kilobytes: whoever unpacks them has no limit any more
  const spaces = Buffer.alloc(16 * 1024 * 1024, ' ');
  const packed: [string, Buffer][] = [
    ['gzip', gzipSync(spaces)],
    ['x-gzip', gzipSync('{}')],
    ['deflate', deflateSync('{}')],
    ['br', brotliCompressSync(spaces)],
    ['zstd', zstdCompressSync('{}')],
    ['gzip, br', brotliCompressSync(gzipSync('{}'))],
    ['compress', Buffer.from('{}')],
    ['GZIP', gzipSync('{}')],
    ['chunked', Buffer.from('{}')],
    ['', Buffer.from('{}')],
    ['x', Buffer.from('{}')],
  ];

  test.each(packed)('«%s» is a 415 of every call', async (encoding, body) => {
    for (const name of posts) {
      const answer = await send(name, body.subarray(0, 60_000), { 'content-encoding': encoding });
      expect(answer.statusCode, name).toBe(415);
      expect(answer.json()).toMatchObject({ code: 'unsupported_encoding' });
    }
    const upload = await send('POST /api/companies/logo', body.subarray(0, 60_000), {
      'content-encoding': encoding,
      'content-type': 'image/png',
    });
    expect(upload.statusCode).toBe(415);
    expect(await changed()).toEqual([]);
  });

  test('as it is, said or not, is read', async () => {
    const lead = JSON.stringify({ email: '', site: 'https://bureau-0.example' });
    expect((await send('POST /api/public/leads', lead, { 'content-encoding': 'identity' })).statusCode).toBe(
      201,
    );
    expect((await send('POST /api/public/leads', lead)).statusCode).toBe(201);
  });
});
