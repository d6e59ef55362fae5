import { constants } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DEFAULT_PERIOD, type Period, readPeriod } from '#domain/history/period.ts';
import {
  articlePath,
  canonicalPath,
  comparisonPath,
  currencyPath,
  placePath,
  readComparisonSegment,
  slugOfPlace,
} from '#domain/pages/address.ts';
import { currencyOfSlug } from '#domain/pages/currency-slugs.ts';
import { nextParisMidnight, parisDay } from '#domain/pages/format-fixed.ts';
import { isRoundAmount } from '#domain/pages/round-amounts.ts';
import { TEXT_NAMES } from '#domain/pages/texts.ts';
import { sinceOf } from '#domain/rates/freshness.ts';
import { bookOf, type FollowedBook } from '../../book/follow.ts';
import type { RateBook } from '../../book/rate-book.ts';
import type { Config } from '../../config.ts';
import { compressInPool, etagOf, isKnownTo, sendCompressed } from '../../http/compressed.ts';
import { demonstrationText } from '../../http/house-page.ts';
import { databaseAway } from '../../http/http-error.ts';
import { createBudget } from '../../http/limits.ts';
import type { PageRenderer } from '../../http/renderer.ts';
import { openSharePictures } from '../../pictures/share-picture.ts';
import type { BlogCache } from '../articles/blog-cache.ts';
import { loadPlaces } from '../places/load-places.ts';
import { cacheAreaOffers, type FindAreaOffers, type ReadAreaOffers } from './area-offers.ts';
import { createBranchPlaces } from './branch-places.ts';
import { type CachedPage, createPageCache, type Stamp, tooMany, type Wanted } from './cached-pages.ts';
import {
  buildCompaniesPage,
  buildCompanyPage,
  type CompanyReads,
  cacheDetails,
  type FindReliability,
  type FindShown,
} from './company-pages.ts';
import { buildComparisonPage, readForm, type SentForm } from './comparison-pages.ts';
import { buildCurrenciesPage, buildCurrencyPage } from './currency-pages.ts';
import { createDirectory } from './directory.ts';
import { cacheHistories, type ReadHistory } from './history.ts';
import { cacheDays, type FindHistory } from './history-days.ts';
import { registerHistoryFile } from './history-file.ts';
import { buildLandingPage, type CountBookings, cacheBookings } from './landing-page.ts';
import { countPages } from './list-page.ts';
import type { BuiltPage, PageContext } from './page-context.ts';
import type { PageDoor } from './page-door.ts';
import { buildPlacePage, buildPlacesPage, companiesAt, isLinked, placeOfSlug } from './place-pages.ts';
import { registerSitemap } from './sitemap.ts';
import {
  articleOfSlug,
  buildArticlePage,
  buildBlogPage,
  buildSiteMapPage,
  buildTextPage,
} from './text-pages.ts';

export type PagesParts = {
  book: FollowedBook;
  blog: BlogCache;
  config: Config;
  now: () => Date;
  renderer: PageRenderer;
  door: PageDoor;
  findShown: FindShown;
  findReliability: FindReliability;
  findHistory: FindHistory;
  findAreaOffers: FindAreaOffers;
  countBookings: CountBookings;
};

// Renderings a minute in this instance: of paths that anybody may invent, and of all others together.
const RENDERED_A_MINUTE = {
  invented: { byNetwork: [60, 120, 180], inAll: 600 },
  ours: { byNetwork: [600, 900, 1200], inAll: 1800 },
} as const;
// Pictures of shared links drawn a minute. A browser asks for none of them.
const DRAWN_A_MINUTE = { byNetwork: [30, 60, 90], inAll: 120 } as const;
const MAX_BYTES = {
  pages: { ours: 56 * 1024 * 1024, invented: 8 * 1024 * 1024 },
  pictures: { ours: 0, invented: 16 * 1024 * 1024 },
};
// two pages, which nobody else's renderings may keep from anybody
const ALWAYS = { isInvented: false, mayRender: () => true };
const SHARED_CACHE = 'public, s-maxage=60, stale-while-revalidate=60';
const PICTURE_CACHE = 'public, max-age=3600';
const HTML = 'text/html; charset=utf-8';

// Page at a path. `isInvented`: an amount of the visitor's own. `hasPeriod`: a page for each period of its history.
type Found =
  | { to: string }
  | { isInvented?: boolean; hasPeriod?: boolean; build: () => Promise<BuiltPage | null> | BuiltPage | null };

export async function registerRenderedPages(app: FastifyInstance, parts: PagesParts): Promise<void> {
  const { config, now, door } = parts;
  const { render, describePicture } = parts.renderer;
  const readDays = cacheDays(parts.findHistory, () => {
    const { base, currencies } = bookOf(parts.book);
    return currencies.filter((currency) => currency !== base);
  });
  const sources = {
    findDetails: cacheDetails(parts.findShown, now),
    findReliability: parts.findReliability,
    readHistory: cacheHistories(readDays),
    readAreaOffers: cacheAreaOffers(parts.findAreaOffers),
  };
  const pages = createPageCache({
    now,
    maxBytes: MAX_BYTES.pages,
    describe: (page) => JSON.stringify(page),
    make: (page) =>
      // first packets of a connection hold the landing page, which changes with a day's mid rates
      compressInPool(
        render(page),
        HTML,
        page.view.kind === 'landing' ? constants.BROTLI_MAX_QUALITY : undefined,
      ),
  });
  const mayInvent = createBudget({ window: 60_000, ...RENDERED_A_MINUTE.invented }, now);
  const mayRenderOurs = createBudget({ window: 60_000, ...RENDERED_A_MINUTE.ours }, now);
  const { read, readStamp } = createReader(parts);
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
    const { isInvented = false } = found;
    const mayRender = () => (isInvented ? mayInvent : mayRenderOurs)(request.ip);
    const key = found.hasPeriod && period !== DEFAULT_PERIOD ? `${canonical}?periode=${period}` : canonical;
    return sendPage(request, reply, { key, stamp, build: found.build, isInvented, mayRender });
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

  const draw = await openSharePictures(demonstrationText(config));
  const pictures = createPageCache({
    now,
    maxBytes: MAX_BYTES.pictures,
    describe: (page) => JSON.stringify(describePicture(page)),
    make: async (page) => {
      const png = await draw(describePicture(page));
      return { type: 'image/png', etag: etagOf(png), plain: png, br: png, gzip: png };
    },
  });
  const mayDraw = createBudget({ window: 60_000, ...DRAWN_A_MINUTE }, now);

  app.get('/partage/*', { constraints }, async (request, reply) => {
    const [, path = ''] = /^\/partage(\/[a-z0-9/-]+)\.png$/.exec(request.url) ?? [];
    const { context, stamp } = read();
    const found =
      canonicalPath(path) === path ? findPage(path, context, { ...sources, period: DEFAULT_PERIOD }) : null;
    // a visitor's own amounts and places are shared with the picture of another page
    if (!found || 'to' in found || found.isInvented) return nothing(reply);
    const mayRender = () => mayDraw(request.ip);
    const picture = await pictures.get({ key: path, stamp, build: found.build, isInvented: true, mayRender });
    if (!picture) return nothing(reply);
    const { type, etag, plain } = picture.answer;
    reply.headers({ etag, 'cache-control': PICTURE_CACHE, 'cross-origin-resource-policy': 'cross-origin' });
    return isKnownTo(request, etag) ? reply.code(304).send() : reply.type(type).send(plain);
  });

  // absent without a build of the application, as in development
  if (parts.renderer.hasApplication) {
    const readBookings = cacheBookings(parts.countBookings, (error) =>
      app.log.error({ err: error }, 'the bookings of the landing page could not be counted'),
    );
    app.get('/', { constraints }, async (request, reply) => {
      const { context, stamp } = read();
      const build = async () => buildLandingPage(context, await readBookings());
      return sendPage(request, reply, { key: '/', stamp, build, ...ALWAYS });
    });
  }

  door.open({
    find: (path) => (parts.book.current() ? pages.peek(path, readStamp()) : null),
    headersOf: ({ answer, isIndexed }: CachedPage) => ({
      ...app.formHeaders,
      ...(!isIndexed && { 'x-robots-tag': 'noindex' }),
      'content-type': answer.type,
      etag: answer.etag,
      'cache-control': SHARED_CACHE,
      vary: 'Accept-Encoding',
    }),
  });

  for (const section of ['/devises', '/bureaux', '/change', '/blog']) {
    app.get(section, { constraints }, send);
    app.get(`${section}/*`, { constraints }, send);
  }
  app.get('/comparer/*', { constraints }, send);
  for (const path of ['comparateur', 'plan-du-site', ...TEXT_NAMES]) {
    app.get(`/${path}`, { constraints }, send);
    app.get(`/${path}/`, { constraints }, send);
  }

  app.get<{ Querystring: SentForm }>('/comparer', { constraints }, async (request, reply) => {
    const { context, stamp } = read();
    const answer = readForm(context, request.query);
    if ('to' in answer) return reply.redirect(answer.to, 303);
    const { page } = answer.page;
    const { montant, sens, devise, lieu } = request.query;
    if ([montant, sens, devise, lieu].every((sent) => sent === undefined)) {
      const build = () => answer.page;
      return sendPage(request, reply, { key: page.path, stamp, build, ...ALWAYS });
    }
    if (!mayInvent(request.ip)) throw tooMany();
    app.setFormHeaders(reply);
    return reply
      .code(page.view.kind === 'comparator' && page.view.problem !== null ? 400 : 200)
      .headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
      .type(HTML)
      .send(render(page));
  });

  registerHistoryFile(app, { book: parts.book, readDays, now });
  registerSitemap(app, { config, now, read: () => read().context });
}

// Reads the state that pages are made from, and its stamp. Throws an HttpError (503) before the first load.
function createReader({ book: followed, blog: cachedBlog, config, now }: PagesParts) {
  // sorting thousands of names takes a tenth of a second
  const directoryOf = onceFor(createDirectory);
  const branchPlacesOf = onceFor((companies) => createBranchPlaces(companies, loadPlaces()));
  // days are compared at each request, and formatted once
  let day = { name: '', from: Number.POSITIVE_INFINITY, to: 0 };
  function dayOf(at: number): string {
    if (at < day.from || at >= day.to) day = { name: parisDay(at), from: at, to: nextParisMidnight(at) };
    return day.name;
  }

  const readStamp = (): Stamp => {
    const book = bookOf(followed);
    return [book, followed.version(), book.openings, cachedBlog.current(), dayOf(now().getTime())];
  };

  const read = (): { context: PageContext; stamp: Stamp } => {
    const book = bookOf(followed);
    const { base } = book;
    if (!base) throw databaseAway();
    const date = now();
    const at = date.getTime();
    const context: PageContext = {
      book,
      base,
      blog: cachedBlog.current(),
      // made for the first page that names a company
      get directory() {
        return directoryOf(book.companies);
      },
      get branchPlaces() {
        return branchPlacesOf(book.companies);
      },
      limits: config,
      since: sinceOf(config, date),
      at,
      today: dayOf(at),
    };
    return { context, stamp: readStamp() };
  };
  return { read, readStamp };
}

// Value made anew for other companies alone.
function onceFor<T>(make: (companies: Companies) => T): (companies: Companies) => T {
  let known: { of: Companies; value: T } | null = null;
  return (companies) => {
    if (known?.of !== companies) known = { of: companies, value: make(companies) };
    return known.value;
  };
}

type Companies = RateBook['companies'];
type Sources = CompanyReads & { readHistory: ReadHistory; readAreaOffers: ReadAreaOffers; period: Period };

function findPage(path: string, context: PageContext, sources: Sources): Found | null {
  const { book, base } = context;
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
  if (section === 'bureaux') return findCompanyPage(context, sources, name, rest);
  if (section === 'change') return findPlacePage(context, sources, name, rest);
  if (section === 'blog') return findBlogPage(context, name, rest);
  if (section === 'comparer') return findComparisonPage(context, name, rest);
  if (name !== undefined) return null;
  if (section === 'comparateur') return { to: '/methode' };
  if (section === 'plan-du-site') return { build: () => buildSiteMapPage(context) };
  const text = TEXT_NAMES.find((each) => each === section);
  return text ? { build: () => buildTextPage(context, text) } : null;
}

function findCompanyPage(
  context: PageContext,
  reads: CompanyReads,
  name: string | undefined,
  rest: string | undefined,
): Found | null {
  if (name === undefined) return { build: () => buildCompaniesPage(context, 1) };
  if (name === 'page' && rest !== undefined)
    return findListPage('/bureaux', rest, {
      most: context.directory.companies.length,
      build: (page) => buildCompaniesPage(context, page),
    });
  const company = rest === undefined ? context.directory.bySlug(name) : undefined;
  return company ? { build: () => buildCompanyPage(context, company, reads) } : null;
}

function findPlacePage(
  context: PageContext,
  { readAreaOffers }: Sources,
  name: string | undefined,
  rest: string | undefined,
): Found | null {
  if (name === undefined) return { build: () => buildPlacesPage(context, 1) };
  if (name === 'page' && rest !== undefined)
    return findListPage('/change', rest, {
      most: context.branchPlaces.places.length,
      build: (page) => buildPlacesPage(context, page),
    });
  const place = rest === undefined ? placeOfSlug(name) : null;
  if (!place) return null;
  const slug = slugOfPlace(place);
  if (slug !== name) return { to: placePath(slug) };
  // communes without a branch are too many to be pages of ours
  const isInvented = companiesAt(context, place).length === 0;
  return { isInvented, build: () => buildPlacePage(context, place, readAreaOffers) };
}

// `most`: lines before those without a compared rate are left out, so that no number beyond their pages walks the list.
function findListPage(
  section: '/bureaux' | '/change',
  number: string,
  { most, build }: { most: number; build: (page: number) => Promise<BuiltPage | null> },
): Found | null {
  if (!/^[1-9]\d{0,3}$/.test(number) || Number(number) > countPages(most)) return null;
  return number === '1' ? { to: section } : { build: () => build(Number(number)) };
}

function findComparisonPage(context: PageContext, name?: string, rest?: string): Found | null {
  if (name === undefined) return { to: '/comparer' };
  const asked = readComparisonSegment(name);
  if (!asked) return null;
  if (rest === undefined) {
    const isInvented = !isRoundAmount(asked.amount);
    return { isInvented, build: () => buildComparisonPage(context, asked, null) };
  }
  const place = placeOfSlug(rest);
  if (!place) return null;
  const slug = slugOfPlace(place);
  if (slug !== rest) return { to: comparisonPath(asked.amount, asked.from, asked.to, slug) };
  return {
    isInvented: !isLinked(context, place, asked),
    build: () => buildComparisonPage(context, asked, place),
  };
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
