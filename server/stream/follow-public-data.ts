import { followRateBook } from '../book/follow.ts';
import type { FindLogo } from '../features/companies/public-logos.ts';
import type { ComparisonSinks } from '../public-app.ts';
import {
  type DatabaseParts,
  type FollowedPublicData,
  followDatabase,
  type StreamState,
} from '../public-data.ts';
import type { CompanySnapshots } from './company-snapshots.ts';
import { createSumSender } from './counts.ts';
import { createLogoFinder } from './logos.ts';
import { type Nats, openNats } from './nats.ts';
import { startRelay } from './relay.ts';
import { StreamSource } from './stream-source.ts';

/** Longest wait for the stream before the database is followed instead. */
const STREAM_WITHIN_MS = 10_000;

export type CompareSources = {
  companySnapshots(): CompanySnapshots | null;
  findLogo: FindLogo;
  sums: ComparisonSinks;
};

type StreamParts = Omit<DatabaseParts, 'db' | 'url'> & {
  natsUrl: string;
  /** milliseconds */
  answerWithin?: number;
};
type Parts = DatabaseParts & StreamParts & { /** milliseconds */ streamWithin?: number };

export async function followPublicData(parts: Parts): Promise<FollowedPublicData> {
  const { db, url, log, streamWithin = STREAM_WITHIN_MS } = parts;
  const nats = openNats(parts.natsUrl, { log });
  const relay = startRelay({ db, url, nats, log });
  const followed = followBy(nats, parts, { isRelayHere: relay.isHere });
  const late = Promise.withResolvers<false>();
  const timer = setTimeout(late.resolve, streamWithin, false);
  const isLoaded = await Promise.race([followed.book.loaded.then(() => true), late.promise]);
  clearTimeout(timer);
  const { stream } = followed;
  let { book, blog, close } = followed;
  if (!isLoaded) {
    log.warn('the stream is away: this instance follows the database until it is started again');
    await close();
    ({ book, blog, close } = followDatabase(parts));
    stream.status = () => 'bypassed';
  }
  const closeAll = async () => {
    await close();
    await relay.close();
    await nats.close();
  };
  return { book, blog, stream, close: closeAll };
}

/** Follows the stream alone, without a database, and sends sums of comparisons to the relay. */
export function followStream(parts: StreamParts): FollowedPublicData & { sources: CompareSources } {
  const nats = openNats(parts.natsUrl, parts);
  const { source, ...followed } = followBy(nats, parts, { isAlone: true });
  const { lost, ...sums } = createSumSender({ nats, isThere: () => source.isRelayed(), log: parts.log });
  return {
    ...followed,
    stream: { ...followed.stream, lostSums: lost },
    sources: { companySnapshots: () => source.companySnapshots(), findLogo: createLogoFinder(nats), sums },
    async close() {
      await followed.close();
      await nats.close();
    },
  };
}

function followBy(
  nats: Nats,
  { now, log, reachedAt }: StreamParts,
  { isAlone = false, isRelayHere = () => false }: { isAlone?: boolean; isRelayHere?: () => boolean },
) {
  const source = new StreamSource({ nats, reachedAt, log, isAlone });
  const book = followRateBook({ source, now, log });
  const stream: StreamState = {
    status: () => (source.isRelayed() ? 'ok' : 'away'),
    isRelayHere,
    unreadableMessages: () => source.unreadableMessages(),
    lostSums: () => 0,
  };
  return { source, book, blog: source.blog, stream, close: book.close };
}
