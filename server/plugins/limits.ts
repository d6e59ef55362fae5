import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { Refusal } from './errors.ts';

/** How many addresses are remembered at once: an attack from many costs bounded memory. */
const MAX_ADDRESSES = 20_000;

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts one public POST of the caller's address, and refuses it past RATE_LIMIT a minute. */
    limitPublicPost(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  }
}

/**
 * contract 3: the public POSTs are limited by address, within each instance. One count for all of them;
 * server/route.ts puts it before every one.
 */
export async function registerLimits(app: FastifyInstance, config: Config): Promise<void> {
  // one household or server of IPv6 holds a whole /64
  await app.register(rateLimit, { global: false, cache: MAX_ADDRESSES, ipv6Subnet: 64 });
  const count = app.createRateLimit({ max: config.rateLimit, timeWindow: 60_000 });
  app.decorate('limitPublicPost', async (request: FastifyRequest, reply: FastifyReply) => {
    const limit = await count(request);
    if (limit.isAllowed || !limit.isExceeded) return;
    reply.header('retry-after', limit.ttlInSeconds);
    throw new Refusal(
      429,
      'too_many_requests',
      `Trop de demandes depuis votre adresse. Réessayez dans ${limit.ttlInSeconds} secondes.`,
    );
  });
}
