import { expect, test } from 'vitest';
import type { Page } from '#domain/pages/page.ts';
import { createPageCache, type Wanted } from './cached-pages.ts';

const MINUTE = 60_000;
const EMPTY = Buffer.alloc(0);
const START = Date.parse('2026-11-21T08:00:00Z');

function openCache() {
  let at = START;
  const rendered: string[] = [];
  const built: string[] = [];
  const cache = createPageCache({
    now: () => new Date(at),
    maxBytes: { ours: 56 * 1024 * 1024, invented: 8 * 1024 * 1024 },
    describe: (page) => JSON.stringify(page),
    make: async ({ path, today }: Page) => {
      rendered.push(path);
      // size of our largest page, not compressed, which takes longest
      const plain = Buffer.from(`${path} ${today} ${'x'.repeat(1_000_000)}`);
      return { type: 'text/plain', etag: path, plain, br: EMPTY, gzip: EMPTY };
    },
  });
  const get = async (
    key: string,
    version: number,
    mayInvent?: Wanted['mayRender'],
    mayRender = mayInvent,
  ) => {
    // text of the version, as a rate is
    const page = { path: key, isIndexed: true, today: String(version) } as Page;
    const build = () => {
      built.push(key);
      return { page, until: Number.POSITIVE_INFINITY };
    };
    const cached = await cache.get({
      key,
      stamp: [version],
      build,
      isInvented: mayInvent !== undefined,
      mayRender: mayRender ?? (() => true),
    });
    return cached?.answer.plain.toString().trim().split(' ').slice(0, 2).join(' ');
  };
  return { get, rendered, built, pass: (ms: number) => (at += ms) };
}

test('where rendering is refused the former page of the day is answered, and 429 without one', async () => {
  const { get, pass } = openCache();
  const refuse = () => false;
  await expect(get('/537', 1, refuse)).rejects.toMatchObject({ status: 429 });
  expect(await get('/537', 1, () => true)).toBe('/537 1');
  pass(MINUTE);
  expect(await get('/537', 2, refuse)).toBe('/537 1');
  expect(await get('/537', 2, () => true)).toBe('/537 2');
  pass(24 * 60 * MINUTE);
  await expect(get('/537', 3, refuse)).rejects.toMatchObject({ status: 429 });
});

test('a page of ours past the quota of all is answered as it was, and 429 without one', async () => {
  const { get, built } = openCache();
  const refuse = () => false;
  await expect(get('/bureaux', 1, undefined, refuse)).rejects.toMatchObject({ status: 429 });
  expect(built).toEqual([]);
  expect(await get('/bureaux', 1)).toBe('/bureaux 1');
  expect(await get('/bureaux', 2, undefined, refuse)).toBe('/bureaux 1');
  expect(await get('/bureaux', 1, undefined, refuse)).toBe('/bureaux 1');
});

test('an invented page past its quota has no data made for it', async () => {
  const { get, built } = openCache();
  await expect(get('/538', 1, () => false)).rejects.toMatchObject({ status: 429 });
  expect(built).toEqual([]);
});

test('pages of ours take 56 MB and no more', async () => {
  const { get, rendered } = openCache();
  for (let i = 0; i < 60; i += 1) await get(`/${i}`, 1);
  await get('/59', 1);
  await get('/0', 1);
  expect(rendered.filter((path) => path === '/59')).toHaveLength(1);
  expect(rendered.filter((path) => path === '/0')).toHaveLength(2);
});

test('invented pages push none of ours out', async () => {
  const { get, rendered } = openCache();
  await get('/bureaux', 1);
  for (let i = 0; i < 70; i += 1) await get(`/${i}`, 1, () => true);
  await get('/bureaux', 1);
  expect(rendered.filter((path) => path === '/bureaux')).toHaveLength(1);
  await get('/0', 1, () => true);
  expect(rendered.filter((path) => path === '/0')).toHaveLength(2);
});
