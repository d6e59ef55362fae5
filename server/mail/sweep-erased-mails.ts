import type { FastifyBaseLogger } from 'fastify';
import { listen } from '../db/listen.ts';
import type { Db } from '../db/open.ts';
import { OUTBOXES } from './mails.queries.ts';
import { sweepOutbox } from './sweep-outbox.ts';

type Parts = { db: Db; url: string; folder: string; log: FastifyBaseLogger };

export function followOutbox({ db, url, folder, log }: Parts): { close(): Promise<void> } {
  let sweeping = Promise.resolve();

  async function sweep(): Promise<void> {
    try {
      const files = await sweepOutbox(db, folder);
      if (files > 0) log.info({ files }, 'erased from the outbox on time');
    } catch (err) {
      // the next hour finds them again
      log.warn({ err }, 'the outbox could not be swept');
    }
  }

  const onPayload = () => {
    sweeping = sweeping.then(sweep);
  };
  const listening = listen(url, OUTBOXES, { onPayload, onListening: onPayload, onLost: () => undefined });
  return {
    async close() {
      await listening.close();
      await sweeping;
    },
  };
}
