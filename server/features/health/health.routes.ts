import type { FastifyInstance } from 'fastify';
import type { FollowedBook } from '../../book/follow.ts';

/**
 * Liveness (`/healthz`) and readiness (`/readyz`), which tell nothing more because anybody may ask. Neither asks the
 * database, for which a probing proxy must not wait (server/metrics/readiness.ts tells what is away).
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
