import { writeFirstOfMonth } from '#domain/text/first-of-month.ts';

const HOUR = new Intl.DateTimeFormat('fr', { hour: 'numeric', minute: '2-digit' });
const DAY = new Intl.DateTimeFormat('fr', { weekday: 'long', day: 'numeric', month: 'long' });

export function formatMoment(at: Date, now: Date): string {
  const hour = `à ${HOUR.format(at).replace(':', '\u00a0h\u00a0').replace(/^0/, '')}`;
  return at.toDateString() === now.toDateString() ? hour : `${writeFirstOfMonth(DAY.format(at))} ${hour}`;
}

export function formatAge(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  if (minutes < 60) return `${minutes}\u00a0min`;
  const rest = `0${minutes % 60}`.slice(-2);
  return `${Math.floor(minutes / 60)}\u00a0h\u00a0${rest}`;
}
