import type { IncomingMessage, RequestListener } from 'node:http';
import type { Config } from '../../config.ts';
import { pickBody } from '../../http/compressed.ts';
import { applicationOf } from '../../http/hosts.ts';
import type { HttpMetrics } from '../../http/http-metrics.ts';
import { refuseUnplain } from '../../http/plain-requests.ts';
import type { CachedPage } from './cached-pages.ts';

export type PageDoor = {
  before(handle: RequestListener): RequestListener;
  // Until then everything is passed on.
  open(cached: CachedPages): void;
  // Passes everything on from now on.
  close(done: () => void): void;
};

type CachedPages = {
  // Page at a path, valid now.
  find(path: string): CachedPage | null;
  headersOf(page: CachedPage): Readonly<Record<string, string>>;
};

// Answers cached pages before the framework, which takes longer than the rest. Bytes and headers are equal, and whatever is not
// a plain GET of such a page passes on untouched.
export function createPageDoor({
  config,
  httpMetrics,
}: {
  config: Config;
  httpMetrics: HttpMetrics | undefined;
}): PageDoor {
  let pages: CachedPages | null = null;

  function cached(request: IncomingMessage): CachedPage | null {
    const { headers, url, method } = request;
    if (!pages || method !== 'GET' || url === undefined) return null;
    const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
    // the framework warns of a proxy that is not trusted
    const isUntrusted = !config.trustProxy && headers['x-forwarded-for'] !== undefined;
    if (hasBody || isUntrusted || headers['if-none-match'] !== undefined) return null;
    const page = pages.find(url);
    return page && applicationOf(headers, config) === 'public' && !refuseUnplain(request) ? page : null;
  }

  return {
    before: (handle) => (request, response) => {
      const startedAt = performance.now();
      const page = cached(request);
      if (!page || !pages) return handle(request, response);
      const { body, coding } = pickBody(page.answer, request.headers['accept-encoding']);
      response.writeHead(200, headersOf(page, coding, body, pages)).end(body);
      httpMetrics?.observe(routeOf(request.url), 'GET', 200, (performance.now() - startedAt) / 1000);
    },
    open(cachedPages) {
      pages = cachedPages;
    },
    close(done) {
      pages = null;
      done();
    },
  };
}

// Pattern of the route of a page.
function routeOf(path = ''): string {
  const end = path.indexOf('/', 1);
  return end < 0 ? path : `${path.slice(0, end)}/*`;
}

// answers of pages are immutable
const written = new WeakMap<CachedPage, Map<string | null, string[]>>();

function headersOf(page: CachedPage, coding: string | null, body: Buffer, pages: CachedPages): string[] {
  const known = written.get(page) ?? new Map<string | null, string[]>();
  written.set(page, known);
  const headers =
    known.get(coding) ??
    Object.entries({
      ...pages.headersOf(page),
      ...(coding && { 'content-encoding': coding }),
      'content-length': String(body.length),
    }).flat();
  known.set(coding, headers);
  return headers;
}
