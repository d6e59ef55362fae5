import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HttpError } from './http-error.ts';
import { networkOf, networksOf } from './network.ts';

const WINDOW_MS = 60_000;
/** Bound of the networks or accounts counted at once, so that an attack from many costs bounded memory. */
const MAX_KEYS = 50_000;

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts a public POST or a traveller's call by network and refuses it past RATE_LIMIT a minute. */
    limitPublic(request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void;
  }
}

/** Seconds to wait, 0 within the limit. `isCounted` false asks without counting. */
export type PublicLimit = (address: string | undefined, isCounted?: boolean) => number;

/**
 * Rate limit by address within an instance (contract 3). The usual plugin took a tenth of a comparison's
 * time (decision 006).
 */
export function createPublicLimit(perMinute: number, now: () => Date): PublicLimit {
  const count = createCounts(WINDOW_MS, now);
  return (address, isCounted = true) => {
    const counted = count(networkOf(address), { isCounted });
    return counted.count <= perMinute ? 0 : Math.ceil(counted.restMs / 1000);
  };
}

function createCounts(window: number, now: () => Date) {
  const counts = new Map<string, number>();
  let windowEnds = 0;
  return (key: string, { weight = 1, isCounted = true } = {}): { count: number; restMs: number } => {
    const at = now().getTime();
    // a clock that is set back must not keep a window open for hours
    if (at >= windowEnds || windowEnds - at > window) {
      counts.clear();
      windowEnds = at + window;
    }
    const before = counts.get(key);
    const count = (before ?? 0) + weight;
    if (isCounted) {
      if (before === undefined && counts.size >= MAX_KEYS) forgetOldest(counts);
      counts.set(key, count);
    }
    return { count, restMs: windowEnds - at };
  };
}

/**
 * Quota per window of milliseconds, by network and of all networks together. A list is by network and its wider ones,
 * narrowest first: /32 and /24 of IPv4; /64, /56 and /48 of IPv6.
 */
export type Budget = {
  window: number;
  byNetwork: number | readonly [number, number, number];
  inAll: number;
};

/** Takes one from the quota of a network. false: its quota or the shared one is used up in this instance. */
export function createBudget({ window, byNetwork, inAll }: Budget, now: () => Date) {
  const countOfNetwork = createCounts(window, now);
  // a separate counter, because many networks at once would evict the total
  const countOfAll = createCounts(window, now);
  return (address: string | undefined): boolean => {
    // a refused network takes nothing from the wider quotas
    const isWithin =
      typeof byNetwork === 'number'
        ? countOfNetwork(networkOf(address)).count <= byNetwork
        : networksOf(address).every(
            (network, i) => countOfNetwork(network).count <= (byNetwork[i] ?? byNetwork[2]),
          );
    return isWithin && countOfAll('').count <= inAll;
  };
}

/** Multiples of RATE_LIMIT a minute within an instance: of an account, and of its company's accounts together. */
const OFFICE_QUOTAS = {
  calls: { account: 5, company: 15 },
  bytes: { account: 40_000, company: 120_000 },
  imports: { account: 0.05, company: 0.125 },
} as const;

/** `bytes`: of its body. An import brings a table, and is counted apart. */
export type OfficeCall = { userId: number; companyId: number | null; bytes: number; isImport: boolean };

export function createOfficeLimit(perMinute: number, now: () => Date) {
  const count = createCounts(WINDOW_MS, now);
  return ({ userId, companyId, bytes, isImport }: OfficeCall): HttpError | null => {
    const weights = isImport ? { imports: 1 } : { calls: 1, bytes };
    // keys of this table
    for (const [name, weight] of Object.entries(weights) as [keyof typeof OFFICE_QUOTAS, number][]) {
      for (const [whose, id] of [['account', userId] as const, ['company', companyId] as const]) {
        if (id === null) continue;
        const counted = count(`${name} ${whose} ${id}`, { weight });
        if (counted.count <= Math.ceil(OFFICE_QUOTAS[name][whose] * perMinute)) continue;
        return tooMuchWork(whose, Math.ceil(counted.restMs / 1000));
      }
    }
    return null;
  };
}

function tooMuchWork(whose: 'account' | 'company', seconds: number): HttpError {
  const from = whose === 'account' ? 'votre compte' : 'votre bureau';
  const sentence = `Trop de demandes viennent de ${from} en une minute. Réessayez dans ${seconds} secondes.`;
  return new HttpError(429, 'too_many_requests', sentence, { retryAfter: seconds });
}

export function registerLimits(app: FastifyInstance, limit: PublicLimit): void {
  app.decorate(
    'limitPublic',
    (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => {
      done(tooMany(limit, request, reply));
    },
  );
}

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
