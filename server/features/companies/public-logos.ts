import type { FastifyInstance } from 'fastify';
import { createByteCache } from '../../http/byte-cache.ts';
import { HttpError } from '../../http/http-error.ts';

/** Enough for a few hundred logos while the database is away. */
const CACHE_BYTES = 8 * 1024 * 1024;

/** `address`: of the requester, whose network has a rate limit. */
export type FindLogo = (logo: string, address: string | undefined) => Promise<Buffer | null>;

export function registerPublicLogos(app: FastifyInstance, findLogo: FindLogo): void {
  // without expiry, because a name never changes its picture
  const cache = createByteCache<Buffer>(CACHE_BYTES, ({ length }) => length);
  // names that setLogo makes; other names are files, or absent
  app.get<{ Params: { logo: string } }>(
    '/images/companies/:logo(^[a-z0-9-]+-[0-9a-f]{8}).png',
    { onRequest: app.setPageHeaders },
    async ({ params: { logo }, ip }, reply) => {
      const png = cache.get(logo) ?? (await findLogo(logo, ip));
      if (!png) throw new HttpError(404, 'not_found', 'Ce logo n’existe pas.');
      cache.set(logo, png);
      return reply.header('cache-control', 'public, max-age=31536000, immutable').type('image/png').send(png);
    },
  );
}
