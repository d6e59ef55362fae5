import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HttpError } from './http-error.ts';
import { networkOf } from './network.ts';

const WINDOW_MS = 60_000;
/** How many networks are counted at once: an attack from many costs bounded memory. */
const MAX_NETWORKS = 50_000;

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts one public POST, or call of a traveller, of the caller's network, and refuses it past RATE_LIMIT a minute. */
    limitPublic(request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void;
  }
}

/**
 * Counts one public POST of this address. Returns the seconds to wait when it is one too many, 0 otherwise. `isCounted`
 * false: it is asked what one would be told, and none is counted.
 */
export type PublicLimit = (address: string | undefined, isCounted?: boolean) => number;

/**
 * contract 3: the public POSTs are limited by address, within each instance. One count for all of them.
 * Measured, the usual plugin took a tenth of a comparison's time (docs/decisions/0007-limits.md).
 */
export function createPublicLimit(perMinute: number, now: () => Date): PublicLimit {
  const count = createCounts(WINDOW_MS, now);
  return (address, isCounted = true) => {
    const counted = count(networkOf(address), isCounted);
    return counted.count <= perMinute ? 0 : Math.ceil(counted.restMs / 1000);
  };
}

/** Counts by key, anew in each window. Gives the count, this time included though it be not counted, and how long its window still lasts. */
function createCounts(window: number, now: () => Date) {
  const counts = new Map<string, number>();
  let windowEnds = 0;
  return (key: string, isCounted = true): { count: number; restMs: number } => {
    const at = now().getTime();
    // a clock set back must not keep a window open for hours
    if (at >= windowEnds || windowEnds - at > window) {
      counts.clear();
      windowEnds = at + window;
    }
    const count = (counts.get(key) ?? 0) + 1;
    if (isCounted) {
      if (count === 1 && counts.size >= MAX_NETWORKS) forgetOldest(counts);
      counts.set(key, count);
    }
    return { count, restMs: windowEnds - at };
  };
}

/** How often something may be done within a window by one network, and by all of them together. */
export type Budget = { window: number; byNetwork: number; inAll: number };

/** Takes one from the budget of a network; false once it, or that of all, is used up. Within each instance. */
export function createBudget({ window, byNetwork, inAll }: Budget, now: () => Date) {
  const countOfNetwork = createCounts(window, now);
  // apart: many networks at once would have it forgotten
  const countOfAll = createCounts(window, now);
  return (address: string | undefined): boolean => {
    // what a network has no right to any more is not taken from everybody's
    return countOfNetwork(networkOf(address)).count <= byNetwork && countOfAll('').count <= inAll;
  };
}

/** server/http/route.ts puts the limit before every public POST, and every call of a traveller. */
export function registerLimits(app: FastifyInstance, limit: PublicLimit): void {
  app.decorate(
    'limitPublic',
    (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => {
      done(tooMany(limit, request, reply));
    },
  );
}

/** Counts a request, and throws what refuses one too many. */
export function refuseOneTooMany(limit: PublicLimit, request: FastifyRequest, reply: FastifyReply): void {
  const refused = tooMany(limit, request, reply);
  if (refused) throw refused;
}

function tooMany(limit: PublicLimit, request: FastifyRequest, reply: FastifyReply): HttpError | undefined {
  const seconds = limit(request.ip);
  if (seconds === 0) return undefined;
  reply.header('retry-after', seconds);
  const sentence = `Trop de demandes depuis votre adresse. Réessayez dans ${seconds} secondes.`;
  return new HttpError(429, 'too_many_requests', sentence);
}

function forgetOldest(counts: Map<string, number>): void {
  const [oldest] = counts.keys();
  if (oldest !== undefined) counts.delete(oldest);
}
