import type { ClosingNow, Closure } from './branch.ts';
import { formatDay, formatTime } from './format-hours.ts';
import { dayAfter, dayAt, isInClosure, timeAt } from './open-state.ts';

// Closures with one from this minute on, in place of what closes it for hours of today. Those that ended before
// yesterday are left out.
export function closeFrom(
  closures: readonly Closure[],
  { until, reason }: Required<Pick<ClosingNow, 'until' | 'reason'>>,
  now: number,
  zone: string,
): Closure[] {
  const day = dayAt(now, zone);
  const replaced = closures.filter(
    (one) => one.from_time && one.from_day === day && one.to_day === day && isInClosure([one], now, zone),
  );
  const kept = closures.filter((one) => one.to_day >= dayAfter(day, -1) && !replaced.includes(one));
  // the minutes already closed stay so
  const [from_time = ''] = [timeAt(now, zone), ...replaced.flatMap((one) => one.from_time ?? [])].toSorted();
  return [...kept, { from_day: day, from_time, to_day: day, ...(until && { to_time: until }), reason }];
}

// Closures without what those in force close of today from this minute on.
export function reopenAt(closures: readonly Closure[], now: number, zone: string): Closure[] {
  const [day, time] = [dayAt(now, zone), timeAt(now, zone)];
  return closures.flatMap((closure): Closure[] => {
    if (!isInClosure([closure], now, zone)) return [closure];
    const { from_day, from_time = '00:00', to_day, to_time = '24:00' } = closure;
    const { from_time: _, ...rest } = { ...closure, from_day: dayAfter(day) };
    const isBegun = from_day < day || from_time < time;
    const goesOn = to_day > rest.from_day || (to_day === rest.from_day && to_time > '00:00');
    const begun = { ...closure, to_day: day, to_time: time };
    return [...(isBegun ? [begun] : []), ...(goesOn ? [rest] : [])];
  });
}

// Closure in force that ends last. null: none.
export function closureAt(closures: readonly Closure[], now: number, zone: string): Closure | null {
  const endOf = ({ to_day, to_time = '24:00' }: Closure) => `${to_day} ${to_time}`;
  const inForce = closures.filter((closure) => isInClosure([closure], now, zone));
  return inForce.toSorted((a, b) => endOf(a).localeCompare(endOf(b))).at(-1) ?? null;
}

// “jusqu’à 14 h”, “pour le reste de la journée”, “jusqu’au 15 août 2026”.
export function formatEnd({ to_day, to_time }: Closure, now: number, zone: string): string {
  if (to_day === dayAt(now, zone)) {
    return to_time ? `jusqu’à ${formatTime(to_time)}` : 'pour le reste de la journée';
  }
  return `jusqu’au ${formatDay(to_day)}${to_time ? ` à ${formatTime(to_time)}` : ''}`;
}
