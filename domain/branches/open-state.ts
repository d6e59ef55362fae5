import type { Closure, OpenState } from './branch.ts';

/**
 * Opening interval: its day in the branch's calendar, which after midnight is the day before, and its instants in
 * milliseconds since 1970. Adjacent intervals are one opening.
 */
export type OpenInterval = readonly [day: string, from: number, to: number];
/** Instants in milliseconds since 1970. */
export type Span = readonly [from: number, to: number];

export function spansOf(stretches: readonly OpenInterval[], closures: readonly Closure[]): Span[] {
  const spans: [number, number][] = [];
  for (const [day, from, to] of stretches) {
    if (isClosedOn(day, closures)) continue;
    const last = spans.at(-1);
    if (last && last[1] === from) last[1] = to;
    else spans.push([from, to]);
  }
  return spans;
}

export function isClosedOn(day: string, closures: readonly Pick<Closure, 'from_day' | 'to_day'>[]): boolean {
  return closures.some(({ from_day, to_day }) => from_day <= day && day <= to_day);
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

export function describeOpenState(
  { is_open, changes_at }: { is_open: boolean; changes_at: number | null },
  now: number,
  zone: string,
): string {
  if (changes_at === null) return is_open ? 'Ouvert' : 'Fermé';
  const left = changes_at - now;
  const time = formatTimeIn(changes_at, zone);
  if (!is_open) return `Ouvre ${formatDayIn(changes_at, now, zone)}à${NBSP}${time}`;
  if (left <= SOON_MS) return `Ferme dans ${formatMinutes(Math.max(1, Math.ceil(left / MINUTE)))}`;
  const isNear = left < 24 * SOON_MS;
  return isNear ? `Ouvert jusqu’à ${time}` : `Ouvert jusqu’à ${formatDayIn(changes_at, now, zone)}${time}`;
}

function formatMinutes(minutes: number): string {
  return minutes === 60 ? `1${NBSP}h` : `${minutes}${NBSP}min`;
}

export function openStateAt(spans: readonly Span[], now: number, zone: string, until?: number): OpenState {
  const { is_open, changes_at } = stateAt(spans, now, until);
  return {
    is_open,
    changes_at: changes_at === null ? null : new Date(changes_at).toISOString(),
    words: describeOpenState({ is_open, changes_at }, now, zone),
  };
}

/** 'YYYY-MM-DD' in the time zone. */
export function dayAt(instant: number, zone: string): string {
  return format('en-CA', zone, { year: 'numeric', month: '2-digit', day: '2-digit' }).format(instant);
}

export function dayAfter(day: string, count = 1): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10);
}

/** “9 h”, “9 h 30”, “minuit”, “midi”. */
function formatTimeIn(instant: number, zone: string): string {
  const parts = format('en-GB', zone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
    instant,
  );
  const [hour = 0, minute = 0] = parts.split(':').map(Number);
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
  return `le ${format('fr', zone, { day: 'numeric', month: 'long' }).format(instant)} `;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Cached, because creating a formatter costs as much as hundreds of uses. */
function format(locale: string, timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone} ${Object.keys(options).join()}`;
  const known = formats.get(key) ?? new Intl.DateTimeFormat(locale, { timeZone, ...options });
  formats.set(key, known);
  return known;
}
