import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { sinceOf } from '#domain/fixings/freshness.ts';
import type { OffersRequest } from '#domain/offers/offer.ts';
import type { FollowedBook } from '../../../book/follow.ts';
import type { RateBook } from '../../../book/rate-book.ts';
import type { Config } from '../../../config.ts';
import { sideOf } from '../../../http/hosts.ts';
import type { HttpMetrics } from '../../../http/http-metrics.ts';
import type { PublicLimit } from '../../../http/limits.ts';
import { clientAddress } from '../../../http/network.ts';
import { refuseUnplain } from '../../../http/plain-requests.ts';
import { API_HEADERS } from '../../../http/security-headers.ts';
import { readWishes } from '../branch-wishes.ts';
import { readComparison } from '../read-comparison.ts';
import { freeRoom } from './room.ts';
import { writeOffers } from './write-offers.ts';

const PATH = '/api/public/offers';
const HEADERS = { ...API_HEADERS, 'content-type': 'application/json; charset=utf-8' };
/** OffersRequest as the site writes it; amounts of at most 2 decimals and 15 digits, which a double holds. */
const AMOUNT = String.raw`(?:0|[1-9]\d{0,12})(?:\.\d{1,2})?`;
const DEGREES = String.raw`-?(?:0|[1-9]\d{0,2})(?:\.\d{1,9})?`;
const NEAR = String.raw`,"near":\{"lat":(${DEGREES}),"lon":(${DEGREES}),"radius_km":(\d{1,3})\}`;
const INSTANT = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z`;
/** What the site asks of branches: about a place, and in this order. */
const WISHES = `${NEAR}(,"kinds":\\["airport"\\])?(,"buys_back":true)?(,"sort":"distance")?(?:,"open_at":"(${INSTANT})")?`;
const PLAIN_BODY = new RegExp(
  `^\\{"offer":\\{"currency":"([A-Z]{3})","amount":(${AMOUNT})\\},"wish":\\{"currency":"([A-Z]{3})"(?:,"amount":${AMOUNT})?\\}(?:${WISHES})?\\}$`,
);
/** No plain body is longer. */
const MAX_LENGTH = 320;

export type FastPath = {
  /** Answers what it can; the rest goes to `handle`, untouched. */
  before(handle: RequestListener): RequestListener;
  /** From now on everything goes to `handle`, which says that the connection closes. */
  close(done: () => void): void;
};

/** Of which currency with the base; `shown`: its companies in an order of its own, null: in the order of all. */
type Counted = { code: string; offerIsBase: boolean; shown: number[] | null };

/**
 * A comparison that is written as the site writes it, and can be answered, is answered before the framework,
 * whose way takes as long again as the answer (docs/decisions/0090-fast-path.md). It writes the same bytes, headers
 * and counts; whatever is refused, unusual or fails is left to the framework, as if nobody had read it.
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
  /** what was written last: it is counted once it has left */
  let written: Counted | null = null;

  function isPlain(request: IncomingMessage): boolean {
    if (request.method !== 'POST' || request.url !== PATH) return false;
    const { headers } = request;
    const length = lengthOf(request);
    return (
      headers['content-type'] === 'application/json' &&
      length > 0 &&
      length <= MAX_LENGTH &&
      sideOf(headers, config) === 'public' &&
      !refuseUnplain(request)
    );
  }

  /** The answer as JSON; null when there is none, or none to this body. */
  function answer(request: IncomingMessage, body: Buffer): Buffer | null {
    const known = book.current();
    if (!isOpen || !known || body.length !== lengthOf(request)) return null;
    const plain = readPlain(body);
    const address = clientAddress(request, config.trustProxy);
    // whoever will be refused has nothing computed
    if (!plain || limit(address, false) > 0) return null;
    const json = write(plain, known);
    // the last thing: a request that goes on to the framework is counted there
    limit(address);
    return json;
  }

  function write(plain: OffersRequest, known: RateBook): Buffer {
    const [asked, at] = [readComparison(plain, known), now()];
    const { offerIsBase } = asked;
    const branches = readWishes(plain, { offerIsBase, now: at.getTime() });
    const shown: number[] | null = branches && [];
    written = { code: asked.currency.code, offerIsBase, shown };
    return writeOffers(asked, known, sinceOf(config, at), branches, at.getTime(), shown ?? undefined);
  }

  return {
    before: (handle) => (request, response) => {
      if (!isPlain(request)) return handle(request, response);
      const startedAt = performance.now();
      const take = (body: Buffer) => {
        const json = attempt(() => answer(request, body));
        if (json) {
          if (written) countComparison(written);
          if (httpMetrics) observe(httpMetrics, response, startedAt);
          response.writeHead(200, { ...HEADERS, 'content-length': json.length }).end(json);
          if (isWithKernel(response)) freeRoom();
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

/** True when the operating system has taken all that was written: not while the reader is slow. */
function isWithKernel({ socket, writableLength }: ServerResponse): boolean {
  return socket instanceof Socket && writableLength === 0 && socket.writableLength === 0;
}

function readPlain(body: Buffer): OffersRequest | null {
  const [, given, amount, wished, lat, lon, radius, kinds, buysBack, sort, openAt] =
    PLAIN_BODY.exec(body.toString('latin1')) ?? [];
  if (given === undefined || wished === undefined) return null;
  const pair = { offer: { currency: given, amount: Number(amount) }, wish: { currency: wished } };
  if (lat === undefined) return pair;
  const near = { lat: Number(lat), lon: Number(lon), radius_km: Number(radius) };
  // what the schema refuses is refused by the framework
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

/** Null when it throws: the framework will fail at the same, and says why. */
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
