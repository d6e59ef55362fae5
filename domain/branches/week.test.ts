import { describe, expect, test } from 'vitest';
import { CLOSED_WEEK, formatHours, readTime, readWeek, type Week, writeWeek } from './week.ts';

const DAY = [
  { from: 540, to: 720 },
  { from: 840, to: 1080 },
];
const WEEK: Week = [DAY, DAY, DAY, DAY, DAY, [{ from: 600, to: 960 }], []];

describe('a week of opening hours', () => {
  test('round-trips through its text', () => {
    expect(writeWeek(WEEK)).toBe('Mo-Fr 09:00-12:00,14:00-18:00; Sa 10:00-16:00');
    expect(readWeek(writeWeek(WEEK))).toEqual(WEEK);
    expect(readWeek('')).toEqual(CLOSED_WEEK);
    expect(writeWeek(CLOSED_WEEK)).toBe('');
  });

  test.each<[string, Week | null]>([
    ['24/7', CLOSED_WEEK.map(() => [{ from: 0, to: 1440 }])],
    ['09:00-18:00', CLOSED_WEEK.map(() => [{ from: 540, to: 1080 }])],
    ['Mo-Su 09:00-18:00; Su off', CLOSED_WEEK.map((_, day) => (day === 6 ? [] : [{ from: 540, to: 1080 }]))],
    [
      'Sa-Mo 22:00-02:00',
      CLOSED_WEEK.map((_, day) => ([0, 5, 6].includes(day) ? [{ from: 1320, to: 120 }] : [])),
    ],
    ['Mo 08:00-09:00,10:00-11:00,12:00-13:00', null],
    ['May-Sep 09:00-19:00', null],
    ['Mo 25:00-26:00', null],
    ['lundi', null],
  ])('%s', (text, week) => {
    expect(readWeek(text)).toEqual(week);
  });

  test('is formatted in French', () => {
    const words = (text: string) => formatHours(text).map((one) => one.replaceAll('\u00a0', ' '));
    expect(words(writeWeek(WEEK))).toEqual([
      'lundi à vendredi : 9 h – midi, 14 h – 18 h',
      'samedi : 10 h – 16 h',
      'dimanche : fermé',
    ]);
    expect(words('24/7')).toEqual(['lundi à dimanche : 24 h sur 24']);
    expect(words('Sa,Su 10:00-16:30')).toEqual([
      'lundi à vendredi : fermé',
      'samedi et dimanche : 10 h – 16 h 30',
    ]);
    expect(words('')).toEqual([]);
    expect(words('May-Sep 09:00-19:00')).toEqual(['May-Sep 09:00-19:00']);
  });

  test.each([
    ['9:00', 540],
    ['24:00', 1440],
    ['24:01', null],
    ['9h', null],
    ['', null],
  ])('the time %s', (text, minutes) => {
    expect(readTime(text)).toBe(minutes);
  });
});
