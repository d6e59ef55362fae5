import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import type { HistoryDay } from '#domain/history/history.ts';
import type { BookCurrency } from '../../book/rate-book.ts';
import { isDatabaseAway } from '../../db/away.ts';
import { HttpError } from '../../http/http-error.ts';

// Newest `most` days of a currency since `from`, oldest first.
export type FindHistory = (code: string, span: { from: string; most: number }) => Promise<HistoryDay[]>;

// Known days of a currency, oldest first. `isRead` false: the last ones known, and the database is away. null: none.
export type ReadDays = (
  currency: BookCurrency,
) => Promise<{ days: readonly HistoryDay[] | null; isRead: boolean }>;

type KnownDays = { readonly of: BookCurrency; readonly packed: Buffer };

// Eleven years.
const MOST_DAYS = 4_000;
const FIRST_DAY = '2000-01-01';
// A currency a second, so that reading ahead is no burden.
const PACE_MS = 1_000;

// Days of each currency, packed (a few kB a year), and read again once its mid rate or a day's offers change: both make a
// new object of the currency. The first reading brings those of all others, which the database may be away for later.
export function cacheDays(
  find: FindHistory,
  listCurrencies: () => readonly BookCurrency[],
  paceMs = PACE_MS,
): ReadDays {
  const cache = new Map<string, KnownDays>();
  let isAhead = false;

  const read: ReadDays = async (currency) => {
    const { code } = currency;
    const known = cache.get(code);
    if (known?.of === currency) return { days: await unpack(known.packed), isRead: true };
    const days = await find(code, { from: FIRST_DAY, most: MOST_DAYS }).catch((error) => {
      if (!isDatabaseAway(error) && !(error instanceof HttpError)) throw error;
    });
    if (!days) return { days: known ? await unpack(known.packed) : null, isRead: false };
    cache.set(code, { of: currency, packed: await pack(days) });
    return { days, isRead: true };
  };

  async function readAhead(): Promise<void> {
    for (const currency of listCurrencies()) {
      if (cache.get(currency.code)?.of === currency) continue;
      await pause(paceMs, undefined, { ref: false });
      const { isRead } = await read(currency);
      if (!isRead) return;
    }
  }

  return async (currency) => {
    const found = await read(currency);
    if (found.isRead && !isAhead) {
      isAhead = true;
      readAhead()
        // an error of a query is that of the page which asks for the same
        .catch(() => undefined)
        .finally(() => {
          isAhead = false;
        });
    }
    return found;
  };
}

async function pack(days: readonly HistoryDay[]): Promise<Buffer> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 1 };
  return promisify(brotliCompress)(JSON.stringify(days), { params });
}

async function unpack(packed: Buffer): Promise<HistoryDay[]> {
  const text = (await promisify(brotliDecompress)(packed)).toString();
  // written by pack
  return JSON.parse(text) as HistoryDay[];
}
