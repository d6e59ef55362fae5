import type { Closure } from './branch.ts';

export function formatClosures(closures: readonly Closure[]): string {
  return closures.map(formatClosure).join(' ; ') || 'aucune';
}

function formatClosure({ from_day, to_day, reason }: Closure): string {
  const [from, to] = [from_day, to_day].map((day) => day.split('-').reverse().join('/'));
  const days = from === to ? `le ${from}` : `du ${from} au ${to}`;
  return reason === '' ? days : `${days} (${reason})`;
}
