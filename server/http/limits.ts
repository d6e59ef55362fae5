import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HttpError } from '../http-error.ts';
import { networkOf } from './network.ts';

const WINDOW_MS = 60_000;
/** How many networks are counted at once: an attack from many costs bounded memory. */
const MAX_NETWORKS = 50_000;

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts one public POST of the caller's network, and refuses it past RATE_LIMIT a minute. */
    limitPublicPost(request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void;
  }
}

/** Counts one public POST of this address. Returns the seconds to wait when it is one too many, 0 otherwise. */
export type PublicLimit = (address: string | undefined) => number;

/**
 * contract 3: the public POSTs are limited by address, within each instance. One count for all of them.
 * Measured, the usual plugin took a tenth of a comparison's time (docs/decisions/0007-limits.md).
 */
export function createPublicLimit(perMinute: number, now: () => Date): PublicLimit {
  const counts = new Map<string, number>();
  let windowEnds = 0;
  return (address) => {
    const at = now().getTime();
    // a clock set back must not keep a window open for hours
    if (at >= windowEnds || windowEnds - at > WINDOW_MS) {
      counts.clear();
      windowEnds = at + WINDOW_MS;
    }
    const network = networkOf(address);
    const count = (counts.get(network) ?? 0) + 1;
    if (count === 1 && counts.size >= MAX_NETWORKS) forgetOldest(counts);
    counts.set(network, count);
    return count <= perMinute ? 0 : Math.ceil((windowEnds - at) / 1000);
  };
}

/** server/http/route.ts puts the limit before every public POST. */
export function registerLimits(app: FastifyInstance, limit: PublicLimit): void {
  app.decorate(
    'limitPublicPost',
    (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => {
      const seconds = limit(request.ip);
      if (seconds === 0) return done();
      reply.header('retry-after', seconds);
      const sentence = `Trop de demandes depuis votre adresse. Réessayez dans ${seconds} secondes.`;
      done(new HttpError(429, 'too_many_requests', sentence));
    },
  );
}

function forgetOldest(counts: Map<string, number>): void {
  const [oldest] = counts.keys();
  if (oldest !== undefined) counts.delete(oldest);
}
