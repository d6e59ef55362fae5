import { sql } from 'kysely';
import type { PublishedArticle } from '#domain/articles/blog.ts';
import type { Db } from '../../db/open.ts';

export async function selectArticles(db: Db): Promise<PublishedArticle[]> {
  return db
    .selectFrom('articles')
    .select(['id', 'group', 'is_featured', 'topic', 'reading_time', 'title', 'description', 'descriptions'])
    .select(['image', 'image_alt', 'content', 'publication_date'])
    .execute();
}

/** Locks all articles, because simultaneous imports could not see each other's featured one. */
export async function selectArticlesForUpdate(trx: Db): Promise<PublishedArticle[]> {
  await sql`LOCK TABLE articles IN SHARE ROW EXCLUSIVE MODE`.execute(trx);
  return selectArticles(trx);
}

export async function updateToOrdinary(trx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await trx.updateTable('articles').set({ is_featured: false }).where('id', 'in', ids).execute();
}

export async function upsertArticle(trx: Db, article: PublishedArticle): Promise<void> {
  const { id: _id, ...fields } = article;
  await trx
    .insertInto('articles')
    .values(article)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(fields))
    .execute();
}
