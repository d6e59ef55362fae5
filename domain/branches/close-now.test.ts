import { describe, expect, test } from 'vitest';
import { aClosure } from '../testing/branches.ts';
import { closeFrom, closureAt, formatEnd, reopenAt } from './close-now.ts';

const PARIS = 'Europe/Paris';
// ten seconds past noon in Paris
const NOON = Date.parse('2026-11-27T11:00:10Z');
const at = (time: string) => Date.parse(`2026-11-27T${time}:00+01:00`);
const REST = { until: '', reason: '' };
const TODAY = { from_day: '2026-11-27', to_day: '2026-11-27' };
const plain = (words: string) => words.replaceAll('\u00a0', ' ');

test('a branch closes from this minute until an hour or for the rest of the day', () => {
  expect(closeFrom([], { until: '14:00', reason: 'Livraison' }, NOON, PARIS)).toEqual([
    { ...TODAY, from_time: '12:00', to_time: '14:00', reason: 'Livraison' },
  ]);
  expect(closeFrom([], REST, NOON, PARIS)).toEqual([{ ...TODAY, from_time: '12:00', reason: '' }]);
  // the day and hour are the branch’s
  expect(closeFrom([], REST, NOON, 'Pacific/Noumea')).toMatchObject([{ from_time: '22:00' }]);
  expect(closeFrom([], REST, NOON, 'Pacific/Auckland')).toMatchObject([{ from_day: '2026-11-28' }]);
});

test('closing again replaces the hours of today that close it now, and nothing else', () => {
  const once = closeFrom([], { until: '14:00', reason: 'Livraison' }, NOON, PARIS);
  const again = closeFrom(once, { until: '16:00', reason: '' }, at('12:30'), PARIS);
  expect(again).toEqual([{ ...TODAY, from_time: '12:00', to_time: '16:00', reason: '' }]);
  expect(closeFrom(again, REST, at('12:40'), PARIS)).toEqual([{ ...TODAY, from_time: '12:00', reason: '' }]);
  const others = [
    aClosure(TODAY),
    aClosure({ ...TODAY, from_time: '09:00', to_time: '10:00' }),
    aClosure({ ...TODAY, from_time: '09:00', to_day: '2026-11-28' }),
    aClosure({ ...TODAY, from_time: '15:00', to_time: '16:00' }),
  ];
  expect(closeFrom(others, REST, NOON, PARIS).slice(0, -1)).toEqual(others);
});

test('closures that ended before yesterday are left out', () => {
  const [past, yesterday, coming] = ['2026-11-25', '2026-11-26', '2026-12-24'].map((from_day) =>
    aClosure({ from_day }),
  );
  const closures = [past, yesterday, coming].flatMap((one) => one ?? []);
  expect(closeFrom(closures, REST, NOON, PARIS).slice(0, -1)).toEqual([yesterday, coming]);
});

describe('reopening', () => {
  const closed = closeFrom([], { until: '14:00', reason: '' }, NOON, PARIS);
  test('ends what closes the branch now', () => {
    expect(reopenAt(closed, at('13:05'), PARIS)).toEqual([
      { ...TODAY, from_time: '12:00', to_time: '13:05', reason: '' },
    ]);
  });
  test('of longer closures leaves the days after today closed', () => {
    const reason = 'Congés';
    const begun = { from_day: '2026-11-20', to_day: '2026-11-27', to_time: '13:05', reason };
    const days = [aClosure({ from_day: '2026-11-20', to_day: '2026-12-20', reason })];
    expect(reopenAt(days, at('13:05'), PARIS)).toEqual([
      begun,
      { from_day: '2026-11-28', to_day: '2026-12-20', reason },
    ]);
    const tomorrow = (to_time: string) =>
      reopenAt([aClosure({ ...begun, to_day: '2026-11-28', to_time })], at('13:05'), PARIS);
    expect(tomorrow('10:00')).toEqual([
      begun,
      { from_day: '2026-11-28', to_day: '2026-11-28', to_time: '10:00', reason },
    ]);
    expect(tomorrow('00:00')).toEqual([begun]);
    const fromNow = [aClosure({ from_day: '2026-11-27', from_time: '13:05', to_day: '2026-11-29' })];
    expect(reopenAt(fromNow, at('13:05'), PARIS)).toEqual([
      { from_day: '2026-11-28', to_day: '2026-11-29', reason: '' },
    ]);
  });
  test('within the minute of the closing leaves nothing of it', () => {
    expect(reopenAt(closed, NOON + 20_000, PARIS)).toEqual([]);
  });
  test('leaves closures to come and past ones', () => {
    const others = [aClosure({ from_day: '2026-12-24' }), ...closed];
    expect(reopenAt(others, at('11:00'), PARIS)).toEqual(others);
    expect(reopenAt(others, at('14:00'), PARIS)).toEqual(others);
  });
});

test('the closure in force that ends last is the one that is said', () => {
  const closures = [
    { ...TODAY, from_time: '12:00', reason: 'Panne' },
    { ...TODAY, from_time: '12:00', to_time: '14:00', reason: 'Livraison' },
  ];
  expect(closureAt(closures, NOON, PARIS)?.reason).toBe('Panne');
  expect(closureAt(closures.slice(1), NOON, PARIS)?.reason).toBe('Livraison');
  expect(closureAt(closures, at('11:59'), PARIS)).toBeNull();
});

test.each([
  [{ ...TODAY, to_time: '14:00' }, 'jusqu’à 14 h'],
  [TODAY, 'pour le reste de la journée'],
  [{ ...TODAY, to_day: '2026-12-01' }, 'jusqu’au 1er décembre 2026'],
  [{ ...TODAY, to_day: '2026-12-01', to_time: '09:30' }, 'jusqu’au 1er décembre 2026 à 9 h 30'],
])('%j is worded “%s”', (fields, words) => {
  expect(plain(formatEnd(aClosure(fields), NOON, PARIS))).toBe(words);
});
