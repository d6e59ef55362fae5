import { expect, test } from 'vitest';
import { dayAfter } from '../branches/open-state.ts';
import { decimalOf } from '../money/decimal.ts';
import type { HistoryDay } from './history.ts';
import { firstDayToRead, viewHistory } from './history-view.ts';

const TODAY = '2026-11-27';
const offers = (best: number) => ({ best: decimalOf(best), median: decimalOf(best), count: 3 });

function dayOf(ago: number, change: Partial<HistoryDay> = {}): HistoryDay {
  const day = dayAfter(TODAY, -ago);
  return {
    day,
    publishedOn: day,
    mid: decimalOf(1.1),
    sale: offers(1.08),
    purchase: offers(1.12),
    isDemonstration: false,
    ...change,
  };
}
const asked = { side: 'buy', period: '30-jours', today: TODAY, wrongRates: [] } as const;
const daysOf = (values: readonly { day: string }[] | undefined) => values?.map(({ day }) => day);

test('a view has the days of its period, with the last value before it', () => {
  const view = viewHistory([dayOf(40), dayOf(31), dayOf(29), dayOf(1), dayOf(0)], asked);
  expect(view).toMatchObject({ from: '2026-10-29', to: TODAY, knownDays: 3, shift: null, excluded: [] });
  expect(daysOf(view?.mids)).toEqual(['2026-10-27', '2026-10-29', '2026-11-26', TODAY]);
  expect(daysOf(view?.bests)).toEqual(daysOf(view?.mids));
  expect(daysOf(view?.rows)).toEqual([TODAY, '2026-11-26', '2026-10-29']);
  expect(view?.rows[0]).toEqual({ day: TODAY, mid: decimalOf(1.1), best: decimalOf(1.08) });
});

test('nothing is drawn where the period has no value', () => {
  expect(viewHistory([], asked)).toBeNull();
  expect(viewHistory([dayOf(31)], asked)).toBeNull();
  expect(viewHistory([dayOf(1, { mid: null, sale: null })], asked)).toBeNull();
  const alone = viewHistory([dayOf(31), dayOf(1, { mid: null })], asked);
  expect(daysOf(alone?.mids)).toEqual(['2026-10-27']);
  expect(alone).toMatchObject({ mid: null, knownDays: 0, best: { average: decimalOf(1.08) } });
});

test('who buys the currency gets the sale, who sells it the purchase', () => {
  const days = [dayOf(1), dayOf(0, { sale: null })];
  expect(viewHistory(days, asked)?.best?.high).toEqual({ day: '2026-11-26', value: decimalOf(1.08) });
  expect(viewHistory(days, { ...asked, side: 'sell' })?.bests.at(-1)).toEqual({
    day: TODAY,
    value: decimalOf(1.12),
  });
  expect(viewHistory(days, asked)?.rows[0]).toEqual({ day: TODAY, mid: decimalOf(1.1), best: null });
});

test('days with one of both values stand between the others', () => {
  const days = [dayOf(2), dayOf(1, { mid: null }), dayOf(0, { sale: null })];
  expect(viewHistory(days, asked)?.rows).toEqual([
    { day: TODAY, mid: decimalOf(1.1), best: null },
    { day: '2026-11-26', mid: null, best: decimalOf(1.08) },
    { day: '2026-11-25', mid: decimalOf(1.1), best: decimalOf(1.08) },
  ]);
  expect(daysOf(viewHistory(days, asked)?.mids)).toEqual(['2026-11-25', TODAY]);
  expect(viewHistory([dayOf(1, { mid: null }), dayOf(0, { mid: null })], asked)).toMatchObject({ mids: [] });
});

test('longer periods are told by weeks', () => {
  // 27 November 2026 is a Friday
  const view = viewHistory([dayOf(4), dayOf(3, { mid: decimalOf(1.2) }), dayOf(0)], {
    ...asked,
    period: '6-mois',
  });
  expect(view?.rows).toEqual([{ day: '2026-11-23', mid: decimalOf(1.1), best: decimalOf(1.08) }]);
});

test('wrong values of one line of the table are one range, outliers stand alone', () => {
  const wrong = {
    code: 'USD',
    from: '2026-11-20',
    to: '2026-11-21',
    reason: 'misprint',
    source: 'https://a.b/',
  };
  const days = Array.from({ length: 12 }, (_, i) => dayOf(11 - i, i === 9 ? { mid: decimalOf(2) } : {}));
  const view = viewHistory(days, { ...asked, wrongRates: [wrong] });
  const known = { reason: 'misprint', source: 'https://a.b/' };
  expect(view?.excluded).toEqual([
    { from: '2026-11-20', to: '2026-11-21', count: 2, value: null, wrong: known },
    { from: '2026-11-25', to: '2026-11-25', count: 1, value: decimalOf(2), wrong: null },
  ]);
  const [first] = viewHistory(days, { ...asked, wrongRates: [{ ...wrong, to: wrong.from }] })?.excluded ?? [];
  expect(first).toEqual({
    from: '2026-11-20',
    to: '2026-11-20',
    count: 1,
    value: decimalOf(1.1),
    wrong: known,
  });
  const next = { ...wrong, from: '2026-11-21', reason: 'other' };
  const both = viewHistory(days, { ...asked, wrongRates: [{ ...wrong, to: wrong.from }, next] })?.excluded;
  expect(both?.map(({ count }) => count)).toEqual([1, 1, 1]);
});

test('wrong values before the period are not told', () => {
  const wrong = {
    code: 'USD',
    from: '2026-01-01',
    to: '2026-10-28',
    reason: 'misprint',
    source: 'https://a.b/',
  };
  expect(viewHistory([dayOf(31), dayOf(30), dayOf(0)], { ...asked, wrongRates: [wrong] })?.excluded).toEqual(
    [],
  );
});

test('wrong values of the first and the last day of the period are told', () => {
  const wrong = { code: 'USD', from: '2026-10-29', to: TODAY, reason: 'misprint', source: 'https://a.b/' };
  const view = viewHistory([dayOf(29), dayOf(0)], { ...asked, wrongRates: [wrong] });
  expect(view?.excluded).toMatchObject([{ from: '2026-10-29', to: TODAY, count: 2 }]);
});

test('a demonstration tells how far its days are shifted', () => {
  const view = viewHistory([dayOf(1, { publishedOn: '2026-11-20' }), dayOf(0)], asked);
  expect(view?.shift).toBe(6);
});

test('days are read from far enough before the longest period', () => {
  expect(firstDayToRead(TODAY)).toBe('2025-05-16');
});
