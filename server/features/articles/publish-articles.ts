import { isDeepStrictEqual } from 'node:util';
import type { PublishedArticle } from '#domain/articles/blog.ts';
import type { Db } from '../../db/open.ts';
import { HttpError } from '../../http/http-error.ts';
import { selectArticlesForUpdate, updateToOrdinary, upsertArticle } from './articles.queries.ts';

export interface Publication {
  articles: { id: string; what: 'publié' | 'mis à jour' | 'inchangé' }[];
  replaced: { id: string; group: string }[];
}

/**
 * Upserts articles in one transaction, and a featured one replaces its group's. Throws an HttpError (409) when a group
 * would have none.
 */
export async function publishArticles(db: Db, articles: readonly PublishedArticle[]): Promise<Publication> {
  return db.transaction().execute(async (trx) => {
    const stored = new Map((await selectArticlesForUpdate(trx)).map((one) => [one.id, one]));
    const publishedIds = new Set(articles.map(({ id }) => id));
    const featured = articles.filter((article) => article.is_featured).map(({ group }) => group);
    const replaced = [...stored.values()].filter(
      (one) => one.is_featured && !publishedIds.has(one.id) && featured.includes(one.group),
    );
    const after = new Map(stored);
    for (const replacedArticle of replaced)
      after.set(replacedArticle.id, { ...replacedArticle, is_featured: false });
    for (const article of articles) after.set(article.id, article);
    const touched = articles.flatMap(({ id, group }) => [group, stored.get(id)?.group ?? group]);
    requireFeatured([...after.values()], touched);

    const changed = articles.filter(
      (article) => !isDeepStrictEqual({ ...stored.get(article.id) }, { ...article }),
    );
    // first of all: no moment may have two featured ones in a group
    await updateToOrdinary(
      trx,
      [...replaced, ...changed].map(({ id }) => id),
    );
    for (const article of changed) await upsertArticle(trx, article);
    const whatOf = (article: PublishedArticle) => {
      if (!changed.includes(article)) return 'inchangé';
      return stored.has(article.id) ? 'mis à jour' : 'publié';
    };
    return {
      articles: articles.map((article) => ({ id: article.id, what: whatOf(article) })),
      replaced: replaced.map(({ id, group }) => ({ id, group })),
    };
  });
}

function requireFeatured(articles: readonly PublishedArticle[], groups: readonly string[]): void {
  for (const group of new Set(groups)) {
    const members = articles.filter((article) => article.group === group);
    if (members.length === 0 || members.some((article) => article.is_featured)) continue;
    throw new HttpError(
      409,
      'unled_group',
      `Le groupe « ${group} » ne mettrait plus aucun article en avant. Écrivez featured: true dans l’un d’eux et importez-le avec les autres.`,
    );
  }
}
