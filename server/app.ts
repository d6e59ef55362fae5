import { randomUUID } from 'node:crypto';
import { TypeBoxValidatorCompiler } from '@fastify/type-provider-typebox';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Config } from './config.ts';
import type { Db } from './db/open.ts';
import { registerCurrencies } from './features/currencies/currencies.routes.ts';
import { registerHealth } from './features/health/health.routes.ts';
import { registerLeads } from './features/leads/leads.routes.ts';
import { registerOffers } from './features/offers/offers.routes.ts';
import { registerErrors } from './plugins/errors.ts';
import { sideConstraint } from './plugins/hosts.ts';
import { registerJsonBody } from './plugins/json-body.ts';
import { registerLimits } from './plugins/limits.ts';
import { registerPages } from './plugins/pages.ts';
import { registerRequestLog } from './plugins/request-log.ts';
import { registerSecurityHeaders } from './plugins/security-headers.ts';
import type { FollowedBook } from './rate-book/follow.ts';

export type AppParts = {
  db: Db;
  book: FollowedBook;
  config: Config;
  now: () => Date;
  log: FastifyBaseLogger;
};

const BODY_LIMIT = 64 * 1024;
const REQUEST_TIMEOUT_MS = 20_000;

/** The whole server, ready to listen or to be driven without a port. */
export async function buildApp({ db, book, config, now, log }: AppParts): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: config.trustProxy,
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    routerOptions: { constraints: { side: sideConstraint(config) }, maxParamLength: 200 },
  });
  app.setValidatorCompiler(TypeBoxValidatorCompiler);
  registerErrors(app);
  registerJsonBody(app);
  registerSecurityHeaders(app, config);
  registerRequestLog(app);
  await registerLimits(app);
  if (config.development) {
    const { registerOpenApi } = await import('./plugins/open-api.ts');
    await registerOpenApi(app);
  }
  registerHealth(app, { db, book, now });
  registerCurrencies(app, book);
  registerOffers(app, book, config);
  registerLeads(app, { db, book, config, now });
  await registerPages(app, config);
  return app;
}
