import type { FastifyInstance } from 'fastify';
import type { Db } from '../../db/open.ts';
import type { FollowedBook } from '../../rate-book/follow.ts';
import { ping } from './health.queries.ts';

/** How long the answer about the database is kept: probes cost no more than one query in this time. */
const KNOWN_FOR_MS = 1_000;
/** One that is away is asked again sooner, which costs it nothing, so that its return shows. */
const AWAY_FOR_MS = 100;

/**
 * `/healthz`: the process answers. `/readyz`: it can serve, and which part is away. An instance that holds
 * a rate book serves comparisons without its database, so it stays ready then (contract 3, Live).
 */
export function registerHealth(
  app: FastifyInstance,
  { db, book, now }: { db: Db; book: FollowedBook; now: () => Date },
): void {
  let pinged: { until: number; answer: Promise<'ok' | 'away'> } | null = null;
  const database = () => {
    const at = now().getTime();
    if (!pinged || at >= pinged.until) {
      const asked = { until: at + KNOWN_FOR_MS, answer: ping(db).then(() => 'ok' as const, isAway) };
      function isAway() {
        asked.until = at + AWAY_FOR_MS;
        return 'away' as const;
      }
      pinged = asked;
    }
    return pinged.answer;
  };

  app.get('/healthz', { logLevel: 'warn' }, () => ({ status: 'ok' }));
  app.get('/readyz', { logLevel: 'warn' }, async (_request, reply) => {
    const known = book.current();
    const parts = {
      database: await database(),
      rate_book: known ? (book.isLive() ? 'live' : 'stale') : 'loading',
      rate_book_read_at: book.readAt(),
    };
    const degraded = parts.database !== 'ok' || parts.rate_book === 'stale';
    return reply
      .code(known ? 200 : 503)
      .send({ status: known ? (degraded ? 'degraded' : 'ready') : 'starting', parts });
  });
}
