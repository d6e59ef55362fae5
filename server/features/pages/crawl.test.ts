import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import type { TestDatabase } from '../../testing/database.ts';
import { createSeededDatabase } from '../../testing/seeded.ts';

// needs dist/site and dist/render, which `npm test` builds
const MOST_STEPS = 4;
const ORIGIN = 'http://localhost:3000';
// Share of thousands of amounts, which differ in figures alone, that is read: one in so many.
const ONE_AMOUNT_IN = 40;
let database: TestDatabase;
let server: TestApp;
let pages: Map<string, Crawled>;
let reads = 0;

type Read = { status: number; html: string; type: string; bytes: number };
type Crawled = Read & { steps: number };

beforeAll(async () => {
  database = await createSeededDatabase();
  server = await startTestApp(database.url, undefined, { DEMO: 'off' });
  await Promise.all([server.book.loaded, server.blog.loaded]);
  pages = await crawl();
}, 300_000);

afterAll(async () => {
  await server.close();
  await database.close();
});

// Each from a network of its own, of which none may read that many files a minute.
async function read(url: string): Promise<Read> {
  const headers = { host: 'localhost', accept: 'text/html', 'accept-encoding': 'br' };
  reads += 1;
  const remoteAddress = `10.${reads >> 16}.${(reads >> 8) & 255}.${reads & 255}`;
  const { statusCode, headers: sent, rawPayload } = await server.app.inject({ url, headers, remoteAddress });
  const plain = sent['content-encoding'] === 'br' ? brotliDecompressSync(rawPayload) : rawPayload;
  return {
    status: statusCode,
    html: plain.toString(),
    type: String(sent['content-type']),
    bytes: rawPayload.length,
  };
}

// Every address that links of pages lead to, with the fewest steps from the home page.
async function crawl(): Promise<Map<string, Crawled>> {
  const found = new Map<string, Crawled>();
  let amounts = 0;
  let level = ['/'];
  for (let steps = 0; level.length > 0; steps += 1) {
    const next = new Set<string>();
    for (const path of level) {
      const page = await read(path);
      found.set(path, { ...page, steps });
      for (const href of page.type.startsWith('text/html') ? linksOf(page.html, path) : []) {
        if (found.has(href) || next.has(href) || level.includes(href)) continue;
        if (href.startsWith('/comparer/') && amounts++ % ONE_AMOUNT_IN !== 0) continue;
        next.add(href);
      }
    }
    level = [...next];
  }
  return found;
}

function linksOf(html: string, path: string): string[] {
  return [...html.matchAll(/<a\b[^>]*? href="([^"]*)"/g)].flatMap(([, href = '']) => {
    const url = new URL(href.replaceAll('&amp;', '&'), `${ORIGIN}${path}`);
    // routes behind the hash are those of the application
    const isPage = url.origin === ORIGIN && !(url.pathname === '/' && url.hash !== '');
    return isPage ? [url.pathname + url.search] : [];
  });
}

const htmlPages = () =>
  [...pages].flatMap(([path, page]) =>
    page.status === 200 && page.type.startsWith('text/html') ? [{ path, ...page }] : [],
  );
const first = (html: string, pattern: RegExp) => pattern.exec(html)?.[1] ?? '';

test('no internal link is dead, and none is led on', () => {
  expect(pages.size).toBeGreaterThan(350);
  expect([...pages].filter(([, { status }]) => status !== 200).map(([path]) => path)).toEqual([]);
});

test('every page of the sitemap is within four links of the home page', async () => {
  const locations = (xml: string) =>
    [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) => url.replace(ORIGIN, ''));
  const parts = await Promise.all(locations((await read('/sitemap.xml')).html).map(read));
  const listed = parts.flatMap(({ html }) => locations(html));
  expect(listed.length).toBeGreaterThan(330);
  const far = listed.filter((path) => (pages.get(path)?.steps ?? Number.POSITIVE_INFINITY) > MOST_STEPS);
  expect(far).toEqual([]);
});

test('each has one title, one description and one first heading of its own', () => {
  const [titles, descriptions] = [new Map<string, string>(), new Map<string, string>()];
  for (const { path, html } of htmlPages()) {
    expect([path, html.match(/<h1\b/g)?.length]).toEqual([path, 1]);
    const title = first(html, /<title>([^<]*)<\/title>/);
    const description = first(html, /<meta name="description" content="([^"]*)"/);
    expect([title !== '', description !== ''], path).toEqual([true, true]);
    expect([path, titles.get(title), descriptions.get(description)]).toEqual([path, undefined, undefined]);
    titles.set(title, path);
    descriptions.set(description, path);
    // a period of a history is the same page to search engines
    const [canonical] = path.split('?');
    expect(first(html, /<link rel="canonical" href="([^"]*)"/)).toBe(`${ORIGIN}${canonical}`);
  }
});

test('each says where it stands, and asks for a script only where it has a form', () => {
  const withForms = { yes: 0, no: 0 };
  for (const { path, html } of htmlPages()) {
    if (path === '/') continue;
    expect(html, path).toContain('aria-label="Fil d’Ariane"');
    const hasForm = /<form\b/.test(html);
    expect([path, /<script\b[^>]* src=|modulepreload/.test(html)]).toEqual([path, hasForm]);
    withForms[hasForm ? 'yes' : 'no'] += 1;
  }
  expect(Math.min(withForms.yes, withForms.no)).toBeGreaterThan(10);
});

test('each tells machines what it is, with a picture to share it with', () => {
  const types = new Set<string>();
  for (const { path, html } of htmlPages()) {
    const text = first(html, /<script type="application\/ld\+json">(.*?)<\/script>/);
    const graph: { '@type': string }[] = JSON.parse(text)['@graph'];
    expect([path, graph[0]?.['@type']]).toEqual([path, path === '/' ? 'WebSite' : 'BreadcrumbList']);
    for (const thing of graph) types.add(thing['@type']);
    expect(html, path).toMatch(
      /<meta property="og:image" content="http:\/\/localhost:3000\/(partage\/[a-z0-9/-]+|images\/og)\.png"/,
    );
  }
  expect([...types].sort()).toEqual([
    'Article',
    'BreadcrumbList',
    'ExchangeRateSpecification',
    'FinancialService',
    'ItemList',
    'WebSite',
  ]);
});

test('none is over 100 kB, or 20 kB compressed', () => {
  for (const { path, html, bytes } of htmlPages()) {
    expect(Buffer.byteLength(html), path).toBeLessThanOrEqual(100_000);
    expect(bytes, path).toBeLessThanOrEqual(20_000);
  }
});
