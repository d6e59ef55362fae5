/** Byte order mark, without which Excel misreads UTF-8. */
export const CSV_MARK = '\uFEFF';

// spreadsheets run these beginnings as formulas, full-width forms included (OWASP, CSV injection)
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
// formula within a text, which another separator would split
const SPLIT_FORMULA = /([,;\t\r\n]"*)(?=[=+\-@＝＋－＠])/g;
const NUMBER = /^-?\d+(?:[.,]\d+)?$/;

export type CsvValue = string | Date | null;

/**
 * RFC 4180 line with ISO 8601 times in UTC. Semicolons serve French spreadsheets, whose numbers contain
 * commas.
 */
export function csvLine(values: readonly CsvValue[], separator: ',' | ';' = ','): string {
  return `${values.map((value) => csvField(value, separator)).join(separator)}\r\n`;
}

export function withoutFormula(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

function csvField(value: CsvValue, separator: string): string {
  if (value === null) return '';
  const text = value instanceof Date ? value.toISOString() : value;
  const safe = NUMBER.test(text) ? text : withoutFormula(text).replaceAll(SPLIT_FORMULA, "$1'");
  const mustBeQuoted = safe.includes(separator) || /["\r\n]/.test(safe);
  return mustBeQuoted ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Separator of a pasted text. A comma comes last, because French numbers contain it. */
export function separatorOf(text: string): string {
  const lines = text
    .slice(0, 20_000)
    .split(/\r\n|[\r\n]/)
    .filter((line) => line.trim() !== '')
    .slice(0, 50);
  const countLines = (separator: string) => lines.filter((line) => line.includes(separator)).length;
  return (
    ['\t', ';', '|'].find((separator) => lines.length > 0 && 2 * countLines(separator) >= lines.length) ?? ','
  );
}
