import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { expect } from 'vitest';
import { api, type CallName } from '#domain/api.ts';
import { flawOf } from '../answers.ts';
import { actorOf, type Input, send } from './inputs.ts';
import { shareOf } from './share.ts';
import type { FuzzWorld } from './world.ts';

const EVIL = '{"polluted":"yes","status":500,"allowed_scope":["**"],"toString":"x"}';
const POLLUTED_BODIES = [
  `{"__proto__":${EVIL}}`,
  `{"constructor":{"prototype":${EVIL}}}`,
  `{"a":{"__proto__":${EVIL}}}`,
  `{"a":[{"constructor":{"prototype":${EVIL}}}]}`,
  `[{"__proto__":${EVIL}}]`,
  `{"\\u005f\\u005fproto\\u005f\\u005f":${EVIL}}`,
  `{"\\u005f_proto_\\u005f":${EVIL}}`,
  `{"__proto__":null}`,
  `{"__proto__":1,"__proto__":${EVIL}}`,
];
const POLLUTED_QUERIES = [
  '__proto__[polluted]=yes&__proto__.status=500',
  '__proto__=yes&constructor=yes&prototype=yes',
  'constructor[prototype][polluted]=yes',
  'page=1&__proto__=yes&q=constructor&toString=1&hasOwnProperty=1',
];

const deep = (open: string, close: string, levels: number) => open.repeat(levels) + close.repeat(levels);
const BOMBS: Record<string, string> = {
  'a text that never ends': `"${'a'.repeat(60_000)}"`,
  'brackets that never close': '['.repeat(60_000),
  '30,000 lists in each other': deep('[', ']', 30_000),
  '10,000 objects in each other': `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
  '30,000 lists in the field': `{"email":${deep('[', ']', 30_000)}}`,
  '30,000 members': `[${'1,'.repeat(30_000)}1]`,
  '10,000 fields': `{${Array.from({ length: 6_000 }, (_, i) => `"k${i}":1`).join(',')}}`,
  'a number of 60,000 digits': `{"amount":${'9'.repeat(60_000)}}`,
  'a fraction of 60,000 digits': `{"amount":0.${'1'.repeat(60_000)}}`,
  'a huge exponent': `{"amount":1e${'9'.repeat(1_000)}}`,
  'long numbers in a deep list': `${'['.repeat(10_000)}${'1'.repeat(40)}${']'.repeat(10_000)}`,
  'one field 5,000 times': `{${'"x":1,'.repeat(5_000)}"x":1}`,
  escapes: `"${'\\u0000'.repeat(10_000)}"`,
  nothing: '',
  'a byte order mark': '\ufeff{}',
  'no JSON': '<xml/>',
  NaN: '{"id":NaN}',
  null: 'null',
  'half a surrogate': '"\\ud800"',
};

// 64 MiB of spaces fit into some kilobytes: whoever unpacks them has no limit any more
const SPACES = Buffer.alloc(16 * 1024 * 1024, ' ');
const PACKED: [string, Buffer][] = [
  ['gzip', gzipSync(SPACES)],
  ['x-gzip', gzipSync('{}')],
  ['deflate', deflateSync('{}')],
  ['br', brotliCompressSync(SPACES)],
  ['zstd', zstdCompressSync('{}')],
  ['gzip, br', brotliCompressSync(gzipSync('{}'))],
  ['compress', Buffer.from('{}')],
  ['GZIP', gzipSync('{}')],
  ['chunked', Buffer.from('{}')],
  ['', Buffer.from('{}')],
  ['x', Buffer.from('{}')],
];

// a logout takes no field, and ends the session that the others are asked in
const WITHOUT_FIELDS: readonly CallName[] = [
  'POST /api/traveller/logout',
  'POST /api/traveller/sessions/end',
];

function withoutPollution(): void {
  const bare: Record<string, unknown> = {};
  expect([bare.polluted, bare.status, bare.allowed_scope]).toEqual([undefined, undefined, undefined]);
  expect(String({})).toBe('[object Object]');
}

/** Bodies and queries that pollute, explode or are packed: each is refused at once, and changes nothing. */
export async function tryHostileBodies(world: FuzzWorld, name: CallName): Promise<void> {
  const ask = (more: Partial<Input>) => {
    const input = {
      actor: actorOf(name),
      params: { id: '__proto__', code: '__proto__' },
      query: {},
      body: '',
    };
    return send(world, name, { ...input, headers: {}, ...more });
  };
  if (name.startsWith('GET')) {
    for (const rawQuery of shareOf(POLLUTED_QUERIES, name, 1)) {
      expect(flawOf(await ask({ rawQuery }), `__proto__ ${rawQuery}`), rawQuery).toBeNull();
      withoutPollution();
    }
    await world.restore();
    return;
  }
  const takesFields = 'body' in api[name] && !WITHOUT_FIELDS.includes(name);
  const expectRefused = async (what: string, body: string, status: number) => {
    const begun = performance.now();
    const answer = await ask({ body });
    expect(answer.statusCode, `${what}: ${answer.body}`).toBe(status);
    expect(flawOf(answer, body), what).toBeNull();
    // a server has one thread: while one answer takes long, all others wait
    expect(performance.now() - begun, what).toBeLessThan(20_000);
  };
  if (takesFields) {
    for (const body of shareOf(POLLUTED_BODIES, name, 1)) {
      await expectRefused(body, body, 400);
      withoutPollution();
    }
    for (const [what, bomb] of shareOf(Object.entries(BOMBS), name, 1)) await expectRefused(what, bomb, 400);
    const limit = mostBytes(name);
    await expectRefused('too long', JSON.stringify({ email: 'a'.repeat(limit) }), 413);
    if (limit > 64 * 1024) {
      const half = limit / 2 - 100;
      await expectRefused('long', `{"branches":${deep('[', ']', half)}}`, 400);
    }
  }
  if (takesFields || 'upload' in api[name]) {
    for (const [encoding, body] of shareOf(PACKED, name, 1)) {
      const headers = { 'content-encoding': encoding };
      const answer = await ask({ body: body.subarray(0, 60_000), headers });
      expect(answer.statusCode, `packed as «${encoding}»`).toBe(415);
      if (takesFields) expect(answer.json()).toMatchObject({ code: 'unsupported_encoding' });
    }
  }
  expect(await world.restore()).toEqual([]);
}

function mostBytes(name: CallName): number {
  const call = api[name];
  return 'maxBytes' in call ? call.maxBytes : 64 * 1024;
}
