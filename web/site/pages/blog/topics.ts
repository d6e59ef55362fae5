import type { Article, ArticleSummary } from '#domain/articles/article.ts';

export function topicsOf(groups: readonly Article[]): string[] {
  const topics = groups.flatMap(({ topic, sub_topics }) => [topic, ...sub_topics]);
  return [...new Set(topics)].sort((a, b) => a.localeCompare(b, 'fr'));
}

export function formatArticleCount(count: number): string {
  return `${count} ${count === 1 ? 'article' : 'articles'}`;
}

/** Articles of a topic in every group; null: all of them (spec 4, 'Tout voir'). */
export function articlesOf(groups: readonly Article[], topic: string | null): ArticleSummary[] {
  const all = groups.flatMap((group) => [group, ...group.subs]);
  return topic === null ? all : all.filter((article) => article.topic === topic);
}
