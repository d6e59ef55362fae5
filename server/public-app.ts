import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { sinceOf } from '#domain/rates/freshness.ts';
import type { BookingCounts, Reliability } from '#domain/reservations/booking.ts';
import type { FollowedBook } from './book/follow.ts';
import type { Config } from './config.ts';
import { registerArticles } from './features/articles/articles.routes.ts';
import type { BlogCache } from './features/articles/blog-cache.ts';
import type { ScreenBoard } from './features/boards/screen-boards.queries.ts';
import { registerScreens } from './features/boards/screens.routes.ts';
import type { PublicCompany } from './features/branches/branches.queries.ts';
import { registerPublicBranches } from './features/branches/public-branches.routes.ts';
import { type FindLogo, registerPublicLogos } from './features/companies/public-logos.ts';
import { registerCurrencies } from './features/currencies/currencies.routes.ts';
import { registerStandIns } from './features/demonstration/demonstration.routes.ts';
import { type HealthParts, registerHealth } from './features/health/health.routes.ts';
import { type ComparisonCounter, startComparisonCounter } from './features/kpis/comparison-counter.ts';
import type { Impressions } from './features/kpis/kpis.queries.ts';
import { createFastPath } from './features/offers/fast/fast-path.ts';
import { listComparedCompanies } from './features/offers/list-compared-companies.ts';
import { registerOffers } from './features/offers/offers.routes.ts';
import type { FindAreaOffers } from './features/pages/area-offers.ts';
import type { FindHistory } from './features/pages/history-days.ts';
import { createPageDoor, type PageDoor } from './features/pages/page-door.ts';
import { registerRenderedPages } from './features/pages/pages.routes.ts';
import { registerPlaces } from './features/places/places.routes.ts';
import { registerBookingCounts } from './features/requests/booking-counts.routes.ts';
import { answerBrokenRequest, registerBrokenRequests } from './http/broken-requests.ts';
import { answerBadAddress, registerErrors } from './http/errors.ts';
import { applicationConstraint } from './http/hosts.ts';
import { type HttpMetrics, registerHttpMetrics } from './http/http-metrics.ts';
import { openHttpServer } from './http/http-server.ts';
import { registerJsonBody } from './http/json-body.ts';
import { createPublicLimit, registerLimits } from './http/limits.ts';
import { trustsOneProxy } from './http/network.ts';
import { registerNotFound } from './http/not-found.ts';
import { registerPlainRequests } from './http/plain-requests.ts';
import { openRenderer } from './http/renderer.ts';
import { registerRequestLog } from './http/request-log.ts';
import { registerSecurityHeaders } from './http/security-headers.ts';
import { registerSecurityText } from './http/security-text.ts';
import { compileSerializer } from './http/serialization.ts';
import { registerUntrustedProxy } from './http/untrusted-proxy.ts';
import { compileValidator } from './http/validation.ts';

const BODY_LIMIT = 64 * 1024;

export type ComparisonSinks = {
  addComparisons(day: string, count: number): Promise<void>;
  addShown(day: string, lines: readonly Impressions[]): Promise<void>;
};

export type PublicAppParts = {
  book: FollowedBook;
  config: Config;
  now: () => Date;
  time?: HealthParts['time'];
  log: FastifyBaseLogger;
  sinks: ComparisonSinks;
  httpMetrics?: HttpMetrics | undefined;
  /** false: comparisons skip the fast path. */
  fast?: boolean;
};

/** Application without routes, and the counter of its comparisons: all that a request passes on every instance. */
export function openPublicApp(parts: PublicAppParts): {
  app: FastifyInstance;
  counter: ComparisonCounter;
  door: PageDoor;
} {
  const { book, config, now, log, sinks, httpMetrics, fast = true } = parts;
  const limit = createPublicLimit(config.rateLimit, now);
  const counter = startComparisonCounter({
    add: sinks.addComparisons,
    now,
    log,
    shown: {
      list: (code, offerIsBase) =>
        listComparedCompanies(book.current(), sinceOf(config, now()), code, offerIsBase),
      add: sinks.addShown,
    },
  });
  const fastPath = createFastPath({ book, config, now, limit, countComparison: counter.count, httpMetrics });
  const door = createPageDoor({ config, httpMetrics });
  const app = Fastify({
    serverFactory: (handle) => openHttpServer(fast ? fastPath.before(door.before(handle)) : handle),
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: config.trustProxy && trustsOneProxy,
    bodyLimit: BODY_LIMIT,
    frameworkErrors: (error, request, reply) => answerBadAddress(error, request, reply, config),
    clientErrorHandler: answerBrokenRequest,
    forceCloseConnections: 'idle',
    // requests on an open connection are still answered while closing
    return503OnClosing: false,
    routerOptions: { constraints: { application: applicationConstraint(config) }, maxParamLength: 200 },
  });
  app.setValidatorCompiler(compileValidator);
  app.setSerializerCompiler(compileSerializer);
  app.addHook('preClose', fastPath.close);
  app.addHook('preClose', door.close);
  registerErrors(app, config);
  registerNotFound(app, config);
  registerBrokenRequests(app);
  registerJsonBody(app);
  registerSecurityHeaders(app, config);
  registerPlainRequests(app);
  registerRequestLog(app);
  registerUntrustedProxy(app, config);
  if (httpMetrics) registerHttpMetrics(app, httpMetrics);
  registerLimits(app, limit);
  return { app, counter, door };
}

type ReadParts = Pick<PublicAppParts, 'book' | 'config' | 'now' | 'time'> & {
  blog: BlogCache;
  counter: ComparisonCounter;
  door: PageDoor;
  /** milliseconds between two time events of a screen */
  beatEvery: number | undefined;
  findShown(companyId: number): Promise<PublicCompany | undefined>;
  findReliability(companyId: number): Promise<Reliability | null>;
  findPosted(secretHash: Buffer): Promise<ScreenBoard | null>;
  findLogo: FindLogo;
  findHistory: FindHistory;
  findAreaOffers: FindAreaOffers;
  countBookings(): Promise<BookingCounts>;
};

/** Public reads of every instance, whether a database or the stream is behind them. */
export async function registerPublicReads(app: FastifyInstance, parts: ReadParts): Promise<void> {
  const { book, blog, counter, config, now, findLogo, countBookings } = parts;
  registerHealth(app, parts);
  registerSecurityText(app, { config, now });
  registerCurrencies(app, book);
  registerPlaces(app, { config, now });
  registerOffers(app, { book, config, now }, counter.count);
  registerStandIns(app, { book, config });
  registerArticles(app, blog);
  registerPublicBranches(app, parts);
  await registerScreens(app, parts);
  registerPublicLogos(app, findLogo);
  registerBookingCounts(app, { count: countBookings, config, now });
  const renderer = await openRenderer(config);
  if (renderer) await registerRenderedPages(app, { ...parts, renderer });
}
