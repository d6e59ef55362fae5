import type { FastifyInstance } from 'fastify';

/** Frequent routes. Metrics count their successes, the log holds their failures. */
const COUNTED: readonly string[] = ['/api/public/offers', '/healthz', '/readyz'];

/**
 * Log line of a request without any personal data such as address, header, query or body. The id is added
 * per line, because a child logger for each request costs more than the rest.
 */
export function registerRequestLog(app: FastifyInstance): void {
  app.setChildLoggerFactory((logger) => logger);
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    if (reply.statusCode < 400 && COUNTED.includes(route)) return done();
    request.log.info(
      {
        reqId: request.id,
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    );
    done();
  });
}
