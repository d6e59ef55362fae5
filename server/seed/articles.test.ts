import { access, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { comparisonQuery, readComparisonQuery } from '#domain/comparator/address.ts';
import { loadPlaces } from '../features/places/load-places.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { readArticles, seedArticles } from './articles.ts';

const IMAGES = path.join(import.meta.dirname, '../../content/images/articles');

const CURRENCIES = ['EUR', 'USD'].map((code) => ({ code, label: code, rate: 1 }));

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test('the articles of the repository are enough for a blog: at least 8, in 3 groups or more', async () => {
  const articles = await readArticles();
  expect(articles.length).toBeGreaterThanOrEqual(8);
  expect(new Set(articles.map(({ group }) => group)).size).toBeGreaterThanOrEqual(3);
});

test('they are stored as they are read, one featured a group', async () => {
  await database.db.transaction().execute((trx) => seedArticles(trx));
  const stored = await database.db.selectFrom('articles').selectAll().orderBy('id').execute();
  expect(stored.map(({ seeded, ...read }) => read)).toEqual(await readArticles());
  const featured = stored.filter((article) => article.is_featured).map(({ group }) => group);
  expect(featured.toSorted()).toEqual([...new Set(stored.map(({ group }) => group))].toSorted());
});

test('each has its pictures, in both sizes', async () => {
  for (const { image } of await readArticles()) {
    for (const file of [`${image}.webp`, `${image}-600.webp`]) await access(path.join(IMAGES, file));
  }
});

/** What the comparison of an address would write into it; null: it makes none. */
function comparedIn(query: string): string | null {
  const found = readComparisonQuery(new URLSearchParams(query), CURRENCIES);
  return found && comparisonQuery(found);
}

test('an article that speaks of airports leads to a comparison there', async () => {
  const found = (await readArticles()).find(({ id }) => id === 'bureau-d-aeroport');
  const places = [...(found?.content ?? '').matchAll(/lieu=(\w+)/g)].map(([, code = '']) => code);
  expect(places).toContain('CDG');
  const known = loadPlaces();
  expect(places.filter((code) => !known.byCode(code))).toEqual([]);
});

test('no link leads to an article that is not there, or to no page of the site', async () => {
  const articles = await readArticles();
  const pages = new Set(['#/', '#/blog', ...articles.map(({ id }) => `#/blog/view/${id}`)]);
  for (const { id, content } of articles) {
    for (const [, href = ''] of content.matchAll(/href="(#[^"]*)"/g)) {
      const [, asked] = /^#\/\?(.*)$/.exec(href.replaceAll('&amp;', '&')) ?? [];
      if (asked === undefined) expect(pages, `${id} links to ${href}`).toContain(href);
      else expect(comparedIn(asked), `${id} links to ${href}`).toBe(asked);
    }
  }
});

test.each([
  [['true', 'true'], 'a, b'],
  [['false', 'false'], 'aucun'],
])('a group that does not feature exactly one article is refused (%s)', async (featured, named) => {
  await inFolder({ 'a.md': file('a', featured[0]), 'b.md': file('b', featured[1]) }, async (folder) => {
    await expect(readArticles(folder)).rejects.toThrow(
      `« Taux » met en avant un seul article (ici : ${named})`,
    );
  });
});

test('an error names the file', async () => {
  await inFolder({ 'a.md': file('a', 'true'), 'b.md': file('c', 'false') }, async (folder) => {
    await expect(readArticles(folder)).rejects.toThrow(/^content\/articles\/b\.md : le champ « id »/);
  });
});

function file(id: string, featured = 'false'): string {
  const fields = { id, group: 'Taux', featured, topic: 'Taux', title: 'Titre', description: 'Phrase' };
  const lines = Object.entries(fields).map(([key, value]) => `${key}: ${value}`);
  return `---\n${lines.join('\n')}\ndescriptions:\n- Ligne\nimage: a\nimage_alt: Alt\npublication_date: 2026-01-01\n---\nTexte\n`;
}

async function inFolder(files: Record<string, string>, use: (folder: string) => Promise<void>) {
  const folder = await mkdtemp(path.join(tmpdir(), 'parite-articles-'));
  try {
    for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
    await use(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}
