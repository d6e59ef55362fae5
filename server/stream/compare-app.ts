import type { FastifyInstance } from 'fastify';
import type { BlogCache } from '../features/articles/blog-cache.ts';
import { applicationOf } from '../http/hosts.ts';
import { HttpError } from '../http/http-error.ts';
import { registerPages } from '../http/pages.ts';
import { openPublicApp, type PublicAppParts, registerPublicReads } from '../public-app.ts';
import type { CompareSources } from './follow-public-data.ts';
import { registerForwarding } from './forward.ts';
import { openWholeReads } from './whole-reads.ts';

type CompareParts = Omit<PublicAppParts, 'sinks'> & {
  blog: BlogCache;
  config: { internalUrl: string };
  sources: CompareSources;
  /** milliseconds between two time events of a screen */
  beatEvery?: number | undefined;
};

export async function buildCompareApp(parts: CompareParts): Promise<FastifyInstance> {
  const { config, sources } = parts;
  const { app, counter, door } = openPublicApp({ ...parts, sinks: sources.sums });
  app.addHook('onClose', counter.flush);
  app.addHook('onRequest', async ({ headers }) => {
    if (applicationOf(headers, config) === 'backoffice') {
      throw new HttpError(404, 'not_found', 'Cette instance ne sert que le site public.');
    }
  });
  await registerPublicReads(app, {
    ...parts,
    ...openWholeReads(config),
    beatEvery: parts.beatEvery,
    counter,
    door,
    findShown: async (id) => sources.companySnapshots().company(id),
    // the stream brings no reservations
    findReliability: async () => null,
    findPosted: async (hash) => sources.companySnapshots().board(hash),
    // nor daily offers of areas
    findAreaOffers: async () => [],
    countBookings: async () => sources.companySnapshots().countBookings(),
  });
  registerForwarding(app, config);
  await registerPages(app, config);
  return app;
}
