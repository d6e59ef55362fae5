import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, RouteShorthandOptions } from 'fastify';
import type { Config } from '../config.ts';
import { Refusal } from './errors.ts';

/** How many addresses are remembered at once: an attack from many costs bounded memory. */
const MAX_ADDRESSES = 20_000;

/** The limiter is there for the routes that ask for it with `publicPostLimit`. */
export async function registerLimits(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    cache: MAX_ADDRESSES,
    keyGenerator: (request) => addressKey(request.ip),
    errorResponseBuilder: (_request, { ttl }) =>
      new Refusal(
        429,
        'too_many_requests',
        `Trop de demandes depuis votre adresse. Réessayez dans ${Math.ceil(ttl / 1000)} secondes.`,
      ),
  });
}

/** contract 3: public POSTs are limited by address, within each instance. */
export function publicPostLimit(config: Config): NonNullable<RouteShorthandOptions['config']> {
  return { rateLimit: { max: config.rateLimit, timeWindow: 60_000, groupId: 'public-posts' } };
}

/** One household or server of IPv6 holds a whole /64. */
function addressKey(ip: string): string {
  if (!ip.includes(':') || ip.includes('.')) return ip;
  const [head = '', tail] = ip.split('::');
  const groups = head.split(':').filter(Boolean);
  const after = tail?.split(':').filter(Boolean) ?? [];
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - after.length) }, () => '0');
  return [...groups, ...(tail === undefined ? [] : zeros), ...after].slice(0, 4).join(':');
}
