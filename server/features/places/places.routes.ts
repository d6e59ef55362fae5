import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { roundPosition } from '#domain/places/distance.ts';
import type { Place, PlacesQuery } from '#domain/places/place.ts';
import type { Config } from '../../config.ts';
import { createPublicLimit, refuseOneTooMany } from '../../http/limits.ts';
import { route } from '../../http/route.ts';
import { loadPlaces } from './load-places.ts';

/** A place is typed letter by letter: so many searches to one comparison. */
const LETTERS = 10;
/** What one types is kept by one's own browser, and by nobody on the way. */
const KEPT = 'private, max-age=86400';

export function registerPlaces(
  app: FastifyInstance,
  { config, now }: { config: Config; now: () => Date },
): void {
  const limit = createPublicLimit(config.rateLimit * LETTERS, now);

  route(app, 'GET /api/public/places', (request, reply) => {
    refuseOneTooMany(limit, request, reply);
    return findPlaces(request, reply);
  });
  route(app, 'GET /api/places', findPlaces);

  // in a body, for addresses are kept by browsers and proxies; nobody is told the position of who asks
  route(app, 'POST /api/public/places/nearest', ({ body }) => ({
    place: loadPlaces().nearestCommune(roundPosition(body)),
  }));
}

function findPlaces({ query }: FastifyRequest<{ Querystring: PlacesQuery }>, reply: FastifyReply): Place[] {
  reply.header('cache-control', KEPT);
  const places = loadPlaces();
  if (query.code === undefined) return places.find(query.q ?? '');
  const place = places.byCode(query.code);
  return place ? [place] : [];
}
