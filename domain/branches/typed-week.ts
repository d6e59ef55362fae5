import { DAYS, MAX_SPANS, readDaily, readTime, writeDays, writeTime } from './week.ts';

/** 'HH:MM', or empty if not typed yet. 00:00 at the end of a span is midnight. */
export type TypedSpan = { readonly from: string; readonly to: string };
export type TypedWeek = readonly (readonly TypedSpan[])[];

/**
 * Week of a text of hours, incomplete spans included, because the text is the only state of the form. null: not a week
 * that the grid can show.
 */
export function readTypedWeek(text: string): TypedWeek | null {
  return readDaily<TypedSpan[]>(text, [], (spans) => {
    const read = spans.split(',').map(readSpan);
    const right = read.filter((span) => span !== null);
    return right.length === read.length && right.length <= MAX_SPANS ? right : null;
  });
}

export function writeTypedWeek(week: TypedWeek): string {
  return writeDays(
    week.map((spans) =>
      spans.map(({ from, to }) => `${from}-${to === '00:00' && from !== '' ? '24:00' : to}`).join(','),
    ),
  );
}

export function checkSpans(text: string): string | undefined {
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
      return `Les deux plages du ${name} se chevauchent. La seconde commence quand la première a fini.`;
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

function readEnd(text: string): string | null {
  if (text === '') return '';
  const minutes = readTime(text);
  return minutes === null ? null : writeTime(minutes % 1440);
}
