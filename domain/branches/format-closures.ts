import type { Closure } from './branch.ts';
import { formatPeriod } from './format-hours.ts';

export function formatClosures(closures: readonly Closure[]): string {
  return closures.map(formatClosure).join(' ; ') || 'aucune';
}

function formatClosure({ from_day, from_time, to_day, to_time, reason }: Closure): string {
  const [from = '', to = ''] = [from_day, to_day].map((day) => day.split('-').reverse().join('/'));
  const days = formatPeriod([from, from_time], [to, to_time]);
  return reason === '' ? days : `${days} (${reason})`;
}
