import { dayAt } from '#domain/branches/open-state.ts';
import { type Cents, centsOf } from '#domain/money/cents.ts';
import type { FixingSide } from '#domain/rates/draft.ts';
import type { Booking, BookingBranch } from '#domain/reservations/booking.ts';
import { firstPickup, heldUntil, type Opening } from '#domain/reservations/deadlines.ts';
import { formatWeekday } from '#domain/reservations/format-moment.ts';
import { type Price, worth } from '#domain/reservations/price.ts';
import { type SlotDay, slotsOf } from '#domain/reservations/slots.ts';
import { needsOf, type PickupMode, type PreparationMinutes } from '#domain/terms/terms.ts';

const DAY_MS = 86_400_000;
/** Milliseconds for the remaining steps, so that an offered hour is still valid when sent. */
export const REMAINING_STEPS_MS = 10 * 60_000;

export function modeTermsOf({ terms }: Booking, { mode }: BookingBranch) {
  return terms.modes[mode as PickupMode];
}

export function preparationNeeds(
  booking: Booking,
  branch: BookingBranch,
  side: FixingSide,
  price: Price | null,
): PreparationMinutes {
  // mode among three, as written by the server
  const mode = branch.mode as PickupMode;
  return needsOf(booking.terms, mode, price ? worth(side, price) : Number.POSITIVE_INFINITY);
}

export function pickupDays(
  booking: Booking,
  branch: BookingBranch,
  needs: PreparationMinutes,
  now: number,
): SlotDay[] {
  const last = heldUntil(now, booking.terms);
  const first = firstPickup(now + REMAINING_STEPS_MS, needs, openingOf(branch, last));
  return slotsOf({ opens: branch.opens, zone: branch.time_zone, first, last });
}

/** Largest amount that one person may reserve there on a day, in hundredths of what is handed over. */
export function mostOn({ stock }: BookingBranch, day: string): Cents {
  return centsOf(stock.find((one) => one.day === day)?.up_to ?? 0) ?? 0;
}

// “aujourd’hui”, “demain”, “samedi 21” in the branch's calendar.
export function sayNearDay({ day, instants: [at = 0] }: SlotDay, zone: string, now: number): string {
  if (day === dayAt(now, zone)) return 'aujourd’hui';
  return day === dayAt(now + DAY_MS, zone) ? 'demain' : formatWeekday(at, zone);
}

function openingOf({ opens }: BookingBranch, until: number): Opening {
  return opens && { spans: opens.map(({ from, to }) => [Date.parse(from), Date.parse(to)] as const), until };
}
