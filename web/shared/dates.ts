import { formatShortDay } from './short-day.ts';

export function formatRecent(at: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - at.getTime()) / 60_000);
  if (minutes >= 0 && minutes < 1) return 'à l’instant';
  if (minutes >= 1 && minutes < 60) return `il y a ${minutes} min`;
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  if (isSameDay(at, now)) return formatHour(at);
  if (isSameDay(at, yesterday)) return `hier ${formatHour(at)}`;
  return `le ${formatShortDay(at, now)}`;
}

/** Short French format of spec 9, '21/11/2026'. */
export function formatDay(at: Date): string {
  return dayParts(at).join('/');
}

/** Format dd-mm-yyyy hh:mm of spec 9, '21-11-2026 08:41'. */
export function formatMoment(at: Date): string {
  return `${dayParts(at).join('-')} ${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`;
}

function dayParts(at: Date): string[] {
  return [at.getDate(), at.getMonth() + 1, at.getFullYear()].map(twoDigits);
}

function twoDigits(part: number): string {
  return String(part).padStart(2, '0');
}

export function isSameDay(a: Date, b: Date): boolean {
  return a.toDateString() === b.toDateString();
}

export function formatHour(at: Date): string {
  return `à ${at.getHours()}\u00a0h\u00a0${String(at.getMinutes()).padStart(2, '0')}`;
}
