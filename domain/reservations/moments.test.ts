import { expect, test } from 'vitest';
import { findOtherDay, findWrongMoment, findWrongMove, firstElsewhere } from './deadlines.ts';

const at = (text: string) => Date.parse(`2026-11-${text}Z`);
const MOMENTS = {
  now: at('20T10:00:00'),
  pickupAt: at('20T09:00:00'),
  dueAt: at('20T18:00:00'),
  endedAt: null,
  timeZone: 'Europe/Paris',
};

test.each([
  ['ready', 'bureau', {}, undefined],
  ['ready', 'bureau', { endedAt: at('20T09:50:00') }, undefined],
  ['ready', 'bureau', { endedAt: at('20T09:49:59') }, 'undone_too_late'],
  ['collected', 'bureau', {}, undefined],
  ['collected', 'bureau', { endedAt: at('19T23:00:00') }, undefined],
  ['collected', 'bureau', { endedAt: at('19T22:59:59') }, 'collected_too_late'],
  ['no_show', 'bureau', {}, undefined],
  ['no_show', 'bureau', { pickupAt: MOMENTS.now }, undefined],
  ['no_show', 'bureau', { pickupAt: MOMENTS.now + 1 }, 'too_early'],
  ['no_show', 'clock', { pickupAt: MOMENTS.now + 1 }, undefined],
  ['accepted', 'bureau', { dueAt: MOMENTS.now + 1 }, undefined],
  ['accepted', 'bureau', { dueAt: MOMENTS.now }, 'answered_too_late'],
  [
    'cancelled',
    'bureau',
    { pickupAt: MOMENTS.now + 1, dueAt: MOMENTS.now, endedAt: at('18T00:00:00') },
    undefined,
  ],
] as const)('%s by the %s, %j: %s', (to, by, moments, code) => {
  expect(findWrongMoment(to, by, { ...MOMENTS, ...moments })?.code).toBe(code);
});

test.each([
  // an hour of notice at least, or the time that the notes take
  ['20T11:00:00', 0, undefined],
  ['20T10:59:59', 0, '1 h'],
  ['20T12:00:00', 120, undefined],
  ['20T11:59:59', 120, '2 h'],
  // later than before
  ['20T13:00:01', 240, undefined],
  ['20T13:00:00', 240, '4 h'],
])('moved to %s, with notes in %d minutes: too soon by less than %s', (to, delayMinutes, notice) => {
  const wrong = findWrongMove(at(to), { now: at('20T10:00:00'), pickupWas: at('20T13:00:00'), delayMinutes });
  expect(wrong?.code).toBe(notice && 'too_soon_for_traveller');
  expect(wrong?.message.replaceAll('\u00a0', ' ')).toEqual(
    notice && expect.stringContaining(`à moins de ${notice} :`),
  );
});

test('a customer of another day of the branch is told so', () => {
  const expected = { pickupAt: at('20T22:30:00'), timeZone: 'Europe/Paris' };
  expect(findOtherDay(expected, at('20T23:30:00'))).toContain('vendredi 20 novembre 2026');
  expect(findOtherDay(expected, at('20T05:00:00'))).toBeUndefined();
  expect(findOtherDay({ ...expected, timeZone: 'America/Martinique' }, at('20T23:30:00'))).toBeUndefined();
});

test('elsewhere the notes are prepared anew, after the answer that is due', () => {
  const first = (state: 'requested' | 'accepted', now: string) =>
    firstElsewhere(at(now), { state, dueAt: at('20T12:00:00'), delay: 60 }, null);
  expect(first('requested', '20T10:00:00')).toBe(at('20T13:00:00'));
  expect(first('requested', '20T14:00:00')).toBe(at('20T15:00:00'));
  expect(first('accepted', '20T10:00:00')).toBe(at('20T11:00:00'));
});
