import { brotliDecompressSync } from 'node:zlib';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#domain/api.ts';
import { seedArticles } from '../../seed/articles.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { openRelay, type Relay } from '../../testing/relay.ts';

const BANNER = '/api/public/blog/articles/banner';
const LIST = '/api/public/blog/articles';
const viewOf = (id: string) => `/api/public/blog/articles/view/${id}`;
const VIEW = viewOf('taux-intermediaire');

let database: TestDatabase;
let relay: Relay;
let server: TestApp;

beforeAll(async () => {
  database = await createTestDatabase();
  await seedArticles(database.db);
  relay = await openRelay(database.url);
  server = await startTestApp(relay.url);
  await server.blog.loaded;
});

afterAll(async () => {
  await server.close();
  await relay.close();
  await database.close();
});

const get = (url: string, headers: Record<string, string> = {}) => server.app.inject({ url, headers });

test('the banner is the 4 newest featured articles', async () => {
  const answer = await get(BANNER);
  expect(answer.statusCode).toBe(200);
  expect(Value.Errors(api['GET /api/public/blog/articles/banner'].answer, answer.json())).toEqual([]);
  const newest = await database.db
    .selectFrom('articles')
    .select('id')
    .where('is_featured', '=', true)
    .orderBy('publication_date', 'desc')
    .limit(4)
    .execute();
  expect(answer.json().map(({ id }: { id: string }) => id)).toEqual(newest.map(({ id }) => id));
});

test('the list shows every article once: featured, or under its group’s featured one', async () => {
  const answer = await get(LIST);
  expect(answer.statusCode).toBe(200);
  expect(Value.Errors(api['GET /api/public/blog/articles'].answer, answer.json())).toEqual([]);
  type Listed = { id: string; group: string; topic: string; subs: Listed[]; sub_topics: string[] };
  const list: Listed[] = answer.json();
  const shown = list.flatMap((article) => [article, ...article.subs]).map(({ id }) => id);
  const stored = await database.db.selectFrom('articles').select('id').orderBy('id').execute();
  expect(shown.toSorted()).toEqual(stored.map(({ id }) => id));
  for (const { group, subs, sub_topics } of list) {
    expect(subs.every((sub) => sub.group === group)).toBe(true);
    expect(new Set(sub_topics)).toEqual(new Set(subs.map((sub) => sub.topic)));
  }
});

test('an article’s page contains its text', async () => {
  const answer = await get(VIEW);
  expect(answer.statusCode).toBe(200);
  expect(Value.Errors(api['GET /api/public/blog/articles/view/{id}'].answer, answer.json())).toEqual([]);
  expect(answer.json()).toMatchObject({ id: 'taux-intermediaire', publication_date: '2026-11-18' });
  expect(answer.json().content).toMatch(/^<p>/);
});

test.each([
  'inconnu',
  '%00',
  '__proto__',
  encodeURIComponent("' OR 1=1 --"),
])('an unknown article (%s) is a 404 in French', async (id) => {
  const answer = await get(viewOf(id));
  expect(answer.statusCode).toBe(404);
  expect(answer.json()).toEqual({
    message: 'Cet article n’existe pas ou n’est plus en ligne.',
    code: 'unknown_article',
  });
});

test('the blog is not served by the back-office', async () => {
  for (const url of [BANNER, LIST, VIEW]) {
    expect((await get(url, { host: 'backoffice.localhost' })).statusCode).toBe(404);
  }
});

test('an answer is compressed, and a cached one is not sent again', async () => {
  const answer = await get(VIEW, { 'accept-encoding': 'gzip, br' });
  expect(answer.headers['content-encoding']).toBe('br');
  expect(JSON.parse(brotliDecompressSync(answer.rawPayload).toString())).toEqual((await get(VIEW)).json());
  expect((await get(VIEW, { 'if-none-match': String(answer.headers.etag) })).statusCode).toBe(304);
});

test('unclean HTML in a row is sanitised in the answer', async () => {
  await insertArticle('malpropre', { content: '<p onclick="alert(1)">Bonjour<script>alert(1)</script></p>' });
  await shows('malpropre', (article) => article.content, '<p>Bonjour</p>');
});

test('an added, changed or deleted article shows without a restart', async () => {
  await insertArticle('vivant', { title: 'Avant' });
  await shows('vivant', (article) => article.title, 'Avant');
  await database.db.updateTable('articles').set({ title: 'Après' }).where('id', '=', 'vivant').execute();
  await shows('vivant', (article) => article.title, 'Après');
  await database.db.deleteFrom('articles').where('id', '=', 'vivant').execute();
  await shows('vivant', (answer) => answer.code, 'unknown_article');
});

test('without the database the blog still answers, and shows the changes afterwards', async () => {
  await relay.cut();
  for (const url of [BANNER, LIST, VIEW]) expect((await get(url)).statusCode).toBe(200);
  await insertArticle('pendant-la-coupure');
  expect((await get(viewOf('pendant-la-coupure'))).statusCode).toBe(404);
  await relay.mend();
  await shows('pendant-la-coupure', (article) => article.id, 'pendant-la-coupure');
});

test('a server that never reached the database answers 503, and recovers with it', async () => {
  await relay.cut();
  const late = await startTestApp(relay.url);
  try {
    for (const url of [BANNER, LIST, VIEW]) {
      const answer = await late.app.inject({ url });
      expect(answer.statusCode).toBe(503);
      expect(answer.json()).toEqual({
        message: 'Le service est momentanément indisponible. Réessayez dans un instant.',
        code: 'database_away',
      });
    }
    await relay.mend();
    await late.blog.loaded;
    expect((await late.app.inject({ url: LIST })).statusCode).toBe(200);
  } finally {
    await late.close();
  }
});

async function insertArticle(id: string, changes: { title?: string; content?: string } = {}) {
  const article = { group: 'Essais', topic: 'Essai', title: 'Titre', description: '', image: 'essai' };
  await database.db
    .insertInto('articles')
    .values({ ...article, id, reading_time: 1, content: '', publication_date: '2026-01-01', ...changes })
    .execute();
}

function shows(id: string, part: (answer: Record<string, unknown>) => unknown, value: string) {
  return expect
    .poll(async () => part((await get(viewOf(id))).json()), { interval: 10, timeout: 30_000 })
    .toBe(value);
}
