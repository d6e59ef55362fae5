import { setTimeout as delay } from 'node:timers/promises';
import { type FollowedBook, followRateBook } from '../book/follow.ts';
import type { BlogCache } from '../features/articles/blog-cache.ts';
import { openMeasuredTime } from '../process/measured-time.ts';
import {
  type DatabaseParts,
  type FollowedPublicData,
  followDatabase,
  type StreamState,
} from '../public-data.ts';
import { createSumSender } from './counts.ts';
import { openNats } from './nats.ts';
import { startRelay } from './relay.ts';
import { StreamSource } from './stream-source.ts';

/** Longest wait for the stream before the database is followed instead. */
const STREAM_WITHIN_MS = 10_000;

export type CompareSources = ReturnType<typeof followStream>['sources'];
type StreamParts = Omit<DatabaseParts, 'db' | 'url' | 'clock'> & { natsUrl: string };
type Parts = DatabaseParts & StreamParts & { /** milliseconds */ streamWithin?: number };

export async function followPublicData(parts: Parts): Promise<FollowedPublicData> {
  const { log, streamWithin = STREAM_WITHIN_MS } = parts;
  const nats = openNats(parts.natsUrl, log);
  const relay = startRelay({ ...parts, nats });
  const source = new StreamSource({ ...parts, nats });
  const byStream = followRateBook({ ...parts, source });
  const late = delay(streamWithin, false, { ref: false });
  const isLoaded = await Promise.race([byStream.loaded.then(() => true), late]);
  if (!isLoaded) {
    log.warn('the stream is away: this instance follows the database until it is started again');
    await byStream.close();
  }
  const followed = isLoaded
    ? { book: byStream, blog: blogOf(source, byStream), close: byStream.close }
    : followDatabase(parts);
  const state = { ...stateOf(source), isRelayHere: relay.isHere };
  return {
    ...followed,
    stream: isLoaded ? state : { ...state, status: () => 'bypassed' },
    async close() {
      await followed.close();
      await relay.close();
      await nats.close();
    },
  };
}

/** Follows the stream and its time alone, without a database, and sends sums of comparisons to the relay. */
export function followStream(parts: Omit<StreamParts, 'now'>) {
  const { log } = parts;
  const { measure, ...time } = openMeasuredTime(log);
  const nats = openNats(parts.natsUrl, log);
  const source = new StreamSource({ ...parts, nats, isAlone: true, onTime: measure });
  const book = followRateBook({ ...parts, source, now: time.now });
  const { lost, ...sums } = createSumSender(nats, () => source.isRelayed, log);
  return {
    book,
    time,
    blog: blogOf(source, book),
    stream: { ...stateOf(source), lostSums: lost },
    sources: { companySnapshots: () => source.companySnapshots, sums },
    async close() {
      await book.close();
      await nats.close();
    },
  };
}

function blogOf(source: StreamSource, { loaded, close }: FollowedBook): BlogCache {
  return { current: () => source.blog, loaded, close };
}

function stateOf(source: StreamSource): StreamState {
  return {
    status: () => (source.isRelayed ? 'ok' : 'away'),
    isRelayHere: () => false,
    unreadableMessages: () => source.unreadableMessages,
    lostSums: () => 0,
  };
}
