import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { FollowedBook } from '../book/follow.ts';
import type { Config } from '../config.ts';
import type { BlogCache } from '../features/articles/blog-cache.ts';
import { applicationOf } from '../http/hosts.ts';
import { databaseAway, HttpError } from '../http/http-error.ts';
import type { HttpMetrics } from '../http/http-metrics.ts';
import { registerPages } from '../http/pages.ts';
import { openPublicApp, registerPublicReads } from '../public-app.ts';
import type { CompareSources } from './follow-public-data.ts';
import { registerForwarding } from './forward.ts';

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
  const { config, sources } = parts;
  const { app, counter } = openPublicApp({ ...parts, sinks: sources.sums });
  app.addHook('onClose', counter.flush);
  app.addHook('onRequest', async ({ headers }) => {
    if (applicationOf(headers, config) === 'backoffice') {
      throw new HttpError(404, 'not_found', 'Cette instance ne sert que le site public.');
    }
  });
  const known = () => {
    const snapshots = sources.companySnapshots();
    if (!snapshots) throw databaseAway();
    return snapshots;
  };
  await registerPublicReads(app, {
    ...parts,
    beatEvery: parts.beatEvery,
    counter,
    findShown: async (id) => known().company(id),
    findPosted: async (hash) => known().board(hash),
    findLogo: sources.findLogo,
    countBookings: async () => known().countBookings(),
  });
  registerForwarding(app, config);
  await registerPages(app, config);
  return app;
}
