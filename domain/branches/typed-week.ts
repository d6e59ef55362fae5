import { DAYS, MOST_SPANS, readDaily, readTime, writeDays, writeTime } from './week.ts';

/** As 'HH:MM', or empty while nothing is typed. 00:00 at the end of a span is midnight. */
export type TypedSpan = { readonly from: string; readonly to: string };
/** A week as it is being typed, Monday first: a span may lack one of its ends. */
export type TypedWeek = readonly (readonly TypedSpan[])[];

/**
 * The week in the grid of a text of hours, what is typed by halves included: the text alone keeps it. Null: the grid cannot
 * show what it says.
 */
export function readTypedWeek(text: string): TypedWeek | null {
  return readDaily<TypedSpan[]>(text, [], (spans) => {
    const read = spans.split(',').map(readSpan);
    const right = read.filter((span) => span !== null);
    return right.length === read.length && right.length <= MOST_SPANS ? right : null;
  });
}

/** The text of such a week. A span that lacks one of its ends is written without it, which no rule of hours allows. */
export function writeTypedWeek(week: TypedWeek): string {
  return writeDays(
    week.map((spans) =>
      spans.map(({ from, to }) => `${from}-${to === '00:00' && from !== '' ? '24:00' : to}`).join(','),
    ),
  );
}

/** What is wrong with the first span of a text of hours that is typed by halves or past another one; undefined: nothing. */
export function wrongSpan(text: string): string | undefined {
  const week = readTypedWeek(text) ?? [];
  for (const [day, spans] of week.entries()) {
    const name = DAYS[day] ?? '';
    if (spans.some(({ from, to }) => from === '' || to === '')) {
      return `Complétez les horaires du ${name}\u00a0: chaque plage a une heure d’ouverture et une heure de fermeture.`;
    }
    if (spans.some(({ from, to }) => from === to && from !== '00:00')) {
      return `Les horaires du ${name} ouvrent et ferment à la même heure.`;
    }
    const [first, second] = spans;
    if (first && second && (second.from < first.to || first.to <= first.from)) {
      return `Les deux plages du ${name} se chevauchent\u00a0: la seconde commence quand la première a fini.`;
    }
  }
  return undefined;
}

function readSpan(text: string): TypedSpan | null {
  const [from, to, ...others] = text.split('-').map((time) => time.trim());
  if (from === undefined || to === undefined || others.length > 0) return null;
  const [start, end] = [readEnd(from), readEnd(to)];
  return start === null || end === null || from === '24:00' ? null : { from: start, to: end };
}

/** The end of a day is typed as its midnight is. */
function readEnd(text: string): string | null {
  if (text === '') return '';
  const minutes = readTime(text);
  return minutes === null ? null : writeTime(minutes % 1440);
}
