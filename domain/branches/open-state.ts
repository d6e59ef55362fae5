import { writeFirstOfMonth } from '../text/first-of-month.ts';
import type { Closure, OpenState } from './branch.ts';
import { instantOf } from './wall-clock.ts';

/**
 * Opening interval: its day in the branch's calendar, which after midnight is the day before, and its instants in
 * milliseconds since 1970. Adjacent intervals are one opening.
 */
export type OpenInterval = readonly [day: string, from: number, to: number];
/** Instants in milliseconds since 1970. */
export type Span = readonly [from: number, to: number];

export function spansOf(
  stretches: readonly OpenInterval[],
  closures: readonly Hours[],
  zone: string,
): Span[] {
  const spans: [number, number][] = [];
  const cuts = closures.map((closure) => cutBy(closure, zone));
  for (const [day, ...whole] of stretches) {
    for (const [from, to] of cuts.reduce((open, cut) => cut(day, open), [whole] as Span[])) {
      const last = spans.at(-1);
      if (last && last[1] === from) last[1] = to;
      else spans.push([from, to]);
    }
  }
  return spans;
}

type Hours = Pick<Closure, 'from_day' | 'from_time' | 'to_day' | 'to_time'>;

// Opening spans of a day that a closure leaves.
function cutBy({ from_day, from_time, to_day, to_time }: Hours, zone: string) {
  const [start, end] = [
    from_time && instantAt(from_day, from_time, zone),
    to_time && instantAt(to_day, to_time, zone),
  ];
  return (day: string, spans: readonly Span[]): Span[] => {
    const closedFrom = start || (from_day <= day ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY);
    const closedTo = end || (day <= to_day ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY);
    if (closedTo <= closedFrom) return [...spans];
    return spans.flatMap(([from, to]): Span[] =>
      [[from, Math.min(to, closedFrom)] as const, [Math.max(from, closedTo), to] as const].filter(
        ([a, b]) => a < b,
      ),
    );
  };
}

function instantAt(day: string, time: string, zone: string): number {
  return instantOf(Date.parse(`${day}T${time}Z`), zone);
}

// Closure over an instant of unknown hours.
export function isInClosure(closures: readonly Hours[], at: number, zone: string): boolean {
  return spansOf([[dayAt(at, zone), at, at + 1]], closures, zone).length === 0;
}

/** State at an instant and time of the next change. null: none before `until`. */
export function stateAt(
  spans: readonly Span[],
  now: number,
  until = Number.POSITIVE_INFINITY,
): { is_open: boolean; changes_at: number | null } {
  const next = spans.find(([, to]) => now < to);
  if (!next) return { is_open: false, changes_at: null };
  const [from, to] = next;
  if (now < from) return { is_open: false, changes_at: from };
  return { is_open: true, changes_at: to < until ? to : null };
}

const MINUTE = 60_000;
const SOON_MS = 60 * MINUTE;
const NBSP = '\u00a0';

type State = { is_open: boolean; changes_at: number | null; by_closure?: boolean | undefined };

export function describeOpenState(
  { is_open, changes_at, by_closure }: State,
  now: number,
  zone: string,
): string {
  const left = is_open && changes_at !== null ? changes_at - now : Number.POSITIVE_INFINITY;
  if (left <= SOON_MS) return `Ferme dans ${formatMinutes(Math.max(1, Math.ceil(left / MINUTE)))}`;
  return left < 24 * SOON_MS && changes_at !== null
    ? `Ouvert jusqu’à ${formatTimeIn(changes_at, zone)}`
    : describeOpenHours({ is_open, changes_at, by_closure }, now, zone);
}

// State that stays true until it changes or the day of the zone ends.
export function describeOpenHours(
  { is_open, changes_at, by_closure }: State,
  now: number,
  zone: string,
): string {
  if (changes_at === null) return is_open ? 'Ouvert' : 'Fermé';
  if (by_closure) return `Fermé ${formatUntil(changes_at, now, zone)}`;
  if (is_open) return `Ouvert ${formatUntil(changes_at, now, zone)}`;
  return `Ouvre ${formatDayIn(changes_at, now, zone)}à${NBSP}${formatTimeIn(changes_at, zone)}`;
}

// First instant of the next day in the zone.
export function nextMidnight(at: number, zone: string): number {
  return instantOf(Date.parse(`${dayAfter(dayAt(at, zone))}T00:00:00Z`), zone);
}

// “jusqu’à 14 h”, “jusqu’à demain 9 h”, “jusqu’au 28 novembre à 9 h”.
function formatUntil(at: number, now: number, zone: string): string {
  // midnight ends the day before
  const [day, time] = [formatDayIn(at - 1, now, zone), formatTimeIn(at, zone)];
  return day.startsWith('le ') ? `jusqu’au ${day.slice(3)}à${NBSP}${time}` : `jusqu’à ${day}${time}`;
}

function formatMinutes(minutes: number): string {
  return minutes === 60 ? `1${NBSP}h` : `${minutes}${NBSP}min`;
}

// `usual`: hours without closures.
export function openStateAt(
  spans: readonly Span[],
  now: number,
  zone: string,
  { until, usual = [] }: { until?: number; usual?: readonly OpenInterval[] } = {},
): OpenState {
  const { is_open, changes_at } = stateAt(spans, now, until);
  const by_closure = !is_open && usual.some(([, from, to]) => from <= now && now < to);
  return {
    is_open,
    changes_at: changes_at === null ? null : new Date(changes_at).toISOString(),
    ...(by_closure && { by_closure }),
    words: describeOpenState({ is_open, changes_at, by_closure }, now, zone),
  };
}

/** 'YYYY-MM-DD' in the time zone. */
export function dayAt(instant: number, zone: string): string {
  return format('en-CA', zone, { year: 'numeric', month: '2-digit', day: '2-digit' }).format(instant);
}

export function dayAfter(day: string, count = 1): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10);
}

// 'HH:MM' in the time zone.
export function timeAt(instant: number, zone: string): string {
  return format('en-GB', zone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(instant);
}

/** “9 h”, “9 h 30”, “minuit”, “midi”. */
function formatTimeIn(instant: number, zone: string): string {
  const [hour = 0, minute = 0] = timeAt(instant, zone).split(':').map(Number);
  return formatTimeOfDay(hour * 60 + minute);
}

/** Minutes since midnight. */
export function formatTimeOfDay(minutes: number): string {
  if (minutes % 1440 === 0) return 'minuit';
  if (minutes === 720) return 'midi';
  const [hour, minute] = [Math.floor((minutes % 1440) / 60), minutes % 60];
  return `${hour}${NBSP}h${minute === 0 ? '' : `${NBSP}${String(minute).padStart(2, '0')}`}`;
}

/** Empty for today; “demain ”, “lundi ”, or the date from a week on. */
function formatDayIn(instant: number, now: number, zone: string): string {
  const [day, today] = [dayAt(instant, zone), dayAt(now, zone)];
  const away = Math.round((Date.parse(day) - Date.parse(today)) / 86_400_000);
  if (away === 0) return '';
  if (away === 1) return 'demain ';
  if (away < 7) return `${format('fr', zone, { weekday: 'long' }).format(instant)} `;
  return `le ${writeFirstOfMonth(format('fr', zone, { day: 'numeric', month: 'long' }).format(instant))} `;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Cached, because creating a formatter costs as much as hundreds of uses. */
function format(locale: string, timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone} ${Object.keys(options).join()}`;
  const known = formats.get(key) ?? new Intl.DateTimeFormat(locale, { timeZone, ...options });
  formats.set(key, known);
  return known;
}
