// Largest table that is read.
export const MAX_BYTES = 2_000_000;
export const MAX_LINES = 5_000;

const SEPARATORS = ['\t', ';', '|'] as const;
const MAX_LINES_OF_A_CELL = 20;
const BEGINS_QUOTED = /(?:^|[\t;|,]) *"/;
const QUOTED = / *"((?:[^"]|"")*)" */y;
// Characters; a longer line is no sentence with rates.
const MAX_PROSE = 400;
const NUMBER = /^\p{Sc}?\d[\d.,'’\u00a0\u202f]*\p{Sc}?$/u;
const GROUP_BEGIN = /^[1-9]\d{0,2}(?: \d{3})*$/;
const GROUP = /^\d{3}(?:[.,]\d+)?$/;
const OWN_CURRENCY = /^(?:[A-Z]{3}|\p{Sc})$/u;
const CONNECTOR =
  /^(?:[^\p{L}\p{N}\p{Sc}\p{So}]+|et|à|a|achats?|rachats?|ventes?|buy|sell|bid|ask|achetons|vendons)$/iu;
const PAIR_OF_RATES = /(\d[.,]\d+)\s*[/\u2010-\u2015-]\s*(?=\d)/g;

// Cells of a pasted text. Each line has its own separator, since people paste from several sources at once; a line
// without any is prose, such as « USD 1,16 1,12 » from a mail.
export function splitTable(text: string): string[][] {
  return logicalLines(text.replace(/^\ufeff/, '')).map(splitLine);
}

// Lines of a text, joined where a quoted cell goes on.
function logicalLines(text: string): string[] {
  const physical = text.split(/\r\n|[\r\n]/);
  const lines: string[] = [];
  for (let i = 0; i < physical.length; i += 1) {
    let line = physical[i] ?? '';
    const isOpen = BEGINS_QUOTED.test(line) && countQuotes(line) % 2 === 1;
    const end = isOpen ? endOfQuoted(physical, i) : i;
    if (end > i) line = physical.slice(i, end + 1).join('\n');
    i = end;
    lines.push(line);
  }
  return lines;
}

function endOfQuoted(physical: readonly string[], from: number): number {
  for (let i = from + 1; i < Math.min(physical.length, from + MAX_LINES_OF_A_CELL); i += 1) {
    if (countQuotes(physical[i] ?? '') % 2 === 1) return i;
  }
  return from;
}

function countQuotes(line: string): number {
  return line.split('"').length - 1;
}

function splitLine(line: string): string[] {
  const outside = line.replace(/"(?:[^"]|"")*"/g, '""');
  const separator = SEPARATORS.find((each) => outside.includes(each));
  if (separator) return splitCells(line, separator);
  if (outside.includes(', ')) return splitCells(line.replace(/, +/g, ';'), ';');
  if (/^,|,$|,,|["\p{L}],|,["\p{L}]/u.test(outside.trim())) return splitCells(line, ',');
  return splitProse(line);
}

// Cells of a line as in RFC 4180; a quote within a cell is literal.
function splitCells(line: string, separator: string): string[] {
  const cells: string[] = [];
  let at = 0;
  while (at <= line.length) {
    QUOTED.lastIndex = at;
    const quoted = QUOTED.exec(line);
    const end = quoted ? QUOTED.lastIndex : -1;
    if (quoted && (end >= line.length || line.charAt(end) === separator)) {
      cells.push((quoted[1] ?? '').replaceAll('""', '"'));
      at = end + 1;
      if (end >= line.length) break;
      continue;
    }
    const next = line.indexOf(separator, at);
    cells.push(line.slice(at, next < 0 ? undefined : next));
    if (next < 0) break;
    at = next + 1;
  }
  return cells;
}

function splitProse(line: string): string[] {
  if (line.length > MAX_PROSE) return [line];
  const tokens = line
    .replace(PAIR_OF_RATES, '$1 ')
    .trim()
    .split(/ +/)
    .map((token) => token.replace(/(?<=.)[.,;:]+$/, ''));
  const first = tokens.findIndex((token, i) => NUMBER.test(token) && !isQuantity(tokens, i));
  if (first < 0) return [line];
  const label = tokens.slice(0, first).filter((token) => !CONNECTOR.test(token));
  const numbers: string[] = [];
  for (const token of tokens.slice(first)) {
    if (NUMBER.test(token)) numbers.push(token);
    else if (OWN_CURRENCY.test(token) && numbers.length > 0) numbers.push(`${numbers.pop()} ${token}`);
    else if (!CONNECTOR.test(token)) label.push(token);
  }
  const grouped = groupThousands(numbers);
  return [label.join(' '), ...(grouped.length < 2 && numbers.length === 2 ? numbers : grouped)];
}

function isQuantity(tokens: readonly string[], at: number): boolean {
  const next = tokens[at + 1];
  return /^10*$/.test(tokens[at] ?? '') && next !== undefined && /^\p{L}/u.test(next);
}

function groupThousands(numbers: readonly string[]): string[] {
  const grouped: string[] = [];
  for (const number of numbers) {
    const last = grouped.at(-1);
    if (last !== undefined && GROUP_BEGIN.test(last) && GROUP.test(number)) {
      grouped[grouped.length - 1] = `${last} ${number}`;
    } else grouped.push(number);
  }
  return grouped;
}
