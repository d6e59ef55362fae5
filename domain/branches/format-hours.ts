import type { Closure } from './branch.ts';
import { formatTimeOfDay } from './open-state.ts';
import { formatHours } from './week.ts';

const MONTHS = 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(
  ' ',
);
const DAY = /^(\d{4})-(\d\d)-(\d\d)$/;

/** French, one line for each group of days, public holidays included. Empty: unknown hours. */
export function formatWholeWeek(hours: string, closedOnHolidays: boolean): string[] {
  const lines = formatHours(hours);
  return closedOnHolidays && lines.length > 0 ? [...lines, 'fermé les jours fériés'] : lines;
}

// “du 24 décembre 2026 à midi au 1er janvier 2027 : inventaire”. null: incomplete days.
export function describeClosure({ from_day, from_time, to_day, to_time, reason }: Closure): string | null {
  const [from, to] = [formatDay(from_day), formatDay(to_day)];
  if (from === null || to === null) return null;
  const days = formatPeriod([from, from_time], [to, to_time]);
  return reason === '' ? days : `${days}\u00a0: ${reason}`;
}

type Moment = readonly [day: string, time: string | undefined];

// “le 24/12/2026 de 12 h à 14 h”, “du 24/12/2026 à 12 h au 26/12/2026”.
export function formatPeriod([from, from_time]: Moment, [to, to_time]: Moment): string {
  const [start, end] = [from_time, to_time].map((time) => (time ? formatTime(time) : ''));
  if (from !== to) return `du ${from}${start && ` à ${start}`} au ${to}${end && ` à ${end}`}`;
  if (start && end) return `le ${from} de ${start} à ${end}`;
  if (start) return `le ${from} à partir de ${start}`;
  return end ? `le ${from} jusqu’à ${end}` : `le ${from}`;
}

// “12 h 30” of '12:30'.
export function formatTime(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return formatTimeOfDay(hour * 60 + minute);
}

export function formatDay(text: string): string | null {
  const [, year, month, day] = DAY.exec(text) ?? [];
  if (year === undefined) return null;
  return `${day === '01' ? '1er' : Number(day)} ${MONTHS[Number(month) - 1]} ${year}`;
}
