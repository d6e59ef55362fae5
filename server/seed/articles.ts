import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PublishedArticle } from '#domain/articles/blog.ts';
import type { Db } from '../db/open.ts';
import { parseArticle } from '../features/articles/article-file.ts';
import { insertAll } from './insert-all.ts';

const FOLDER = join(import.meta.dirname, '../../content/articles');

export async function seedArticles(db: Db): Promise<void> {
  await insertAll(db, 'articles', await readArticles());
}

/** Articles of the repository. Throws an Error that names the file or group, and its fault. */
export async function readArticles(folder = FOLDER): Promise<PublishedArticle[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.md')).sort();
  const articles = await Promise.all(
    files.map(async (file) => {
      try {
        return parseArticle(file.slice(0, -'.md'.length), await readFile(join(folder, file), 'utf8'));
      } catch (error) {
        throw new Error(`content/articles/${file} : ${(error as Error).message}`, { cause: error });
      }
    }),
  );
  for (const group of new Set(articles.map((article) => article.group))) {
    const featured = articles.filter((article) => article.group === group && article.is_featured);
    if (featured.length === 1) continue;
    const names = featured.map((article) => article.id).join(', ') || 'aucun';
    throw new Error(
      `content/articles : le groupe « ${group} » met en avant un seul article (ici : ${names}).`,
    );
  }
  return articles;
}
