import { expect, test, vi } from 'vitest';
import type { HistoryDay } from '#domain/history/history.ts';
import type { Period } from '#domain/history/period.ts';
import type { BookCurrency } from '../../book/rate-book.ts';
import { DatabaseAwayError } from '../../db/away.ts';
import { cacheHistories } from './history.ts';
import { cacheDays } from './history-days.ts';
import type { PageContext } from './page-context.ts';

const TODAY = '2026-11-20';
const currencyOf = (code: string) => ({ code }) as BookCurrency;
const aDay = (units: number): HistoryDay => ({
  day: TODAY,
  publishedOn: TODAY,
  mid: { units, scale: 4 },
  sale: null,
  purchase: null,
  isDemonstration: false,
});

test('the views of a currency are of one reading, until its object changes', async () => {
  const asked: string[] = [];
  const days = cacheDays(
    async (code) => {
      asked.push(code);
      return [];
    },
    () => [],
  );
  const read = cacheHistories(days);
  const readAll = async (today: string, currency: BookCurrency) => {
    for (const side of ['buy', 'sell'] as const)
      for (const period of ['30-jours', '6-mois', '1-an'] satisfies Period[])
        await read({ today, at: 0 } as PageContext, currency, { side, period });
  };
  const dollar = currencyOf('USD');
  await readAll(TODAY, dollar);
  await readAll(TODAY, dollar);
  await readAll('2026-11-21', dollar);
  expect(asked).toEqual(['USD']);
  await readAll('2026-11-21', { ...dollar });
  expect(asked).toEqual(['USD', 'USD']);
});

test('with one currency the others are read, and stay while the database is away', async () => {
  const currencies = ['USD', 'CHF', 'JPY'].map(currencyOf);
  const asked: string[] = [];
  let isAway = false;
  const read = cacheDays(
    async (code) => {
      asked.push(code);
      if (isAway) throw new DatabaseAwayError();
      return [aDay(asked.length)];
    },
    () => currencies,
    0,
  );
  const [dollar, franc] = currencies as [BookCurrency, BookCurrency, BookCurrency];
  expect((await read(dollar)).days).toEqual([aDay(1)]);
  await vi.waitFor(() => expect(asked).toEqual(['USD', 'CHF', 'JPY']));
  isAway = true;
  await vi.waitFor(async () => expect(await read(franc)).toEqual({ days: [aDay(2)], isRead: true }));
  // a newer mid rate, whose days nobody can read
  expect(await read({ ...franc })).toEqual({ days: [aDay(2)], isRead: false });
  expect(await read(currencyOf('GBP'))).toEqual({ days: null, isRead: false });

  const history = await cacheHistories(read)({ today: TODAY, at: 0 } as PageContext, currencyOf('CHF'), {
    side: 'buy',
    period: '30-jours',
  });
  expect([history.history?.knownDays, history.until]).toEqual([1, 30_000]);
});
