import type { Closure } from './branch.ts';
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

/** “du 24 décembre 2026 au 1er janvier 2027 : inventaire”. null: incomplete days. */
export function describeClosure({ from_day, to_day, reason }: Closure): string | null {
  const [from, to] = [formatDay(from_day), formatDay(to_day)];
  if (from === null || to === null) return null;
  const days = from === to ? `le ${from}` : `du ${from} au ${to}`;
  return reason === '' ? days : `${days}\u00a0: ${reason}`;
}

function formatDay(text: string): string | null {
  const [, year, month, day] = DAY.exec(text) ?? [];
  if (year === undefined) return null;
  return `${day === '01' ? '1er' : Number(day)} ${MONTHS[Number(month) - 1]} ${year}`;
}
