import { expect, test } from 'vitest';
import type { Period } from '#domain/history/period.ts';
import type { BookCurrency } from '../../book/rate-book.ts';
import { cacheHistories } from './history.ts';
import type { PageContext } from './page-context.ts';

test('the views of a currency are of one reading, until the day or its object changes', async () => {
  const asked: string[] = [];
  const read = cacheHistories(async (code) => {
    asked.push(code);
    return [];
  });
  const readAll = async (today: string, currency: BookCurrency) => {
    for (const side of ['buy', 'sell'] as const)
      for (const period of ['30-jours', '6-mois', '1-an'] satisfies Period[])
        await read({ today, at: 0 } as PageContext, currency, { side, period });
  };
  const dollar = { code: 'USD' } as BookCurrency;
  await readAll('2026-11-20', dollar);
  await readAll('2026-11-20', dollar);
  expect(asked).toEqual(['USD']);
  await readAll('2026-11-21', dollar);
  await readAll('2026-11-21', { ...dollar });
  expect(asked).toEqual(['USD', 'USD', 'USD']);
});
