import { formatTimeOfDay } from './open-state.ts';

/** Minutes of the day. An end below the start is on the next day. */
export type DaySpan = { readonly from: number; readonly to: number };
/** Monday first, at most two spans a day. */
export type Week = readonly (readonly DaySpan[])[];

export const DAYS = ['lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi', 'dimanche'] as const;
const OSM_DAYS = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'];
const DAY_MINUTES = 1440;
export const MAX_SPANS = 2;

export const CLOSED_WEEK: Week = DAYS.map(() => []);
const EVERY_DAY = DAYS.map((_, day) => day);

/** Minutes of 'HH:MM'. null: no time. 24:00 is the end of a day. */
export function readTime(text: string): number | null {
  const [, hour, minute] = /^(\d{1,2}):(\d{2})$/.exec(text.trim()) ?? [];
  const minutes = Number(hour) * 60 + Number(minute);
  return hour !== undefined && Number(minute) < 60 && minutes <= DAY_MINUTES ? minutes : null;
}

export function writeTime(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

/** OpenStreetMap syntax with equal neighbouring days merged. Empty: never open. */
export function writeWeek(week: Week): string {
  return writeDays(week.map(writeSpans));
}

export function writeDays(days: readonly string[]): string {
  return groupsOf(days)
    .filter(({ spans }) => spans !== '')
    .map(({ first, last, spans }) => `${rangeOf(first, last)} ${spans}`)
    .join('; ');
}

function writeSpans(spans: readonly DaySpan[]): string {
  return spans.map(({ from, to }) => `${writeTime(from)}-${writeTime(to)}`).join(',');
}

/** null: more than a week of two spans a day. */
export function readWeek(text: string): Week | null {
  return readDaily(text, [], readSpans);
}

/** Values by day, with spans parsed by `read`. null: more than a week, or a span that `read` refuses. */
export function readDaily<T>(text: string, closed: T, read: (spans: string) => T | null): T[] | null {
  const week = DAYS.map(() => closed);
  for (const rule of text.split(';').map((part) => part.trim())) {
    if (rule === '') continue;
    const { days, spans } = partsOf(rule);
    const value = spans === 'off' || spans === 'closed' ? closed : read(spans);
    if (!days || value === null) return null;
    for (const day of days) week[day] = value;
  }
  return week;
}

function partsOf(rule: string): { days: number[] | null; spans: string } {
  if (rule === '24/7') return { days: EVERY_DAY, spans: '00:00-24:00' };
  const [, dayText = '', spans = ''] = /^([A-Za-z, -]*?) ?(off|closed|[\d:, -]+)$/.exec(rule) ?? [];
  return { days: readDays(dayText.trim()), spans };
}

function readDays(text: string): number[] | null {
  if (text === '') return EVERY_DAY;
  const days: number[] = [];
  for (const part of text.split(',')) {
    const [first = '', last = first] = part.trim().split('-');
    const [from, to] = [OSM_DAYS.indexOf(first.trim()), OSM_DAYS.indexOf(last.trim())];
    if (from < 0 || to < 0) return null;
    for (let day = from; ; day = (day + 1) % 7) {
      days.push(day);
      if (day === to) break;
    }
  }
  return days;
}

function readSpans(text: string): DaySpan[] | null {
  const spans: DaySpan[] = [];
  for (const part of text.split(',')) {
    const [from, to, ...others] = part.split('-').map(readTime);
    if (from == null || to == null || others.length > 0 || from === DAY_MINUTES || from === to) return null;
    spans.push({ from, to });
  }
  return spans.length <= MAX_SPANS ? spans : null;
}

function formatWeek(week: Week): string[] {
  return groupsOf(week.map(writeSpans)).map(({ first, last }) => {
    const days =
      first === last ? DAYS[first] : `${DAYS[first]} ${last === first + 1 ? 'et' : 'à'} ${DAYS[last]}`;
    return `${days}\u00a0: ${formatSpans(week[first] ?? [])}`;
  });
}

function formatSpans(spans: readonly DaySpan[]): string {
  if (spans.length === 0) return 'fermé';
  return spans
    .map(({ from, to }) => {
      if (from === 0 && to === DAY_MINUTES) return '24\u00a0h sur 24';
      // a line may break after the dash, and none begins with a space
      return `${formatTimeOfDay(from)}\u00a0– ${formatTimeOfDay(to)}`;
    })
    .join(', ');
}

export function formatHours(text: string): string[] {
  if (text === '') return [];
  const week = readWeek(text);
  return week ? formatWeek(week) : text.split(';').map((rule) => rule.trim());
}

function groupsOf(days: readonly string[]): { first: number; last: number; spans: string }[] {
  const groups: { first: number; last: number; spans: string }[] = [];
  for (const [day, spans] of days.entries()) {
    const group = groups.at(-1);
    if (group?.spans === spans) group.last = day;
    else groups.push({ first: day, last: day, spans });
  }
  return groups;
}

function rangeOf(first: number, last: number): string {
  if (first === last) return `${OSM_DAYS[first]}`;
  return `${OSM_DAYS[first]}${last === first + 1 ? ',' : '-'}${OSM_DAYS[last]}`;
}
