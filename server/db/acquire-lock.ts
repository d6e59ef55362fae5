import pg from 'pg';
import { type Lock, tryLockSession } from './locks.ts';

const TRY_EVERY_MS = 1_000;
const ANSWER_WITHIN_MS = 2_000;
const PAUSE_AFTER_RELEASE_MS = 3_000;

export type LockHandle = { close(): Promise<void> };

/**
 * Acquires a lock on its own connection whenever it is free, for ever. The signal of `onHeld` aborts once the lock may
 * be lost; when its promise resolves before, the lock is released and requested again later.
 */
export function acquireLock(
  url: string,
  { lock, of }: { lock: Lock; of: string },
  onHeld: (signal: AbortSignal) => Promise<void>,
): LockHandle {
  let client: pg.Client | null = null;
  let held: AbortController | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let pausedUntil = 0;

  function lose(): void {
    held?.abort();
    held = null;
    client?.connection.stream.destroy();
    client = null;
  }

  function release(): void {
    lose();
    pausedUntil = performance.now() + PAUSE_AFTER_RELEASE_MS;
  }

  async function poll(): Promise<void> {
    try {
      if (performance.now() >= pausedUntil) await tryAcquire();
    } catch {
      lose();
    }
    if (!isClosed) timer = setTimeout(() => void poll(), TRY_EVERY_MS);
  }

  async function tryAcquire(): Promise<void> {
    client ??= await connect();
    if (isClosed) lose();
    else if (held) await client.query('SELECT 1');
    else if ((await tryLockSession(client, lock, of)) && !isClosed) {
      const own = new AbortController();
      held = own;
      void onHeld(own.signal).then(() => {
        if (held === own) release();
      });
    }
  }

  async function connect(): Promise<pg.Client> {
    const opened = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: ANSWER_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
      keepAlive: true,
      application_name: `parite ${lock}`,
    });
    // the next query fails, which is enough
    opened.on('error', () => undefined);
    await opened.connect();
    return opened;
  }

  void poll();
  return {
    async close() {
      isClosed = true;
      clearTimeout(timer);
      held?.abort();
      const ended = client?.end().catch(() => undefined);
      client?.connection.stream.destroy();
      await ended;
    },
  };
}
