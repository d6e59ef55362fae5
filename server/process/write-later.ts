import type { FastifyBaseLogger } from 'fastify';

export type WriteLater = {
  soon(): void;
  flush(): Promise<void>;
};

/**
 * Batches counters held in memory into one write every `within` milliseconds. A crash loses at most that
 * interval, and a write that throws is logged.
 */
export function writeLater(
  write: () => Promise<void>,
  { within, log }: { within: number; log: FastifyBaseLogger },
): WriteLater {
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  function flush(): Promise<void> {
    writing = writing
      .then(() => {
        clearTimeout(timer);
        timer = undefined;
        return write();
      })
      .catch((error) => log.error({ err: error }, 'counters could not be written'));
    return writing;
  }

  return {
    soon() {
      timer ??= setTimeout(() => void flush(), within).unref();
    },
    flush,
  };
}
