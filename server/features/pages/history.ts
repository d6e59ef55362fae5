import { firstDayToRead, type HistoryView, viewHistory } from '#domain/history/history-view.ts';
import type { Period } from '#domain/history/period.ts';
import type { BookCurrency } from '../../book/rate-book.ts';
import { createByteCache } from '../../http/byte-cache.ts';
import { wrongRatesOf } from '../history/load-wrong-rates.ts';
import type { ReadDays } from './history-days.ts';
import type { PageContext } from './page-context.ts';

// `until`: when a failed reading is tried again, in milliseconds since 1970.
export type ReadHistory = (
  context: PageContext,
  currency: BookCurrency,
  asked: { side: 'buy' | 'sell'; period: Period },
) => Promise<{ history: HistoryView | null; until: number }>;

type KnownHistory = {
  readonly of: BookCurrency;
  readonly today: string;
  readonly history: HistoryView | null;
  readonly bytes: number;
};

const RETRY_MS = 30_000;
const MAX_BYTES = 16 * 1024 * 1024;
// Objects take about so many bytes for a character of their JSON.
const BYTES_A_CHARACTER = 3;

// Cache of histories, each made again once the day or its currency's days change. With the database away the last one stays.
export function cacheHistories(readDays: ReadDays): ReadHistory {
  const cache = createByteCache<KnownHistory>(MAX_BYTES, ({ bytes }) => bytes);
  return async ({ today, at }, currency, { side, period }) => {
    const { code } = currency;
    const key = `${code} ${side} ${period}`;
    const known = cache.get(key);
    if (known?.of === currency && known.today === today)
      return { history: known.history, until: Number.POSITIVE_INFINITY };
    const { days, isRead } = await readDays(currency);
    if (!days) return { history: known?.history ?? null, until: at + RETRY_MS };
    const from = firstDayToRead(today);
    const shown = days.filter(({ day }) => day >= from);
    const history = viewHistory(shown, { side, period, today, wrongRates: wrongRatesOf(code) });
    if (!isRead) return { history, until: at + RETRY_MS };
    cache.set(key, { of: currency, today, history, bytes: bytesOf(history) });
    return { history, until: Number.POSITIVE_INFINITY };
  };
}

function bytesOf(value: unknown): number {
  return BYTES_A_CHARACTER * JSON.stringify(value).length;
}
