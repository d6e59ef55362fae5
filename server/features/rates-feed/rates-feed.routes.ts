import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/open.ts';
import { route } from '../../http/route.ts';
import { selectFeed } from './rates-feed.queries.ts';

export function registerRatesFeed(app: FastifyInstance, { db, config }: { db: Db; config: Config }): void {
  route(app, 'GET /api/feeds/rates', async () => {
    const feed = await selectFeed(db);
    return {
      is_configured: config.ratesFeedUrl !== null,
      checked_at: feed?.checked_at.toISOString() ?? null,
      succeeded_at: feed?.succeeded_at?.toISOString() ?? null,
      day: feed?.day ?? null,
      source: feed?.source ?? null,
      error: feed?.error ?? null,
      accepted: feed?.accepted ?? 0,
      refusals: feed?.refusals ?? [],
    };
  });
}
