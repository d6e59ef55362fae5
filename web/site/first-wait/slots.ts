import type { ArticleView } from '#domain/articles/article.ts';

/** A name in braces where head.ts writes the value: of whatever type the component draws. */
export function slot<T>(name: string): T {
  return `{${name}}` as unknown as T;
}

/** An article of which each field that is drawn is the slot of its own name. */
export const articleSlots: ArticleView = {
  id: slot('id'),
  image: slot('image'),
  image_alt: slot('image_alt'),
  group: slot('group'),
  topic: slot('topic'),
  reading_time: slot('reading_time'),
  title: slot('title'),
  description: slot('description'),
  descriptions: [slot('descriptions')],
  subs: [],
  sub_topics: [],
  content: '',
  publication_date: '',
};
