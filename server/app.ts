import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { sinceOf } from '#domain/rates/freshness.ts';
import type { FollowedBook } from './book/follow.ts';
import type { Config } from './config.ts';
import type { Db } from './db/open.ts';
import { createPasswordHasher, type PasswordHasher } from './features/accounts/password-hasher.ts';
import { registerArticles } from './features/articles/articles.routes.ts';
import type { BlogCache } from './features/articles/blog-cache.ts';
import { registerLeads } from './features/audience/leads.routes.ts';
import { registerSubscriptions } from './features/audience/subscriptions.routes.ts';
import { registerAudit } from './features/audit/audit.routes.ts';
import { registerBoard } from './features/boards/board.routes.ts';
import { findScreenBoard } from './features/boards/screen-boards.queries.ts';
import { registerScreens } from './features/boards/screens.routes.ts';
import { selectPublicCompanies } from './features/branches/branches.queries.ts';
import { registerBranches } from './features/branches/branches.routes.ts';
import { registerPublicBranches } from './features/branches/public-branches.routes.ts';
import { registerClients } from './features/clients/clients.routes.ts';
import { registerCompanies } from './features/companies/companies.routes.ts';
import { selectLogo } from './features/companies/logos.queries.ts';
import { registerLogos } from './features/companies/logos.routes.ts';
import { registerPublicLogos } from './features/companies/public-logos.ts';
import { registerCurrencies } from './features/currencies/currencies.routes.ts';
import { registerDashboard } from './features/dashboard/dashboard.routes.ts';
import { registerStandIns, registerWrittenMails } from './features/demonstration/demonstration.routes.ts';
import { registerDesk } from './features/desk/desk.routes.ts';
import { registerLiveReservations } from './features/desk/live.routes.ts';
import { registerFactors } from './features/factors/factors.routes.ts';
import { registerHealth } from './features/health/health.routes.ts';
import { startComparisonCounter } from './features/kpis/comparison-counter.ts';
import { addComparisons, addImpressions } from './features/kpis/kpis.queries.ts';
import { registerKpis } from './features/kpis/kpis.routes.ts';
import { registerIam } from './features/login/login.routes.ts';
import { registerSecondStep } from './features/login/second-step.routes.ts';
import { registerMargins } from './features/margins/margins.routes.ts';
import { registerObjects } from './features/objects/objects.routes.ts';
import { createFastPath } from './features/offers/fast/fast-path.ts';
import { listComparedCompanies } from './features/offers/list-compared-companies.ts';
import { registerOffers } from './features/offers/offers.routes.ts';
import { registerPlaces } from './features/places/places.routes.ts';
import { registerMailChanges } from './features/profile/mail-changes.routes.ts';
import { registerPhotos } from './features/profile/photos.routes.ts';
import { registerProfile } from './features/profile/profile.routes.ts';
import { registerEvents } from './features/rates/events.routes.ts';
import { registerFixings } from './features/rates/fixings.routes.ts';
import { registerHeldFixings } from './features/rates/held-fixings.routes.ts';
import { registerHistory } from './features/rates/history.routes.ts';
import { registerRatesFeed } from './features/rates-feed/rates-feed.routes.ts';
import { registerReferentials } from './features/referentials/referentials.routes.ts';
import { registerBookingCounts } from './features/requests/booking-counts.routes.ts';
import { countCompanies } from './features/requests/bookings.queries.ts';
import { registerBookings } from './features/requests/bookings.routes.ts';
import { cacheCounts } from './features/requests/cached-counts.ts';
import { registerRequests } from './features/requests/requests.routes.ts';
import { registerSecurityEvents } from './features/security-events/security-events.routes.ts';
import { registerSecurityTally } from './features/security-events/tally.ts';
import { registerBatches } from './features/sheets/batches.routes.ts';
import { registerSheets } from './features/sheets/sheets.routes.ts';
import { registerTerms } from './features/terms/terms.routes.ts';
import { registerTravellers } from './features/travellers/travellers.routes.ts';
import { registerUsers } from './features/users/users.routes.ts';
import { answerBrokenRequest, registerBrokenRequests } from './http/broken-requests.ts';
import { answerBadAddress, registerErrors } from './http/errors.ts';
import { applicationConstraint } from './http/hosts.ts';
import { type HttpMetrics, registerHttpMetrics } from './http/http-metrics.ts';
import { openHttpServer } from './http/http-server.ts';
import { registerJsonBody } from './http/json-body.ts';
import { createPublicLimit, registerLimits } from './http/limits.ts';
import { trustsOneProxy } from './http/network.ts';
import { registerNotFound } from './http/not-found.ts';
import { registerPages } from './http/pages.ts';
import { registerPlainRequests } from './http/plain-requests.ts';
import { registerRequestLog } from './http/request-log.ts';
import { registerSecurityHeaders } from './http/security-headers.ts';
import { registerSecurityText } from './http/security-text.ts';
import { compileSerializer } from './http/serialization.ts';
import { registerSession } from './http/session.ts';
import { registerTravellerSession } from './http/traveller-session.ts';
import { registerUntrustedProxy } from './http/untrusted-proxy.ts';
import { compileValidator } from './http/validation.ts';
import { registerXsrf } from './http/xsrf.ts';

export type AppParts = {
  db: Db;
  book: FollowedBook;
  blog: BlogCache;
  config: Config;
  now: () => Date;
  log: FastifyBaseLogger;
  passwords?: PasswordHasher;
  httpMetrics?: HttpMetrics | undefined;
  /** milliseconds between two checks of an event stream's session */
  beatEvery?: number | undefined;
  /** false: comparisons skip the fast path. */
  fast?: boolean;
};

const BODY_LIMIT = 64 * 1024;

export async function buildApp({
  db,
  book,
  blog,
  config,
  now,
  log,
  passwords = createPasswordHasher(),
  httpMetrics,
  beatEvery,
  fast = true,
}: AppParts): Promise<FastifyInstance> {
  const { secret } = config;
  if (!secret) throw new Error('links cannot be signed without a secret');
  const limit = createPublicLimit(config.rateLimit, now);
  const counter = startComparisonCounter({
    add: (day, count) => addComparisons(db, day, count),
    now,
    log,
    shown: {
      list: (code, offerIsBase) =>
        listComparedCompanies(book.current(), sinceOf(config, now()), code, offerIsBase),
      add: (day, lines) => addImpressions(db, day, lines),
    },
  });
  const fastPath = createFastPath({ book, config, now, limit, countComparison: counter.count, httpMetrics });
  const app = Fastify({
    serverFactory: (handle) => openHttpServer(fast ? fastPath.before(handle) : handle),
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: config.trustProxy && trustsOneProxy,
    bodyLimit: BODY_LIMIT,
    frameworkErrors: (error, _request, reply) => answerBadAddress(error, reply),
    clientErrorHandler: answerBrokenRequest,
    forceCloseConnections: 'idle',
    // requests on an open connection are still answered while closing
    return503OnClosing: false,
    routerOptions: { constraints: { side: applicationConstraint(config) }, maxParamLength: 200 },
  });
  app.setValidatorCompiler(compileValidator);
  app.setSerializerCompiler(compileSerializer);
  app.addHook('preClose', fastPath.close);
  registerErrors(app);
  registerNotFound(app, config);
  registerBrokenRequests(app);
  registerJsonBody(app);
  registerSecurityHeaders(app, config);
  registerPlainRequests(app);
  registerRequestLog(app);
  registerUntrustedProxy(app, config);
  if (httpMetrics) registerHttpMetrics(app, httpMetrics);
  registerLimits(app, limit);
  registerSecurityTally(app, { db, secret, now, log });
  registerXsrf(app, config);
  registerSession(app, { db, config, now });
  registerTravellerSession(app, { db, now });
  if (config.development) {
    const { registerOpenApi } = await import('./http/open-api.ts');
    await registerOpenApi(app);
  }
  registerHealth(app, book);
  registerSecurityText(app, { config, now });
  registerCurrencies(app, book);
  registerPlaces(app, { config, now });
  registerOffers(app, { book, config, now }, counter.count);
  registerStandIns(app, { book, config });
  registerWrittenMails(app, config);
  registerLeads(app, { db, book, config, now });
  registerSubscriptions(app, { db, secret, config, now });
  registerArticles(app, blog);
  registerIam(app, { db, secret, config, passwords, now });
  registerProfile(app, { db, secret, passwords, now });
  registerMailChanges(app, { db, secret, now });
  registerPhotos(app, { db, secret, now });
  registerSecondStep(app, { db, secret, config, passwords, now });
  registerFactors(app, { db, secret, config, passwords, now });
  registerUsers(app, { db, secret, config, now });
  registerFixings(app, { db, book, config, now });
  registerEvents(app, { book, beatEvery });
  registerSheets(app, { db, book, config, now });
  registerBatches(app, { db, book, config, now });
  registerHistory(app, { db, book, config, now });
  registerHeldFixings(app, { db, book, config, now });
  registerBoard(app, { db, book, config, now });
  await registerScreens(app, {
    book,
    findPosted: (hash) => findScreenBoard(db, hash),
    config,
    now,
    beatEvery,
  });
  registerMargins(app, { db, book, config, now });
  registerBranches(app, { db, now });
  const findShown = async (id: number) => (await selectPublicCompanies(db, [id])).get(id);
  registerPublicBranches(app, { book, findShown, config, now });
  registerCompanies(app, { db, secret, config, now });
  registerLogos(app, { db, now });
  registerPublicLogos(app, (logo) => selectLogo(db, logo));
  registerAudit(app, db);
  registerSecurityEvents(app, { db, secret, now });
  registerReferentials(app, book);
  registerObjects(app, { db, book });
  registerTravellers(app, { db, secret, now });
  registerBookings(app, { db, book, config, now });
  const countsAsOf = () => (book.isLive() ? `${book.version()} ${now().toISOString().slice(0, 10)}` : null);
  registerBookingCounts(app, { count: cacheCounts(() => countCompanies(db), countsAsOf), config, now });
  registerRequests(app, { db, book, config, secret, now });
  registerDesk(app, { db, config, secret, now });
  registerTerms(app, { db, now });
  registerClients(app, { db, now });
  registerLiveReservations(app, { db, book, beatEvery });
  registerKpis(app, { db, counter, now });
  registerDashboard(app, { db, config, flushCounts: counter.flush, now });
  registerRatesFeed(app, { db, config });
  await registerPages(app, config);
  return app;
}
