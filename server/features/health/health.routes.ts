import type { FastifyInstance } from 'fastify';
import type { FollowedBook } from '../../book/follow.ts';

/**
 * `/healthz`: the process answers. `/readyz`: it can serve. Anybody may ask, so nothing more is told, and nothing is asked
 * of the database: a proxy that probes must not wait with it. What is away is told on the metrics' port
 * (server/metrics/readiness.ts). An instance that holds a rate book serves comparisons without anything else, so it
 * stays ready then (contract 3, Live): 503 is for a book that is not there yet, and for an instance that stops.
 */
export function registerHealth(app: FastifyInstance, book: FollowedBook): void {
  let isStopping = false;
  app.addHook('preClose', (done) => {
    isStopping = true;
    done();
  });

  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/readyz', (_request, reply) => {
    const status = isStopping ? 'stopping' : book.current() === null ? 'starting' : 'ready';
    return reply.code(status === 'ready' ? 200 : 503).send({ status });
  });
}
