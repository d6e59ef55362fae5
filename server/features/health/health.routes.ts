import type { FastifyInstance } from 'fastify';
import type { FollowedBook } from '../../book/follow.ts';
import type { MeasuredTime } from '../../process/measured-time.ts';

export type HealthParts = { book: FollowedBook; time?: Pick<MeasuredTime, 'state'> | undefined };

/**
 * Liveness (`/healthz`) and readiness (`/readyz`), which tell nothing more because anybody may ask. Neither asks the
 * database, for which a probing proxy must not wait (server/metrics/readiness.ts tells what is away).
 */
export function registerHealth(app: FastifyInstance, { book, time }: HealthParts): void {
  let isStopping = false;
  app.addHook('preClose', (done) => {
    isStopping = true;
    done();
  });

  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/readyz', (_request, reply) => {
    const status = readStatus();
    return reply.code(status === 'ready' ? 200 : 503).send({ status });
  });

  function readStatus(): 'stopping' | 'starting' | 'wrong_clock' | 'ready' {
    if (isStopping) return 'stopping';
    if (book.current() === null) return 'starting';
    return time?.state() === 'wrong' ? 'wrong_clock' : 'ready';
  }
}
