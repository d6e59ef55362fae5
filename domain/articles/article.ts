import { type Static, Type } from 'typebox';

const summary = {
  id: Type.String(),
  /** Stem of a picture: `articles/{image}.webp`, and `{image}-600` for small screens. */
  image: Type.String(),
  image_alt: Type.String(),
  group: Type.String(),
  topic: Type.String(),
  /** Minutes, at least 1. */
  reading_time: Type.Integer(),
  title: Type.String(),
  description: Type.String(),
};

export const ArticleSummary = Type.Object(summary);
export type ArticleSummary = Static<typeof ArticleSummary>;

const article = {
  ...summary,
  subs: Type.Array(ArticleSummary),
  sub_topics: Type.Array(Type.String()),
};

export const Article = Type.Object(article);
export type Article = Static<typeof Article>;

export const ArticleView = Type.Object({
  ...article,
  descriptions: Type.Array(Type.String()),
  /** Sanitised HTML. */
  content: Type.String(),
  publication_date: Type.String({ format: 'date' }),
});
export type ArticleView = Static<typeof ArticleView>;

export const ArticleId = Type.Object({ id: Type.String() });

const WORDS_A_MINUTE = 200;

/** Whole minutes, at least 1. Markdown signs do not count as words. */
export function readingTime(text: string): number {
  const words = text.split(/\s/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  return Math.max(1, Math.round(words / WORDS_A_MINUTE));
}
