import { dayAfter, dayAt, formatTimeOfDay, nextMidnight } from '../branches/open-state.ts';

const ZONE = 'Europe/Paris';
const MONTHS = 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(
  ' ',
);
const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: ZONE,
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

// 'YYYY-MM-DD' in Paris.
export function parisDay(at: number): string {
  return dayAt(at, ZONE);
}

// First instant of the next day in Paris, in milliseconds since 1970.
export function nextParisMidnight(at: number): number {
  return nextMidnight(at, ZONE);
}

// 'à 13 h 16', 'hier à 13 h 16', 'le 21 novembre à 13 h 16', in Paris.
export function formatFixedAt(at: number, today: string): string {
  const day = parisDay(at);
  const [hour = 0, minute = 0] = clock.format(at).split(':').map(Number);
  const time = `à\u00a0${formatTimeOfDay(hour * 60 + minute)}`;
  if (day === today) return time;
  return day === dayAfter(today, -1) ? `hier ${time}` : `le ${formatLongDay(day, today)} ${time}`;
}

// '21 novembre', '1er mars 2025' in another year than today's.
export function formatLongDay(day: string, today: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  const words = `${date === '01' ? '1er' : Number(date)} ${MONTHS[Number(month) - 1]}`;
  return year === today.slice(0, 4) ? words : `${words} ${year}`;
}
