import { dayAt } from '../branches/open-state.ts';

export const HALF_HOUR = 30 * 60_000;
/** Milliseconds before closing without a slot. */
const VISIT = 15 * 60_000;
/** Assumed hours of a branch with unknown hours. */
const USUAL = { from: 9, to: 18 };

export type SlotDay = { readonly day: string; readonly instants: readonly number[] };

export function readSlotDays(
  days: readonly { readonly day: string; readonly instants: readonly string[] }[],
): SlotDay[] {
  return days.map(({ day, instants }) => ({ day, instants: instants.map((at) => Date.parse(at)) }));
}

export function hasHour(days: readonly SlotDay[], instant: number | null): boolean {
  return instant !== null && days.some(({ instants }) => instants.includes(instant));
}

type SlotRequest = {
  /** null: unknown hours. */
  opens: readonly { from: string; to: string }[] | null;
  zone: string;
  first: number;
  last: number;
};

/** Half-hourly slots while the branch is open, by days of its calendar. */
export function slotsOf({ opens, zone, first, last }: SlotRequest): SlotDay[] {
  const spans = opens?.map(({ from, to }) => [Date.parse(from), Date.parse(to)] as const) ?? [[first, last]];
  const hour = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' });
  const days = new Map<string, number[]>();
  for (const [from, to] of spans) {
    const start = Math.ceil(Math.max(from, first) / HALF_HOUR) * HALF_HOUR;
    for (let at = start; at <= Math.min(to - VISIT, last); at += HALF_HOUR) {
      const local = Number(hour.format(at));
      if (!opens && (local < USUAL.from || local >= USUAL.to)) continue;
      const day = dayAt(at, zone);
      days.set(day, [...(days.get(day) ?? []), at]);
    }
  }
  return [...days].map(([day, instants]) => ({ day, instants }));
}
