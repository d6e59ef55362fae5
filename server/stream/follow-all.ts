import { type FollowedBook, followRateBook } from '../book/follow.ts';
import type { FindLogo } from '../features/companies/public-logos.ts';
import { sendCounts } from './counts.ts';
import { type DatabaseParts, type FollowedAll, followDatabase } from './follow-database.ts';
import { logosIn } from './logos.ts';
import { openNats } from './nats.ts';
import { startRelay } from './relay.ts';
import { StreamSource } from './stream-source.ts';
import type { ToldBureaux } from './told-bureaux.ts';

/** Longest wait for the stream before the database is followed instead. */
const STREAM_WITHIN_MS = 10_000;

export type ToldElsewhere = {
  bureaux(): ToldBureaux | null;
  findLogo: FindLogo;
  counts: Pick<ReturnType<typeof sendCounts>, 'addComparisons' | 'addShown'>;
};

type Parts = DatabaseParts & {
  natsUrl: string;
  /** milliseconds */
  streamWithin?: number;
};

export async function followAll(parts: Parts): Promise<FollowedAll> {
  const { db, url, natsUrl, now, log, reachedAt, streamWithin = STREAM_WITHIN_MS } = parts;
  const nats = openNats(natsUrl, { log });
  const relay = startRelay({ db, url, nats, log });
  const source = new StreamSource({ nats, reachedAt, log });
  const book = followRateBook({ source, now, log });
  const leave = async () => {
    await relay.close();
    await nats.close();
  };
  const told = {
    relaysHere: () => relay.isHere(),
    unreadable: () => source.unreadable(),
    lostCounts: () => 0,
  };
  if (await isLoadedWithin(streamWithin, book)) {
    const close = async () => {
      await book.close();
      await leave();
    };
    const follows = () => (source.isThere() ? 'ok' : 'away');
    return { book, blog: source.blog, stream: { ...told, follows }, close };
  }
  log.warn('the stream is away: this instance follows the database until it is started again');
  await book.close();
  const followed = followDatabase(parts);
  const close = async () => {
    await followed.close();
    await leave();
  };
  return { ...followed, stream: { ...told, follows: () => 'bypassed' }, close };
}

/** Follows the stream alone, without a database, and sends sums of comparisons to the relay. */
export function followStream({
  natsUrl,
  now,
  log,
  reachedAt,
}: Omit<Parts, 'db' | 'url'>): FollowedAll & { told: ToldElsewhere } {
  const nats = openNats(natsUrl, { log });
  const source = new StreamSource({ nats, reachedAt, log, isAlone: true });
  const book = followRateBook({ source, now, log });
  const { lost, ...counts } = sendCounts({ nats, isThere: () => source.isThere(), log });
  return {
    book,
    blog: source.blog,
    stream: {
      follows: () => (source.isThere() ? 'ok' : 'away'),
      relaysHere: () => false,
      unreadable: () => source.unreadable(),
      lostCounts: lost,
    },
    told: { bureaux: () => source.bureaux(), findLogo: logosIn(nats), counts },
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
