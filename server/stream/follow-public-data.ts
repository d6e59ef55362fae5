import { type FollowedBook, followRateBook } from '../book/follow.ts';
import type { FindLogo } from '../features/companies/public-logos.ts';
import { type DatabaseParts, type FollowedPublicData, followDatabase } from '../public-data.ts';
import type { CompanySnapshots } from './company-snapshots.ts';
import { createSumSender } from './counts.ts';
import { createLogoFinder } from './logos.ts';
import { openNats } from './nats.ts';
import { startRelay } from './relay.ts';
import { StreamSource } from './stream-source.ts';

/** Longest wait for the stream before the database is followed instead. */
const STREAM_WITHIN_MS = 10_000;

export type CompareSources = {
  companySnapshots(): CompanySnapshots | null;
  findLogo: FindLogo;
  sums: Pick<ReturnType<typeof createSumSender>, 'addComparisons' | 'addShown'>;
};

type Parts = DatabaseParts & {
  natsUrl: string;
  /** milliseconds */
  streamWithin?: number;
};

export async function followPublicData(parts: Parts): Promise<FollowedPublicData> {
  const { db, url, natsUrl, now, log, reachedAt, streamWithin = STREAM_WITHIN_MS } = parts;
  const nats = openNats(natsUrl, { log });
  const relay = startRelay({ db, url, nats, log });
  const source = new StreamSource({ nats, reachedAt, log });
  const book = followRateBook({ source, now, log });
  const leave = async () => {
    await relay.close();
    await nats.close();
  };
  const counters = {
    isRelayHere: () => relay.isHere(),
    unreadableMessages: () => source.unreadableMessages(),
    lostSums: () => 0,
  };
  if (await isLoadedWithin(streamWithin, book)) {
    const close = async () => {
      await book.close();
      await leave();
    };
    const follows = () => (source.isRelayed() ? 'ok' : 'away');
    return { book, blog: source.blog, stream: { ...counters, status: follows }, close };
  }
  log.warn('the stream is away: this instance follows the database until it is started again');
  await book.close();
  const followed = followDatabase(parts);
  const close = async () => {
    await followed.close();
    await leave();
  };
  return { ...followed, stream: { ...counters, status: () => 'bypassed' }, close };
}

/** Follows the stream alone, without a database, and sends sums of comparisons to the relay. */
export function followStream({
  natsUrl,
  now,
  log,
  reachedAt,
  answerWithin,
}: Omit<Parts, 'db' | 'url' | 'streamWithin'> & { answerWithin?: number }): FollowedPublicData & {
  sources: CompareSources;
} {
  const nats = openNats(natsUrl, { log, ...(answerWithin && { answerWithin }) });
  const source = new StreamSource({ nats, reachedAt, log, isAlone: true });
  const book = followRateBook({ source, now, log });
  const { lost, ...sums } = createSumSender({ nats, isThere: () => source.isRelayed(), log });
  return {
    book,
    blog: source.blog,
    stream: {
      status: () => (source.isRelayed() ? 'ok' : 'away'),
      isRelayHere: () => false,
      unreadableMessages: () => source.unreadableMessages(),
      lostSums: lost,
    },
    sources: { companySnapshots: () => source.companySnapshots(), findLogo: createLogoFinder(nats), sums },
    async close() {
      await book.close();
      await nats.close();
    },
  };
}

async function isLoadedWithin(ms: number, { loaded }: FollowedBook): Promise<boolean> {
  const late = Promise.withResolvers<false>();
  const timer = setTimeout(late.resolve, ms, false);
  return Promise.race([loaded.then(() => true), late.promise]).finally(() => clearTimeout(timer));
}
