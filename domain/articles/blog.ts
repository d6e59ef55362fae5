import type { Article, ArticleSummary, ArticleView } from './article.ts';

const BANNER_SIZE = 4;

/** Bounds of one answer, which keeps the newest. */
export const MAX_GROUPS = 40;
export const MAX_SUBS = 60;

export type PublishedArticle = Omit<ArticleView, 'subs' | 'sub_topics'> & { is_featured: boolean };

export type Blog = {
  readonly banner: readonly Article[];
  readonly featured: readonly Article[];
  readonly views: ReadonlyMap<string, ArticleView>;
};

export function arrangeBlog(articles: readonly PublishedArticle[]): Blog {
  const newest = articles.toSorted(newestFirst);
  const groups = new Map<string, PublishedArticle[]>();
  for (const article of newest) {
    const group = groups.get(article.group);
    if (group) group.push(article);
    else groups.set(article.group, [article]);
  }
  const featured = [...groups.values()]
    // no group is empty
    .map((members) => members.find((article) => article.is_featured) ?? (members[0] as PublishedArticle))
    .sort(newestFirst)
    .slice(0, MAX_GROUPS)
    .map((leader) => placeInGroup(leader, groups));
  return {
    banner: featured.slice(0, BANNER_SIZE),
    featured,
    views: new Map(
      newest.map((article) => {
        const { descriptions, content, publication_date } = article;
        return [article.id, { ...placeInGroup(article, groups), descriptions, content, publication_date }];
      }),
    ),
  };
}

function placeInGroup(
  article: PublishedArticle,
  groups: ReadonlyMap<string, readonly PublishedArticle[]>,
): Article {
  // every article is in its group
  const members = groups.get(article.group) as readonly PublishedArticle[];
  const subs = members.filter((other) => other !== article).slice(0, MAX_SUBS);
  const topics = new Set(subs.map((sub) => sub.topic));
  return {
    ...summarise(article),
    subs: subs.map(summarise),
    sub_topics: [...topics].sort(new Intl.Collator('fr').compare),
  };
}

function summarise(article: PublishedArticle): ArticleSummary {
  const { id, image, image_alt, group, topic, reading_time, title, description } = article;
  return { id, image, image_alt, group, topic, reading_time, title, description };
}

function newestFirst(a: PublishedArticle, b: PublishedArticle): number {
  if (a.publication_date !== b.publication_date) return a.publication_date < b.publication_date ? 1 : -1;
  return a.id < b.id ? -1 : 1;
}
