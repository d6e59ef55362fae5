import { setImmediate as turn } from 'node:timers/promises';
import { brotliCompressSync, constants } from 'node:zlib';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { compress, compressInPool, etagOf, isKnownTo, pickBody, sendCompressed } from './compressed.ts';

test.each([
  ['gzip, deflate, br', 'br'],
  ['gzip;q=0.5, BR;q=0.001', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br ; q=0.000,gzip;q=1', 'gzip'],
  ['br;q=0, gzip;q=0', null],
  ['identity', null],
  [undefined, null],
])('with %j the coding is %j', (accepted, coding) => {
  expect(pickBody(compress('texte', 'text/plain'), accepted).coding).toBe(coding);
});

test('a page is compressed at quality 5, while the thread goes on', async () => {
  const text = Array.from({ length: 20_000 }, (_, i) => `<li>${i * i}</li>`).join('');
  let isDone = false;
  const answer = compressInPool(text, 'text/html').finally(() => {
    isDone = true;
  });
  await turn();
  expect(isDone).toBe(false);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
  expect((await answer).br.equals(brotliCompressSync(Buffer.from(text), { params }))).toBe(true);
});

test.each([
  ['own', (tag: string) => tag, true],
  ['strong', (tag: string) => tag.replace('W/', ''), true],
  ['listed', (tag: string) => `"a", ${tag} ,W/"b"`, true],
  ['any', () => '*', true],
  ['another', () => 'W/"a"', false],
  ['half', (tag: string) => tag.slice(0, -1), false],
  ['no', () => undefined, false],
])('%s tag of a client', (_what, sent, isKnown) => {
  const tag = etagOf(Buffer.from('texte'));
  expect(tag).toMatch(/^W\/"[\w-]{22}"$/);
  expect(isKnownTo({ headers: { 'if-none-match': sent(tag) } }, tag)).toBe(isKnown);
});

test('an answer says its coding, has none for who knows it, and no coding when it is plain', async () => {
  const app = Fastify();
  const page = compress('texte', 'text/plain');
  app.get('/', (request, reply) => sendCompressed(request, reply, page));
  const ask = (headers: Record<string, string>) => app.inject({ url: '/', headers });
  const [plain, small, known] = [
    await ask({}),
    await ask({ 'accept-encoding': 'br' }),
    await ask({ 'if-none-match': page.etag }),
  ];
  await app.close();
  expect([plain.statusCode, plain.body, plain.headers['content-encoding']]).toEqual([
    200,
    'texte',
    undefined,
  ]);
  expect(small.headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': 'text/plain',
    'cache-control': 'no-cache',
    vary: 'Accept-Encoding',
    etag: page.etag,
  });
  expect(small.rawPayload.equals(page.br)).toBe(true);
  expect([known.statusCode, known.body]).toEqual([304, '']);
});
