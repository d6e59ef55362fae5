import { findWrongMove, findWrongPickup } from '#domain/reservations/deadlines.ts';
import type { Row } from './format.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Offsets from the agreed hour; the results are rounded to the quarter. */
const STEPS = [-2 * HOUR, -HOUR, 30 * MINUTE, HOUR, 2 * HOUR, 3 * HOUR, 24 * HOUR, 25 * HOUR, 48 * HOUR];
const QUARTER = 15 * MINUTE;

type Moved = Pick<Row, 'pickup_at' | 'held_until'>;

/**
 * Hours within the rate's validity that leave the traveller and the branch enough time; the server refuses
 * hours of closure. `delayMinutes` null: unknown, so no earlier hour is offered.
 */
export function hoursFor(
  { pickup_at, held_until }: Moved,
  now: number,
  delayMinutes: number | null,
): string[] {
  const agreed = Date.parse(pickup_at);
  const held = Date.parse(held_until);
  const isRight = (at: number) =>
    (at > agreed || delayMinutes !== null) &&
    !findWrongMove(at, { now, pickupWas: agreed, delayMinutes: delayMinutes ?? 0 }) &&
    !findWrongPickup(at, {
      first: now,
      held,
      needs: { answer: 0, delay: 0 },
      opening: null,
      isDayClosed: false,
    });
  return STEPS.map((step) => Math.round((agreed + step) / QUARTER) * QUARTER)
    .filter(isRight)
    .map((at) => new Date(at).toISOString());
}
