import { dayAt } from '#domain/branches/open-state.ts';
import { instantOf } from '#domain/branches/wall-clock.ts';
import { noShowAt } from '#domain/reservations/deadlines.ts';
import { COUNTER_ZONE } from '#domain/reservations/format-moment.ts';
import type { Actor, Reason, ReservationState } from '#domain/reservations/states.ts';

export type Course = {
  requestedAt: Date;
  pickupAt: Date;
  dueAt: Date;
  steps: readonly Step[];
};
export type Step = { to: ReservationState; actor: Actor; at: Date; reason?: Reason };

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const PAST_DAYS = 40;

function hourOn(now: Date, days: number, hour: number): Date {
  // days of the calendar: clock changes make days of 25 and 23 hours
  const midnight = Date.parse(`${dayAt(now.getTime(), COUNTER_ZONE)}T00:00:00Z`) + days * DAY;
  return new Date(instantOf(midnight + hour * HOUR, COUNTER_ZONE));
}

const after = (at: Date, minutes: number) => new Date(at.getTime() + minutes * MINUTE);

/** Course of a reservation requested `daysAgo`, mostly handed over. null: still open today. */
export function pastCourse(now: Date, daysAgo: number, draw: () => number): Course | null {
  const requestedAt = after(hourOn(now, -daysAgo, 9), Math.floor(draw() * 8 * 60));
  const pickupAt = hourOn(now, 1 - daysAgo, 10 + Math.floor(draw() * 16) / 2);
  const answeredAt = after(requestedAt, 8 + Math.floor(draw() * 70));
  const fate = draw();
  const late = Math.floor(draw() * 20) - 4;
  const accepted: Step = { to: 'accepted', actor: 'bureau', at: answeredAt };
  const ready: Step = { to: 'ready', actor: 'bureau', at: after(pickupAt, -55) };
  const steps = ((): Step[] => {
    if (fate < 0.05) {
      return [{ to: 'declined', actor: 'bureau', at: answeredAt, reason: fate < 0.03 ? 'stock' : 'amount' }];
    }
    if (fate < 0.12) return [accepted, { to: 'cancelled', actor: 'traveller', at: after(answeredAt, 90) }];
    if (fate < 0.17) {
      return [accepted, ready, { to: 'no_show', actor: 'clock', at: new Date(noShowAt(pickupAt.getTime())) }];
    }
    return [accepted, ready, { to: 'collected', actor: 'bureau', at: after(pickupAt, late) }];
  })();
  const last = steps.at(-1);
  return last && last.at < now ? { requestedAt, pickupAt, dueAt: pickupAt, steps } : null;
}

const OPEN: readonly (readonly [state: 'requested' | 'accepted' | 'ready', minutesAgo: number])[] = [
  ['ready', 175],
  ['ready', 150],
  ['accepted', 120],
  ['accepted', 95],
  ['requested', 40],
  ['requested', 12],
];

/** Open reservations at branches open from 10 to 18, in every state at any time of first use. */
export function openCourses(now: Date): Course[] {
  const hours = [0, 1].flatMap((days) => Array.from({ length: 9 }, (_, i) => hourOn(now, days, 10 + i)));
  const next = hours.filter((at) => at >= after(now, 120));
  const tomorrow = hourOn(now, 1, 12);
  return OPEN.map(([state, minutesAgo], i) => {
    const requestedAt = after(now, -minutesAgo);
    const isAsked = state === 'requested';
    const pickupAt = (isAsked ? hourOn(now, 1, 15 + (i % 2) * 2) : next[i]) ?? tomorrow;
    const steps: Step[] = isAsked ? [] : [{ to: 'accepted', actor: 'bureau', at: after(requestedAt, 9) }];
    if (state === 'ready') steps.push({ to: 'ready', actor: 'bureau', at: after(requestedAt, 60) });
    return { requestedAt, pickupAt, dueAt: tomorrow, steps };
  });
}
