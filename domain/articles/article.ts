import { type Static, Type } from 'typebox';

const summary = {
  id: Type.String(),
  /** the stem of a picture of the image base: `articles/{image}.webp`, and `{image}-600` for small screens */
  image: Type.String(),
  image_alt: Type.String(),
  /** the family that the article belongs to; one of them is featured */
  group: Type.String(),
  topic: Type.String(),
  /** minutes, at least 1 */
  reading_time: Type.Integer(),
  title: Type.String(),
  description: Type.String(),
};

export const ArticleSummary = Type.Object(summary);
export type ArticleSummary = Static<typeof ArticleSummary>;

const article = {
  ...summary,
  /** the other articles of its group, newest first */
  subs: Type.Array(ArticleSummary),
  /** the topics of `subs`, each once, by name */
  sub_topics: Type.Array(Type.String()),
};

export const Article = Type.Object(article);
export type Article = Static<typeof Article>;

export const ArticleView = Type.Object({
  ...article,
  descriptions: Type.Array(Type.String()),
  /** HTML, sanitised */
  content: Type.String(),
  /** YYYY-MM-DD */
  publication_date: Type.String({ format: 'date' }),
});
export type ArticleView = Static<typeof ArticleView>;

export const ArticleId = Type.Object({ id: Type.String() });

const WORDS_A_MINUTE = 200;

/** How long a text takes to read, in whole minutes, at least 1. Markdown's own signs are no words. */
export function readingTime(text: string): number {
  const words = text.split(/\s/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  return Math.max(1, Math.round(words / WORDS_A_MINUTE));
}
