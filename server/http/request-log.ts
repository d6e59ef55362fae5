import type { FastifyInstance } from 'fastify';

/** Asked without end: what is answered is in the metrics, and a line is written of what is not. */
const COUNTED: readonly string[] = ['/api/public/offers', '/healthz', '/readyz'];

/**
 * One line a request that is not only counted: its id, route, status and time. No address, header, query or
 * body: no personal data.
 * The id is given where something is logged: a logger of its own for each request costs more than the rest.
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
