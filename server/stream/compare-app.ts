import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { sinceOf } from '#domain/rates/freshness.ts';
import type { FollowedBook } from '../book/follow.ts';
import type { Config } from '../config.ts';
import { registerArticles } from '../features/articles/articles.routes.ts';
import type { BlogCache } from '../features/articles/blog-cache.ts';
import { registerScreens } from '../features/boards/screens.routes.ts';
import { registerPublicBranches } from '../features/branches/public-branches.routes.ts';
import { registerPublicLogos } from '../features/companies/public-logos.ts';
import { registerCurrencies } from '../features/currencies/currencies.routes.ts';
import { registerStandIns } from '../features/demonstration/demonstration.routes.ts';
import { registerHealth } from '../features/health/health.routes.ts';
import { startComparisonCounter } from '../features/kpis/comparison-counter.ts';
import { createFastPath } from '../features/offers/fast/fast-path.ts';
import { listComparedCompanies } from '../features/offers/list-compared-companies.ts';
import { registerOffers } from '../features/offers/offers.routes.ts';
import { registerPlaces } from '../features/places/places.routes.ts';
import { registerBookingCounts } from '../features/requests/booking-counts.routes.ts';
import { answerBrokenRequest, registerBrokenRequests } from '../http/broken-requests.ts';
import { answerBadAddress, registerErrors } from '../http/errors.ts';
import { applicationConstraint, applicationOf } from '../http/hosts.ts';
import { databaseAway, HttpError } from '../http/http-error.ts';
import { type HttpMetrics, registerHttpMetrics } from '../http/http-metrics.ts';
import { openHttpServer } from '../http/http-server.ts';
import { registerJsonBody } from '../http/json-body.ts';
import { createPublicLimit, registerLimits } from '../http/limits.ts';
import { trustsOneProxy } from '../http/network.ts';
import { registerNotFound } from '../http/not-found.ts';
import { registerPages } from '../http/pages.ts';
import { registerPlainRequests } from '../http/plain-requests.ts';
import { registerRequestLog } from '../http/request-log.ts';
import { registerSecurityHeaders } from '../http/security-headers.ts';
import { registerSecurityText } from '../http/security-text.ts';
import { compileSerializer } from '../http/serialization.ts';
import { registerUntrustedProxy } from '../http/untrusted-proxy.ts';
import { compileValidator } from '../http/validation.ts';
import type { CompareSources } from './follow-public-data.ts';
import { registerForwarding } from './forward.ts';

const BODY_LIMIT = 64 * 1024;

export type CompareParts = {
  book: FollowedBook;
  blog: BlogCache;
  config: Config & { internalUrl: string };
  sources: CompareSources;
  now: () => Date;
  log: FastifyBaseLogger;
  httpMetrics?: HttpMetrics | undefined;
  /** milliseconds between two time events of a screen */
  beatEvery?: number | undefined;
};

export async function buildCompareApp(parts: CompareParts): Promise<FastifyInstance> {
  const { book, blog, config, sources, now, log, httpMetrics, beatEvery } = parts;
  const limit = createPublicLimit(config.rateLimit, now);
  const counter = startComparisonCounter({
    add: sources.sums.addComparisons,
    now,
    log,
    shown: {
      list: (code, offerIsBase) =>
        listComparedCompanies(book.current(), sinceOf(config, now()), code, offerIsBase),
      add: sources.sums.addShown,
    },
  });
  const fastPath = createFastPath({ book, config, now, limit, countComparison: counter.count, httpMetrics });
  const app = Fastify({
    serverFactory: (handle) => openHttpServer(fastPath.before(handle)),
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: config.trustProxy && trustsOneProxy,
    bodyLimit: BODY_LIMIT,
    frameworkErrors: (error, _request, reply) => answerBadAddress(error, reply),
    clientErrorHandler: answerBrokenRequest,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { constraints: { side: applicationConstraint(config) }, maxParamLength: 200 },
  });
  app.setValidatorCompiler(compileValidator);
  app.setSerializerCompiler(compileSerializer);
  app.addHook('preClose', fastPath.close);
  app.addHook('onClose', counter.flush);
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
  app.addHook('onRequest', async ({ headers }) => {
    if (applicationOf(headers, config) === 'backoffice') {
      throw new HttpError(404, 'not_found', 'Cette instance ne sert que le site public.');
    }
  });
  registerHealth(app, book);
  registerSecurityText(app, { config, now });
  registerCurrencies(app, book);
  registerPlaces(app, { config, now });
  registerOffers(app, { book, config, now }, counter.count);
  registerStandIns(app, { book, config });
  registerArticles(app, blog);
  const known = () => {
    const bureaux = sources.companySnapshots();
    if (!bureaux) throw databaseAway();
    return bureaux;
  };
  registerPublicBranches(app, { book, findShown: async (id) => known().company(id), config, now });
  const findPosted = async (hash: Buffer) => known().board(hash);
  await registerScreens(app, { book, findPosted, config, now, beatEvery });
  registerPublicLogos(app, sources.findLogo);
  registerBookingCounts(app, { count: async () => known().countBookings(), config, now });
  registerForwarding(app, config);
  await registerPages(app, config);
  return app;
}
