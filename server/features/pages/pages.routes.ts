import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DEFAULT_PERIOD, type Period, readPeriod } from '#domain/history/period.ts';
import { articlePath, canonicalPath, currencyPath, readComparisonSegment } from '#domain/pages/address.ts';
import { currencyOfSlug } from '#domain/pages/currency-slugs.ts';
import { parisDay } from '#domain/pages/format-fixed.ts';
import { isRoundAmount } from '#domain/pages/round-amounts.ts';
import { sinceOf } from '#domain/rates/freshness.ts';
import { bookOf, type FollowedBook } from '../../book/follow.ts';
import type { RateBook } from '../../book/rate-book.ts';
import type { Config } from '../../config.ts';
import { databaseAway } from '../../http/http-error.ts';
import { createBudget } from '../../http/limits.ts';
import { sendCompressed } from '../../http/pages.ts';
import type { RenderPage } from '../../http/renderer.ts';
import type { BlogCache } from '../articles/blog-cache.ts';
import { createPageCache, tooMany, type Wanted } from './cached-pages.ts';
import {
  buildCompaniesPage,
  buildCompanyPage,
  cacheDetails,
  type FindDetails,
  type FindShown,
} from './company-pages.ts';
import { buildComparisonPage, readForm, type SentForm } from './comparison-pages.ts';
import { buildCurrenciesPage, buildCurrencyPage } from './currency-pages.ts';
import { createDirectory, type Directory } from './directory.ts';
import { cacheHistories, type FindHistory, type ReadHistory } from './history.ts';
import { registerHistoryFile } from './history-file.ts';
import type { BuiltPage, PageContext } from './page-context.ts';
import { registerSitemap } from './sitemap.ts';
import {
  articleOfSlug,
  buildArticlePage,
  buildBlogPage,
  buildSiteMapPage,
  buildTextPage,
  TEXTS,
} from './text-pages.ts';

export type PagesParts = {
  book: FollowedBook;
  blog: BlogCache;
  config: Config;
  now: () => Date;
  render: RenderPage;
  findShown: FindShown;
  findHistory: FindHistory;
};

// Renderings a minute of paths that anybody may invent, in this instance.
const RENDERED_A_MINUTE = { byNetwork: [60, 120, 180], inAll: 600 } as const;
const SHARED_CACHE = 'public, s-maxage=60, stale-while-revalidate=60';

// Page at a path. `isInvented`: an amount of the visitor's own. `hasPeriod`: a page for each period of its history.
type Found =
  | { to: string }
  | { isInvented?: boolean; hasPeriod?: boolean; build: () => Promise<BuiltPage | null> | BuiltPage | null };

export function registerRenderedPages(app: FastifyInstance, parts: PagesParts): void {
  const { config, now, render } = parts;
  const sources = {
    findDetails: cacheDetails(parts.findShown, now),
    readHistory: cacheHistories(parts.findHistory),
  };
  const pages = createPageCache({ render, now });
  const mayInvent = createBudget({ window: 60_000, ...RENDERED_A_MINUTE }, now);
  const read = createReader(parts);
  const constraints = { application: 'public' };

  async function send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const [path = '', query] = request.url.split('?');
    const canonical = canonicalPath(path);
    if (canonical === null) return nothing(reply);
    const { context, stamp } = read();
    const period = readPeriod(new URLSearchParams(query).get('periode') ?? '') ?? DEFAULT_PERIOD;
    const found = findPage(canonical, context, { ...sources, period });
    if (!found) return nothing(reply);
    const to = 'to' in found ? found.to : canonical;
    if (to !== path) return reply.redirect(query === undefined ? to : `${to}?${query}`, 301);
    if ('to' in found) return nothing(reply);
    const mayRender = found.isInvented ? () => mayInvent(request.ip) : null;
    const key = found.hasPeriod && period !== DEFAULT_PERIOD ? `${canonical}?periode=${period}` : canonical;
    return sendPage(request, reply, { key, stamp, build: found.build, mayRender });
  }

  async function sendPage(
    request: FastifyRequest,
    reply: FastifyReply,
    wanted: Wanted,
  ): Promise<FastifyReply> {
    const page = await pages.get(wanted);
    if (!page) return nothing(reply);
    app.setFormHeaders(reply);
    if (!page.isIndexed) reply.header('x-robots-tag', 'noindex');
    return sendCompressed(request, reply, page.answer, SHARED_CACHE);
  }

  for (const section of ['/devises', '/bureaux', '/blog']) {
    app.get(section, { constraints }, send);
    app.get(`${section}/*`, { constraints }, send);
  }
  app.get('/comparer/*', { constraints }, send);
  for (const path of ['comparateur', 'plan-du-site', ...TEXTS]) {
    app.get(`/${path}`, { constraints }, send);
    app.get(`/${path}/`, { constraints }, send);
  }

  app.get<{ Querystring: SentForm }>('/comparer', { constraints }, async (request, reply) => {
    const { context, stamp } = read();
    const answer = readForm(context, request.query);
    if ('to' in answer) return reply.redirect(answer.to, 303);
    const { page } = answer.page;
    const { montant, sens, devise } = request.query;
    if (montant === undefined && sens === undefined && devise === undefined) {
      const build = () => answer.page;
      return sendPage(request, reply, { key: page.path, stamp, build, mayRender: null });
    }
    if (!mayInvent(request.ip)) throw tooMany();
    app.setFormHeaders(reply);
    return reply
      .code(page.view.kind === 'comparator' && page.view.problem !== null ? 400 : 200)
      .headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
      .type('text/html; charset=utf-8')
      .send(render(page));
  });

  registerHistoryFile(app, parts);
  registerSitemap(app, { config, now, read: () => read().context });
}

// Reads the state that pages are made from, and its stamp. Throws an HttpError (503) before the first load.
function createReader({ book: followed, blog: cachedBlog, config, now }: PagesParts) {
  let known: { companies: RateBook['companies']; directory: Directory } | null = null;
  // sorting thousands of names takes a tenth of a second
  function directoryOf({ companies }: RateBook): Directory {
    if (known?.companies !== companies) known = { companies, directory: createDirectory(companies) };
    return known.directory;
  }
  return (): { context: PageContext; stamp: readonly unknown[] } => {
    const book = bookOf(followed);
    const { base } = book;
    if (!base) throw databaseAway();
    const date = now();
    const at = date.getTime();
    const [version, blog, today] = [followed.version(), cachedBlog.current(), parisDay(at)];
    const context: PageContext = {
      book,
      base,
      blog,
      // made for the first page that names a company
      get directory() {
        return directoryOf(book);
      },
      limits: config,
      since: sinceOf(config, date),
      at,
      today,
    };
    return { context, stamp: [book, version, blog, today] };
  };
}

type Sources = { findDetails: FindDetails; readHistory: ReadHistory; period: Period };

function findPage(path: string, context: PageContext, sources: Sources): Found | null {
  const { book, base, directory } = context;
  const [section, name, rest, ...more] = path.split('/').slice(1);
  if (more.length > 0) return null;
  if (section === 'devises') {
    if (name === undefined) return { build: () => buildCurrenciesPage(context) };
    const currency = book.currency(currencyOfSlug(name));
    if (!currency || currency === base || (rest !== undefined && rest !== 'vendre')) return null;
    const side = rest === undefined ? 'buy' : 'sell';
    const to = currencyPath(currency.code, side);
    const { readHistory, period } = sources;
    const build = () => buildCurrencyPage(context, currency, { side, period, readHistory });
    return to === path ? { hasPeriod: true, build } : { to };
  }
  if (section === 'bureaux' && rest === undefined) {
    if (name === undefined) return { build: () => buildCompaniesPage(context) };
    const company = directory.bySlug(name);
    return company ? { build: () => buildCompanyPage(context, company, sources.findDetails) } : null;
  }
  if (section === 'blog') return findBlogPage(context, name, rest);
  if (section === 'comparateur' && name === undefined) return { to: '/methode' };
  if (section === 'plan-du-site' && name === undefined) return { build: () => buildSiteMapPage(context) };
  const text = TEXTS.find((each) => each === section);
  if (text && name === undefined) return { build: () => buildTextPage(context, text) };
  if (section === 'comparer' && rest === undefined) {
    if (name === undefined) return { to: '/comparer' };
    const asked = readComparisonSegment(name);
    const isInvented = asked !== null && !isRoundAmount(asked.amount);
    return asked && { isInvented, build: () => buildComparisonPage(context, asked) };
  }
  return null;
}

function findBlogPage(context: PageContext, name?: string, rest?: string): Found | null {
  if (name === undefined) return { build: () => buildBlogPage(context) };
  // path of the route behind the hash
  const article = articleOfSlug(context.blog, name === 'view' ? (rest ?? '') : name);
  if (!article || (rest !== undefined && name !== 'view')) return null;
  if (name === 'view') return { to: articlePath(article.id) };
  return { build: () => buildArticlePage(context, article) };
}

function nothing(reply: FastifyReply): FastifyReply {
  reply.callNotFound();
  return reply;
}
