/** Before the first line: without it Excel reads UTF-8 as another alphabet. */
export const CSV_MARK = '\uFEFF';

// a spreadsheet would run what begins so; the full-width forms too (OWASP, CSV injection)
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

export type CsvValue = string | Date | null;

/**
 * One line as RFC 4180 has it. A text that a spreadsheet would take for a formula gets an apostrophe before it,
 * which shows it as text; a time is ISO 8601, in UTC.
 */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(csvField).join(',')}\r\n`;
}

function csvField(value: CsvValue): string {
  if (value === null) return '';
  const text = value instanceof Date ? value.toISOString() : value;
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
