import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { roundPosition } from '#domain/places/distance.ts';
import type { Place, PlacesQuery } from '#domain/places/place.ts';
import type { Config } from '../../config.ts';
import { createPublicLimit, refuseOneTooMany } from '../../http/limits.ts';
import { route } from '../../http/route.ts';
import { loadPlaces } from './load-places.ts';

/** Searches per comparison, because each letter sends one. */
const SEARCHES_PER_COMPARISON = 10;
/** Private, because a typed place must not stay in shared caches. */
const BROWSER_CACHE = 'private, max-age=86400';

export function registerPlaces(
  app: FastifyInstance,
  { config, now }: { config: Config; now: () => Date },
): void {
  const limit = createPublicLimit(config.rateLimit * SEARCHES_PER_COMPARISON, now);

  route(app, 'GET /api/public/places', (request, reply) => {
    refuseOneTooMany(limit, request, reply);
    return findPlaces(request, reply);
  });
  route(app, 'GET /api/places', findPlaces);

  // in a body, because browsers and proxies store addresses, and a position is personal data
  route(app, 'POST /api/public/places/nearest', ({ body }) => ({
    place: loadPlaces().nearestCommune(roundPosition(body)),
  }));
}

function findPlaces({ query }: FastifyRequest<{ Querystring: PlacesQuery }>, reply: FastifyReply): Place[] {
  reply.header('cache-control', BROWSER_CACHE);
  const places = loadPlaces();
  if (query.code === undefined) return places.find(query.q ?? '');
  const place = places.byCode(query.code);
  return place ? [place] : [];
}
