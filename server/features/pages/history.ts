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

const RETRY_MS = 30_000;
const MAX_BYTES = 16 * 1024 * 1024;
// Objects take about so many bytes for a character of their JSON.
const BYTES_A_CHARACTER = 3;

// Reads a history again once the day, the mid rate or the daily offers change, of which the latter two make a new object
// of the currency. With the database away the last one stays.
export function cacheHistories(find: FindHistory): ReadHistory {
  const cache = createByteCache<KnownHistory>(MAX_BYTES, ({ bytes }) => bytes);
  return async ({ today, at }, currency, { side, period }) => {
    const { code } = currency;
    const key = `${code} ${side} ${period}`;
    const known = cache.get(key);
    if (known?.of === currency && known.today === today)
      return { history: known.history, until: Number.POSITIVE_INFINITY };
    const days = await find(code, { from: firstDayToRead(today), most: READ_DAYS }).catch((error) => {
      if (!isDatabaseAway(error) && !(error instanceof HttpError)) throw error;
    });
    if (!days) return { history: known?.history ?? null, until: at + RETRY_MS };
    const history = viewHistory(days, { side, period, today, wrongRates: wrongRatesOf(code) });
    const bytes = BYTES_A_CHARACTER * JSON.stringify(history).length;
    cache.set(key, { of: currency, today, history, bytes });
    return { history, until: Number.POSITIVE_INFINITY };
  };
}
