import type { HistoryDay } from '#domain/history/history.ts';
import { firstDayToRead, type HistoryView, READ_DAYS, viewHistory } from '#domain/history/history-view.ts';
import type { Period } from '#domain/history/period.ts';
import type { BookCurrency } from '../../book/rate-book.ts';
import { isDatabaseAway } from '../../db/away.ts';
import { createByteCache } from '../../http/byte-cache.ts';
import { HttpError } from '../../http/http-error.ts';
import { wrongRatesOf } from '../history/load-wrong-rates.ts';
import type { PageContext } from './page-context.ts';

// Newest `most` days of a currency since `from`, oldest first.
export type FindHistory = (code: string, span: { from: string; most: number }) => Promise<HistoryDay[]>;

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

type KnownDays = Pick<KnownHistory, 'of' | 'today' | 'bytes'> & { readonly days: readonly HistoryDay[] };

const RETRY_MS = 30_000;
const MAX_BYTES = { views: 16 * 1024 * 1024, days: 8 * 1024 * 1024 };
// Objects take about so many bytes for a character of their JSON.
const BYTES_A_CHARACTER = 3;

// Cache of histories, each read again once the day, the mid rate or the daily offers change: both of the latter make a
// new object of its currency. Six views are of one reading. With the database away the last one stays.
export function cacheHistories(find: FindHistory): ReadHistory {
  const cache = createByteCache<KnownHistory>(MAX_BYTES.views, ({ bytes }) => bytes);
  const read = createByteCache<KnownDays>(MAX_BYTES.days, ({ bytes }) => bytes);

  async function daysOf(currency: BookCurrency, today: string): Promise<readonly HistoryDay[] | null> {
    const { code } = currency;
    const known = read.get(code);
    if (known?.of === currency && known.today === today) return known.days;
    const days = await find(code, { from: firstDayToRead(today), most: READ_DAYS }).catch((error) => {
      if (!isDatabaseAway(error) && !(error instanceof HttpError)) throw error;
    });
    if (!days) return null;
    read.set(code, { of: currency, today, days, bytes: bytesOf(days) });
    return days;
  }

  return async ({ today, at }, currency, { side, period }) => {
    const { code } = currency;
    const key = `${code} ${side} ${period}`;
    const known = cache.get(key);
    if (known?.of === currency && known.today === today)
      return { history: known.history, until: Number.POSITIVE_INFINITY };
    const days = await daysOf(currency, today);
    if (!days) return { history: known?.history ?? null, until: at + RETRY_MS };
    const history = viewHistory(days, { side, period, today, wrongRates: wrongRatesOf(code) });
    cache.set(key, { of: currency, today, history, bytes: bytesOf(history) });
    return { history, until: Number.POSITIVE_INFINITY };
  };
}

function bytesOf(value: unknown): number {
  return BYTES_A_CHARACTER * JSON.stringify(value).length;
}
