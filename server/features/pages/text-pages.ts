import type { ArticleSummary, ArticleView } from '#domain/articles/article.ts';
import type { Blog } from '#domain/articles/blog.ts';
import { articlePath } from '#domain/pages/address.ts';
import type {
  ArticleCardView,
  ArticlePageView,
  BlogView,
  SiteMapView,
  TextView,
} from '#domain/pages/page.ts';
import { slugOf } from '#domain/pages/slug.ts';
import type { TextName } from '#domain/pages/texts.ts';
import { sanitizeArticle } from '../articles/article-html.ts';
import { compare } from '../offers/compare.ts';
import { readComparison } from '../offers/read-comparison.ts';
import { linkOfPlace } from './branch-places.ts';
import { linkOf, listCompared } from './company-pages.ts';
import { MOST_LISTED } from './list-page.ts';
import { countOffers } from './offers-view.ts';
import { type BuiltPage, nameOf, type PageContext, pageOf } from './page-context.ts';
import { listPlaces } from './place-pages.ts';
import { takeTurns } from './take-turns.ts';

const MOST_RELATED = 3;

export function buildTextPage(context: PageContext, text: TextName): BuiltPage {
  const view: TextView = {
    kind: 'text',
    text,
    example: text === 'methode' ? exampleOf(context) : null,
    currencyCount: context.book.currencies.length,
  };
  return pageOf(context, { path: `/${text}`, view });
}

// First and last offer for € 500 into the default counterpart.
function exampleOf({ book, base, since }: PageContext): TextView['example'] {
  const [, counterpart] = book.currencies;
  if (!counterpart) return null;
  const asked = readComparison(
    { offer: { currency: base.code, amount: 500 }, wish: { currency: counterpart.code } },
    book,
  );
  const { offers, ...answer } = compare(asked, book, since, null, 0);
  const ends = [...offers.slice(0, 1), ...offers.slice(1).slice(-1)];
  return { ...answer, offers: ends.map((offer) => ({ ...offer, branch: null })) };
}

export async function buildSiteMapPage(context: PageContext): Promise<BuiltPage> {
  const { book, base, blog } = context;
  const currencies: SiteMapView['currencies'][number][] = [];
  for await (const currency of takeTurns(book.currencies.filter((each) => each !== base))) {
    const sides = (['buy', 'sell'] as const).filter(
      (side) => countOffers(context, currency.code, side === 'buy') > 0,
    );
    if (sides.length > 0) currencies.push({ ...nameOf(currency), sides });
  }
  const [companies, places] = [await listCompared(context), await listPlaces(context)];
  const view: SiteMapView = {
    kind: 'site-map',
    currencies,
    companies: companies.slice(0, MOST_LISTED).map((company) => linkOf(context, company)),
    companyCount: companies.length,
    places: places.slice(0, MOST_LISTED).map(({ place }) => linkOfPlace(place)),
    placeCount: places.length,
    articles: articlesOf(blog).map(({ id, title }) => ({ id, title })),
  };
  return pageOf(context, { path: '/plan-du-site', view });
}

// Newest first.
export function articlesOf(blog: Blog | null): ArticleView[] {
  return [...(blog?.views.values() ?? [])].sort(
    (a, b) => b.publication_date.localeCompare(a.publication_date) || a.id.localeCompare(b.id),
  );
}

export function articleOfSlug(blog: Blog | null, slug: string): ArticleView | undefined {
  return blog?.views.get(slug) ?? articlesOf(blog).find(({ id }) => slugOf(id) === slug);
}

export function buildBlogPage(context: PageContext): BuiltPage {
  const view: BlogView = {
    kind: 'blog',
    groups: (context.blog?.featured ?? []).map((leader) => ({
      name: leader.group,
      articles: [leader, ...leader.subs].map(cardOf),
    })),
  };
  return pageOf(context, { path: '/blog', view });
}

export function buildArticlePage(context: PageContext, article: ArticleView): BuiltPage {
  const { id, group, descriptions, content, publication_date, subs } = article;
  const view: ArticlePageView = {
    kind: 'article',
    article: cardOf(article),
    group,
    lines: descriptions,
    content: withPagePaths(sanitizeArticle(content)),
    publishedOn: publication_date,
    others: subs.slice(0, MOST_RELATED).map(cardOf),
  };
  return pageOf(context, { path: articlePath(id), view });
}

function cardOf(article: ArticleSummary): ArticleCardView {
  const { id, title, description, topic, reading_time, image, image_alt } = article;
  return { id, title, description, topic, readingTime: reading_time, image, imageAlt: image_alt };
}

// Links of the hash, led to the page without it where there is one.
function withPagePaths(html: string): string {
  return html
    .replace(/href="#\/blog\/view\/([^"]+)"/g, (_link, id: string) => `href="${articlePath(id)}"`)
    .replaceAll('href="#/blog"', 'href="/blog"')
    .replaceAll('href="#/comparateur"', 'href="/methode"')
    .replaceAll('href="#/', 'href="/#/');
}
