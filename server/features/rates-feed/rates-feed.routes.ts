import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/open.ts';
import { actOf, requireVerified } from '../../http/actor.ts';
import { HttpError } from '../../http/http-error.ts';
import { route } from '../../http/route.ts';
import { type Changes, writeAudit } from '../audit/write-audit.ts';
import { FeedFailure } from './feed-failure.ts';
import { importRatesInTransaction } from './import-rates.ts';
import { selectFeed } from './rates-feed.queries.ts';

type Parts = { db: Db; config: Config; now: () => Date };

export function registerRatesFeed(app: FastifyInstance, { db, config, now }: Parts): void {
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

  route(app, 'POST /api/feeds/rates', ({ session, body: { name, text } }) => {
    const act = actOf(session, now());
    requireVerified(act.by);
    return db.transaction().execute(async (trx) => {
      const imported = await importRatesInTransaction(trx, text, { source: name, now: act.at }).catch(
        (error: unknown) => {
          if (error instanceof FeedFailure) throw new HttpError(400, 'unusable_rates', error.message);
          throw error;
        },
      );
      const { day, source, accepted } = imported;
      const changes = {
        day: [null, day],
        source: [null, source],
        accepted: [null, accepted],
      } satisfies Changes;
      await writeAudit(trx, act, { action: 'feed.imported', changes });
      return imported;
    });
  });
}
