import type { ArticleView } from '#domain/articles/article.ts';
import type { Blog } from '#domain/articles/blog.ts';
import { RESTRICTED, RESTRICTED_ARTICLE } from '#domain/currencies/restricted.ts';
import { listEntries } from '#domain/currencies/search.ts';
import type { ArticleLink, CurrencyName } from '#domain/pages/page.ts';
import { searchForm } from '#domain/text/search.ts';

const MOST = 3;
// Letters of a name that is looked for in texts.
const LEAST_LETTERS = 4;

// texts of an article never change
const texts = new WeakMap<ArticleView, string>();

// Articles that name the currency or its country, then the newest featured ones.
export function relatedArticles(blog: Blog | null, currency: CurrencyName): ArticleLink[] {
  if (!blog) return [];
  const [entry] = listEntries([currency]);
  const { label, countries, words } = entry?.forms ?? { label: '', countries: [], words: [] };
  const names = [label, ...countries, ...words].filter(({ length }) => length >= LEAST_LETTERS);
  const restricted = RESTRICTED.includes(currency.code) ? blog.views.get(RESTRICTED_ARTICLE) : undefined;
  const naming = [...blog.views.values()].filter((article) =>
    names.some((name) => ` ${textOf(article)} `.includes(` ${name} `)),
  );
  const all = [...(restricted ? [restricted] : []), ...naming, ...blog.banner];
  return [...new Map(all.map(({ id, title }) => [id, { id, title }])).values()].slice(0, MOST);
}

function textOf(article: ArticleView): string {
  const { title, description, descriptions, content } = article;
  const known =
    texts.get(article) ??
    searchForm([title, description, ...descriptions, content.replace(/<[^>]*>/g, ' ')].join(' '));
  texts.set(article, known);
  return known;
}
