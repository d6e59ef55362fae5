import { expect, test } from 'vitest';
import type { Booking, BookingCounter } from '#domain/reservations/booking.ts';
import { findWrongPickup } from '#domain/reservations/deadlines.ts';
import { DEFAULT_TERMS } from '#domain/reservations/terms.ts';
import { otherDaysOf } from './draft.ts';

const HOUR = 3_600_000;
const NOW = Date.parse('2026-11-20T08:10:00Z');
const terms = {
  ...DEFAULT_TERMS,
  modes: { ...DEFAULT_TERMS.modes, counter: { ...DEFAULT_TERMS.modes.counter, delay_minutes: 240 } },
};
// what is asked of them here
const booking = { terms } as Booking;
const counter = { mode: 'counter', opens: null } as BookingCounter;
const held_until = new Date(NOW + 48 * HOUR).toISOString();
const firstOf = (state: string) =>
  otherDaysOf(booking, counter, { state, held_until, time_zone: 'Europe/Paris' }, NOW)[0]?.instants[0] ?? 0;

test.each(['requested', 'accepted'])('another hour leaves time for the notes of what is %s', (state) => {
  expect(new Date(firstOf(state)).toISOString()).toBe('2026-11-20T12:30:00.000Z');
  const asked = { now: NOW, held: NOW + 48 * HOUR, delayMinutes: 240, opening: null };
  expect(findWrongPickup(firstOf(state), asked)).toBeUndefined();
});

test('notes that are there wait for nobody', () => {
  expect(new Date(firstOf('ready')).toISOString()).toBe('2026-11-20T08:30:00.000Z');
});
