import { describe, expect, test } from 'vitest';
import { checkSpans, readTypedWeek, type TypedWeek, writeTypedWeek } from './typed-week.ts';

const span = (from: string, to: string) => ({ from, to });
const CLOSED: TypedWeek = [[], [], [], [], [], [], []];
const monday = (...spans: { from: string; to: string }[]): TypedWeek => [spans, ...CLOSED.slice(1)];

describe('a typed week', () => {
  test.each<[string, TypedWeek]>([
    ['', CLOSED],
    ['Mo 09:00-12:00,14:00-18:00', monday(span('09:00', '12:00'), span('14:00', '18:00'))],
    // by halves
    ['Mo 09:00-', monday(span('09:00', ''))],
    ['Mo -', monday(span('', ''))],
    ['Mo 09:00-12:00,-', monday(span('09:00', '12:00'), span('', ''))],
    // to midnight, and past it
    ['Mo 18:00-24:00', monday(span('18:00', '00:00'))],
    ['Mo 22:00-02:00', monday(span('22:00', '02:00'))],
    ['Mo-Su 00:00-24:00', CLOSED.map(() => [span('00:00', '00:00')])],
  ])('%j survives in its text', (text, week) => {
    expect(readTypedWeek(text)).toEqual(week);
    expect(writeTypedWeek(week)).toBe(text);
  });

  test.each([
    ['May-Sep 09:00-19:00'],
    ['Mo 08:00-09:00,10:00-11:00,12:00-13:00'],
    ['Mo 09:00-25:00'],
  ])('a grid cannot show %j', (text) => expect(readTypedWeek(text)).toBeNull());

  test.each<[string, RegExp | undefined]>([
    ['Mo 09:00-12:00,14:00-18:00; Sa 22:00-02:00', undefined],
    ['24/7', undefined],
    ['May-Sep 09:00-19:00', undefined],
    ['Mo-Fr 09:00-18:00; Sa 09:00-', /^Complétez les horaires du samedi/],
    ['Tu 09:00-09:00', /^Les horaires du mardi ouvrent et ferment/],
    ['We 09:00-14:00,12:00-18:00', /^Les deux plages du mercredi se chevauchent/],
    ['We 22:00-02:00,12:00-18:00', /^Les deux plages du mercredi se chevauchent/],
  ])('the errors of %j', (text, wrong) => {
    if (wrong) expect(checkSpans(text)).toMatch(wrong);
    else expect(checkSpans(text)).toBeUndefined();
  });
});
