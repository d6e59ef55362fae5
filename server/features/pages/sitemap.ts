import type { FastifyInstance } from 'fastify';
import {
  articlePath,
  companyPath,
  currencyPath,
  FEED_PATH,
  placePath,
  slugOfPlace,
} from '#domain/pages/address.ts';
import { parisDay } from '#domain/pages/format-fixed.ts';
import { TEXT_NAMES } from '#domain/pages/texts.ts';
import { type Compressed, compressInPool, sendCompressed } from '../../http/compressed.ts';
import { escaped } from '../../http/house-page.ts';
import { type Hosts, siteOrigin } from '../../http/origins.ts';
import { lastFixedAt, linkOf, listCompared } from './company-pages.ts';
import { writeFeed } from './feed.ts';
import { offersFor } from './offers-view.ts';
import type { PageContext } from './page-context.ts';
import { companiesAt, listPlaces } from './place-pages.ts';
import { takeTurns } from './take-turns.ts';
import { articlesOf } from './text-pages.ts';

// `changedOn`: day in Paris. null: unknown.
type Entry = { readonly path: string; readonly changedOn: string | null };
type Part = (context: PageContext) => AsyncGenerator<Entry>;

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';
const SCHEMA = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const KEPT_MS = 600_000;
const SHARED_CACHE = 'public, s-maxage=600';

const PARTS: Readonly<Record<string, Part>> = {
  devises: listCurrencyPages,
  bureaux: listCompanyPages,
  lieux: listPlacePages,
  blog: listArticlePages,
  textes: listTextPages,
};

// robots.txt, the index of the sitemap and its parts, and the feed of the blog.
export function registerSitemap(
  app: FastifyInstance,
  { config, read, now }: { config: Hosts; read: () => PageContext; now: () => Date },
): void {
  const origin = siteOrigin(config);
  const constraints = { application: 'public' };
  const files = new Map<string, { answer: Promise<Compressed>; until: number }>();

  // made at most once in ten minutes, because it reads every list of the book
  function fileAt(path: string, write: () => Promise<string>, type = 'application/xml'): Promise<Compressed> {
    const at = now().getTime();
    const known = files.get(path);
    if (known && at < known.until) return known.answer;
    const answer = write().then((xml) => compressInPool(xml, `${type}; charset=utf-8`));
    files.set(path, { answer, until: at + KEPT_MS });
    answer.catch(() => files.delete(path));
    return answer;
  }

  app.get('/robots.txt', { constraints }, (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=86400')
      .type('text/plain; charset=utf-8')
      .send(`User-agent: *\nDisallow:\n\nSitemap: ${origin}/sitemap.xml\n`),
  );

  app.get('/sitemap.xml', { constraints }, async (request, reply) => {
    const context = read();
    const answer = await fileAt('/sitemap.xml', () => writeIndex(context, origin));
    return sendCompressed(request, reply, answer, SHARED_CACHE);
  });

  app.get(FEED_PATH, { constraints }, async (request, reply) => {
    const context = read();
    const write = async () => writeFeed(context, origin);
    const answer = await fileAt(FEED_PATH, write, 'application/atom+xml');
    return sendCompressed(request, reply, answer, SHARED_CACHE);
  });

  for (const [name, part] of Object.entries(PARTS)) {
    const path = partPath(name);
    app.get(path, { constraints }, async (request, reply) => {
      const context = read();
      const answer = await fileAt(path, () => writePart(part(context), origin));
      return sendCompressed(request, reply, answer, SHARED_CACHE);
    });
  }
}

function partPath(name: string): string {
  return `/sitemap-${name}.xml`;
}

async function writeIndex(context: PageContext, origin: string): Promise<string> {
  let lines = '';
  for (const [name, part] of Object.entries(PARTS)) {
    let last = '';
    for await (const { changedOn } of part(context))
      if (changedOn !== null && changedOn > last) last = changedOn;
    lines += line('sitemap', `${origin}${partPath(name)}`, last || null);
  }
  return `${XML}<sitemapindex ${SCHEMA}>\n${lines}</sitemapindex>\n`;
}

async function writePart(entries: AsyncGenerator<Entry>, origin: string): Promise<string> {
  let lines = '';
  for await (const { path, changedOn } of entries) lines += line('url', `${origin}${path}`, changedOn);
  return `${XML}<urlset ${SCHEMA}>\n${lines}</urlset>\n`;
}

function line(element: 'url' | 'sitemap', address: string, changedOn: string | null): string {
  const day = changedOn === null ? '' : `<lastmod>${changedOn}</lastmod>`;
  return `<${element}><loc>${escaped(address)}</loc>${day}</${element}>\n`;
}

async function* listCurrencyPages(context: PageContext): AsyncGenerator<Entry> {
  const { base, book } = context;
  let last = '';
  for await (const currency of takeTurns(book.currencies.filter((each) => each !== base))) {
    for (const side of ['buy', 'sell'] as const) {
      const { offers } = offersFor(context, { currency, offerIsBase: side === 'buy', amount: 100_00 });
      if (offers.total === 0) continue;
      const changedOn = lastDay([Date.parse(currency.at), ...offers.offers.map(({ fixedAt }) => fixedAt)]);
      if (changedOn > last) last = changedOn;
      yield { path: currencyPath(currency.code, side), changedOn };
    }
  }
  if (last !== '') yield { path: '/devises', changedOn: last };
}

async function* listCompanyPages(context: PageContext): AsyncGenerator<Entry> {
  let last = '';
  for (const company of await listCompared(context)) {
    const changedOn = lastDay([lastFixedAt(context, company)]);
    if (changedOn > last) last = changedOn;
    yield { path: companyPath(linkOf(context, company).slug), changedOn };
  }
  if (last !== '') yield { path: '/bureaux', changedOn: last };
}

async function* listPlacePages(context: PageContext): AsyncGenerator<Entry> {
  let last = '';
  for (const { place } of await listPlaces(context)) {
    const fixings = companiesAt(context, place).map(({ company }) => lastFixedAt(context, company));
    const changedOn = lastDay(fixings);
    if (changedOn > last) last = changedOn;
    yield { path: placePath(slugOfPlace(place)), changedOn };
  }
  if (last !== '') yield { path: '/change', changedOn: last };
}

async function* listArticlePages({ blog }: PageContext): AsyncGenerator<Entry> {
  const articles = articlesOf(blog);
  for (const { id, publication_date } of articles)
    yield { path: articlePath(id), changedOn: publication_date };
  const [newest] = articles;
  if (newest) yield { path: '/blog', changedOn: newest.publication_date };
}

async function* listTextPages(): AsyncGenerator<Entry> {
  // texts change with a version, whose day nobody knows here
  for (const path of ['/', ...TEXT_NAMES.map((text) => `/${text}`), '/plan-du-site'])
    yield { path, changedOn: null };
}

function lastDay(instants: readonly number[]): string {
  return parisDay(Math.max(...instants.filter(Number.isFinite)));
}
