import { sql } from 'kysely';
import type { PublishedArticle } from '#domain/articles/blog.ts';
import type { Db } from '../../db/open.ts';

/** Every article, its HTML as it is stored. */
export async function selectArticles(db: Db): Promise<PublishedArticle[]> {
  return db.selectFrom('articles').selectAll().execute();
}

/** The same, under a lock: of two imports at once, neither would see the article that the other one features. */
export async function lockArticles(trx: Db): Promise<PublishedArticle[]> {
  await sql`LOCK TABLE articles IN SHARE ROW EXCLUSIVE MODE`.execute(trx);
  return selectArticles(trx);
}

/** Makes these articles ordinary members of their groups, no longer the featured ones. */
export async function lowerArticles(trx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await trx.updateTable('articles').set({ is_featured: false }).where('id', 'in', ids).execute();
}

/** Inserts an article, or writes it over the one of its id. */
export async function saveArticle(trx: Db, article: PublishedArticle): Promise<void> {
  const { id: _id, ...fields } = article;
  await trx
    .insertInto('articles')
    .values(article)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(fields))
    .execute();
}
