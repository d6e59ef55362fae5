/** Before the first line: without it Excel reads UTF-8 as another alphabet. */
export const CSV_MARK = '\uFEFF';

// a spreadsheet would run what begins so; the full-width forms too (OWASP, CSV injection)
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

export type CsvValue = string | Date | null;

/**
 * One line as RFC 4180 has it; a time is ISO 8601, in UTC. What a French spreadsheet opens by a press of its name has
 * semicolons, for its commas stand in numbers.
 */
export function csvLine(values: readonly CsvValue[], separator: ',' | ';' = ','): string {
  return `${values.map((value) => csvField(value, separator)).join(separator)}\r\n`;
}

/** A text that a spreadsheet would take for a formula gets an apostrophe before it, which shows it as text. */
export function withoutFormula(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

function csvField(value: CsvValue, separator: string): string {
  if (value === null) return '';
  const safe = withoutFormula(value instanceof Date ? value.toISOString() : value);
  const mustBeQuoted = safe.includes(separator) || /["\r\n]/.test(safe);
  return mustBeQuoted ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** What parts the cells of a text that somebody gives: a comma is the last guess, for it stands in French numbers. */
export function separatorOf(text: string): string {
  const lines = text
    .slice(0, 20_000)
    .split(/\r\n|[\r\n]/)
    .filter((line) => line.trim() !== '')
    .slice(0, 50);
  const holds = (separator: string) => lines.filter((line) => line.includes(separator)).length;
  return (
    ['\t', ';', '|'].find((separator) => lines.length > 0 && 2 * holds(separator) >= lines.length) ?? ','
  );
}
