import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasHour, readSlotDays, slotsOf } from './slots.ts';

const at = (text: string) => Date.parse(`2026-11-${text}:00Z`);
const span = (from: string, to: string) => ({
  from: new Date(at(from)).toISOString(),
  to: new Date(at(to)).toISOString(),
});
const said = (asked: Parameters<typeof slotsOf>[0]) =>
  slotsOf(asked).map(({ day, instants }) => [
    day,
    instants.map((instant) => new Date(instant).toISOString().slice(11, 16)).join(' '),
  ]);

test('an hour is one of its days', () => {
  const days = readSlotDays([
    { day: '2026-11-20', instants: ['2026-11-20T10:30:00Z'] },
    { day: '2026-11-21', instants: [] },
  ]);
  expect([at('20T10:30'), at('20T11:00'), null].map((instant) => hasHour(days, instant))).toEqual([
    true,
    false,
    false,
  ]);
});

test('slots are the open half hours after the notes are ready, except the last minutes', () => {
  const opens = [span('20T10:07', '20T11:40'), span('21T08:00', '21T09:10')];
  expect(said({ opens, zone: 'Europe/Paris', first: at('20T10:07'), last: at('22T09:00') })).toEqual([
    ['2026-11-20', '10:30 11:00'],
    ['2026-11-21', '08:00 08:30'],
  ]);
});

test('days are those of the branch’s calendar', () => {
  const opens = [span('20T23:00', '21T05:00')];
  const days = said({ opens, zone: 'America/Martinique', first: at('20T23:00'), last: at('22T09:00') });
  expect(days.map(([day]) => day)).toEqual(['2026-11-20', '2026-11-21']);
});

test('a branch without opening hours has the usual ones', () => {
  const days = said({ opens: null, zone: 'Europe/Paris', first: at('20T15:10'), last: at('21T09:00') });
  expect(days).toEqual([
    ['2026-11-20', '15:30 16:00 16:30'],
    ['2026-11-21', '08:00 08:30'],
  ]);
});

test('no slot is before the notes are ready, after the rate expires, or while the branch is closed', () => {
  const time = fc.integer({ min: at('20T00:00'), max: at('24T00:00') });
  fc.assert(
    fc.property(time, time, time, time, (from, to, first, last) => {
      const opens = [{ from: new Date(from).toISOString(), to: new Date(to).toISOString() }];
      for (const { instants } of slotsOf({ opens, zone: 'Europe/Paris', first, last })) {
        for (const instant of instants) {
          expect(instant).toBeGreaterThanOrEqual(Math.max(first, from));
          expect(instant).toBeLessThanOrEqual(last);
          expect(instant).toBeLessThan(to);
        }
      }
    }),
  );
});
