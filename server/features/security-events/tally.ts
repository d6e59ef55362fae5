import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Db } from '../../db/open.ts';
import { HttpError } from '../../http/http-error.ts';
import { writeLater } from '../../process/write-later.ts';
import { originOf } from './origin.ts';
import { type SecurityEvent, writeSecurityEvent } from './write-security-event.ts';

/** Milliseconds in memory alone. A killed instance loses that many counts. */
const FLUSH_EVERY_MS = 2_000;
/** Different failures in memory. Further ones are counted as one. */
const MAX_DIFFERENT = 100;
const MAX_OF_NETWORK = 15;

/** Counts of failures and refusals in memory, written as sums without a query each. */
export type SecurityTally = {
  add(event: SecurityEvent): void;
  flush(): Promise<void>;
};

declare module 'fastify' {
  interface FastifyInstance {
    securityTally: SecurityTally;
  }
}

/** Answers of 403 that only require a step, part of ordinary use. */
const STEP_CODES = new Set(['verify_again', 'second_factor_required']);

/** Counts failures, and by itself the answers of 403 for missing rights or tokens. */
export function registerSecurityTally(
  app: FastifyInstance,
  { db, secret, now, log }: { db: Db; secret: string; now: () => Date; log: FastifyBaseLogger },
): void {
  let held = new Map<string, SecurityEvent & { count: number }>();
  const { soon, flush } = writeLater(write, { within: FLUSH_EVERY_MS, log });

  function add(event: SecurityEvent): void {
    const { count = 1 } = event;
    const key = keyOf(event);
    const known = held.get(key);
    if (known) {
      known.count += count;
    } else if (held.size >= MAX_DIFFERENT && !isRest(event)) {
      const { kind, outcome, at } = event;
      add({ kind, ...(outcome && { outcome }), at, from: NOBODY, details: { rest: true }, count });
    } else if (!isRest(event) && isFullOf(event.from.network)) {
      const { kind, outcome, at, from } = event;
      const { network } = from;
      add({
        kind,
        ...(outcome && { outcome }),
        at,
        from: { ...NOBODY, network },
        details: { rest: true },
        count,
      });
    } else {
      held.set(key, { ...event, count });
    }
    soon();
  }

  function isFullOf(network: Buffer | null): boolean {
    if (!network) return false;
    const own = [...held.values()].filter(({ from }) => from.network?.equals(network));
    return own.length >= MAX_OF_NETWORK;
  }

  async function write(): Promise<void> {
    const events = [...held.values()];
    held = new Map();
    for (const [at, event] of events.entries()) {
      try {
        await writeSecurityEvent(db, event);
      } catch (error) {
        for (const unwritten of events.slice(at)) add(unwritten);
        log.warn({ err: error }, 'failures and refusals could not be journaled yet');
        return;
      }
    }
  }

  app.decorate('securityTally', { add, flush });
  app.addHook('onClose', flush);
  app.addHook('onError', (request, _reply, error, done) => {
    if (error instanceof HttpError && error.status === 403 && !STEP_CODES.has(error.code)) {
      const kind = error.code === 'xsrf' ? 'xsrf' : 'forbidden';
      const route = request.routeOptions.url ?? 'none';
      const details = kind === 'xsrf' ? { route } : { route, code: error.code };
      add({ kind, outcome: 'refused', at: now(), from: originOf(secret, request), details });
    }
    done();
  });
}

const NOBODY = { userId: null, sessionId: null, network: null, device: null };

function isRest({ details }: SecurityEvent): boolean {
  return details?.rest === true;
}

function keyOf({ kind, outcome, from, subjectUserId, account, details }: SecurityEvent): string {
  const { userId, sessionId, network, device } = from;
  const hex = (hmac: Buffer | null | undefined) => hmac?.toString('hex');
  return JSON.stringify([
    kind,
    outcome,
    userId,
    sessionId,
    hex(network),
    device,
    subjectUserId,
    hex(account),
    details,
  ]);
}
