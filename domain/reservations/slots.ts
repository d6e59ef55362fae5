import { dayAt } from '../branches/open-state.ts';

export const HALF_HOUR = 30 * 60_000;
/** Nobody is asked to come in the last minutes. */
const VISIT = 15 * 60_000;
/** When a counter that has not said its hours is taken for open, by its clock. */
const USUAL = { from: 9, to: 18 };

/** The instants of one day at which somebody may come, in milliseconds since 1970. */
export type SlotDay = { readonly day: string; readonly instants: readonly number[] };

type Asked = {
  /** null: it has not said its hours */
  opens: readonly { from: string; to: string }[] | null;
  zone: string;
  /** from when on, and until when */
  first: number;
  last: number;
};

/** When somebody may come to a counter: each half hour at which it is open, by the days of its calendar. */
export function slotsOf({ opens, zone, first, last }: Asked): SlotDay[] {
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
