import type { PublishedArticle } from '#domain/articles/blog.ts';
import type { Db } from '../../db/open.ts';

/** Every article, its HTML as it is stored. */
export async function selectArticles(db: Db): Promise<PublishedArticle[]> {
  return db.selectFrom('articles').selectAll().execute();
}
