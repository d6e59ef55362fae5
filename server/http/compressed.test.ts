import { setImmediate as turn } from 'node:timers/promises';
import { brotliCompressSync, constants } from 'node:zlib';
import { expect, test } from 'vitest';
import { compress, compressInPool, etagOf, isKnownTo, pickBody } from './compressed.ts';

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
