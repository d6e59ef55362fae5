import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { OffersRequest } from '#domain/offers/offer.ts';
import { sinceOf } from '#domain/rates/freshness.ts';
import type { FollowedBook } from '../../../book/follow.ts';
import type { RateBook } from '../../../book/rate-book.ts';
import type { Config } from '../../../config.ts';
import { applicationOf } from '../../../http/hosts.ts';
import type { HttpMetrics } from '../../../http/http-metrics.ts';
import type { PublicLimit } from '../../../http/limits.ts';
import { clientAddress } from '../../../http/network.ts';
import { refuseUnplain } from '../../../http/plain-requests.ts';
import { API_HEADERS } from '../../../http/security-headers.ts';
import { readBranchFilter } from '../branch-filter.ts';
import { readComparison } from '../read-comparison.ts';
import { freeBuffer } from './buffer.ts';
import { writeOffers } from './write-offers.ts';

const PATH = '/api/public/offers';
const HEADERS = { ...API_HEADERS, 'content-type': 'application/json; charset=utf-8' };
/** Amounts of at most 2 decimals and 15 digits, which a double holds exactly. */
const AMOUNT = String.raw`(?:0|[1-9]\d{0,12})(?:\.\d{1,2})?`;
const DEGREES = String.raw`-?(?:0|[1-9]\d{0,2})(?:\.\d{1,9})?`;
const NEAR = String.raw`,"near":\{"lat":(${DEGREES}),"lon":(${DEGREES}),"radius_km":(\d{1,3})\}`;
const INSTANT = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z`;
/** Branch filters in the site's own spelling. */
const FILTERS = `${NEAR}(,"kinds":\\["airport"\\])?(,"buys_back":true)?(,"sort":"distance")?(?:,"open_at":"(${INSTANT})")?`;
const SITE_BODY = new RegExp(
  `^\\{"offer":\\{"currency":"([A-Z]{3})","amount":(${AMOUNT})\\},"wish":\\{"currency":"([A-Z]{3})"(?:,"amount":${AMOUNT})?\\}(?:${FILTERS})?\\}$`,
);
/** Bytes of the longest plain body. */
const MAX_LENGTH = 320;

export type FastPath = {
  before(handle: RequestListener): RequestListener;
  /** Passes everything to `handle` from now on, which announces the closing. */
  close(done: () => void): void;
};

/** `shown`: companies of a filtered answer; null: the default order. */
type Counted = { code: string; offerIsBase: boolean; shown: number[] | null };

/**
 * Answers plain comparisons before the framework, in less processor time (decision 022). Bytes, headers and counts are
 * equal; refused, unusual and failing requests pass on untouched.
 */
export function createFastPath(parts: {
  book: FollowedBook;
  config: Config;
  now: () => Date;
  limit: PublicLimit;
  countComparison: (asked: Counted) => void;
  httpMetrics: HttpMetrics | undefined;
}): FastPath {
  const { book, config, now, limit, countComparison, httpMetrics } = parts;
  let isOpen = true;
  /** counted once it has left */
  let written: Counted | null = null;

  function isSiteRequest(request: IncomingMessage): boolean {
    if (request.method !== 'POST' || request.url !== PATH) return false;
    const { headers } = request;
    const length = lengthOf(request);
    return (
      headers['content-type'] === 'application/json' &&
      length > 0 &&
      length <= MAX_LENGTH &&
      applicationOf(headers, config) === 'public' &&
      !refuseUnplain(request)
    );
  }

  function answer(request: IncomingMessage, body: Buffer): Buffer | null {
    const known = book.current();
    if (!isOpen || !known || body.length !== lengthOf(request)) return null;
    const siteBody = readSiteBody(body);
    const address = clientAddress(request, config.trustProxy);
    // a refused request computes nothing
    if (!siteBody || limit(address, false) > 0) return null;
    const json = write(siteBody, known);
    // last, because the framework counts what is passed on
    limit(address);
    return json;
  }

  function write(siteBody: OffersRequest, known: RateBook): Buffer {
    const [asked, at] = [readComparison(siteBody, known), now()];
    const { offerIsBase } = asked;
    const branches = readBranchFilter(siteBody, { offerIsBase, now: at.getTime() });
    const shown: number[] | null = branches && [];
    written = { code: asked.currency.code, offerIsBase, shown };
    return writeOffers(asked, known, sinceOf(config, at), branches, at.getTime(), shown ?? undefined);
  }

  return {
    before: (handle) => (request, response) => {
      if (!isSiteRequest(request)) return handle(request, response);
      const startedAt = performance.now();
      const take = (body: Buffer) => {
        const json = attempt(() => answer(request, body));
        if (json) {
          if (written) countComparison(written);
          if (httpMetrics) observe(httpMetrics, response, startedAt);
          response.writeHead(200, { ...HEADERS, 'content-length': json.length }).end(json);
          if (isWithKernel(response)) freeBuffer();
        } else {
          request.off('data', take);
          request.pause();
          request.unshift(body);
          handle(request, response);
        }
      };
      request.on('data', take);
    },
    close(done) {
      isOpen = false;
      done();
    },
  };
}

function lengthOf({ headers }: IncomingMessage): number {
  return Number(headers['content-length']);
}

/** true when the operating system took everything, false for a slow reader. */
function isWithKernel({ socket, writableLength }: ServerResponse): boolean {
  return socket instanceof Socket && writableLength === 0 && socket.writableLength === 0;
}

function readSiteBody(body: Buffer): OffersRequest | null {
  const [, given, amount, wished, lat, lon, radius, kinds, buysBack, sort, openAt] =
    SITE_BODY.exec(body.toString('latin1')) ?? [];
  if (given === undefined || wished === undefined) return null;
  const pair = { offer: { currency: given, amount: Number(amount) }, wish: { currency: wished } };
  if (lat === undefined) return pair;
  const near = { lat: Number(lat), lon: Number(lon), radius_km: Number(radius) };
  // the framework refuses what the schema refuses
  if (Math.abs(near.lat) > 90 || Math.abs(near.lon) > 180) return null;
  if (radius?.startsWith('0') || near.radius_km > 200) return null;
  if (openAt !== undefined && new Date(openAt).toISOString() !== openAt) return null;
  return {
    ...pair,
    near,
    ...(openAt !== undefined && { open_at: openAt }),
    ...(kinds !== undefined && { kinds: ['airport'] }),
    ...(buysBack !== undefined && { buys_back: true }),
    ...(sort !== undefined && { sort: 'distance' }),
  };
}

/** null: the framework repeats the failure and reports it. */
function attempt<T>(act: () => T): T | null {
  try {
    return act();
  } catch {
    return null;
  }
}

function observe(metrics: HttpMetrics, response: ServerResponse, startedAt: number): void {
  response.once('finish', () => {
    metrics.observe(PATH, 'POST', 200, (performance.now() - startedAt) / 1000);
  });
}
