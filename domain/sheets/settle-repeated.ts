import { type GoodLine, isGood, type TableLine } from './table-line.ts';

// Choice among several good lines of a currency: for all, and by currency the line that a person chose.
export type Keeping = { all: 'first' | 'last' | null; lines: Readonly<Record<string, number>> };

const MAX_LISTED = 6;

type Good = TableLine & GoodLine;

// Identical good lines of a currency become one. Where they differ, a person chooses.
export function settleRepeated(
  lines: readonly TableLine[],
  keeping: Keeping = { all: null, lines: {} },
): TableLine[] {
  const groups = new Map<string, Map<string, Good[]>>();
  for (const line of lines) {
    if (!isGood(line)) continue;
    const { purchase = '', sale = '' } = line.draft;
    const rates = `${purchase} ${sale}`;
    const ofCode = groups.get(line.code) ?? new Map<string, Good[]>();
    const same = ofCode.get(rates);
    if (same) same.push(line);
    else ofCode.set(rates, [line]);
    groups.set(line.code, ofCode);
  }
  const settled = new Map<number, TableLine>();
  for (const [code, ofCode] of groups) {
    for (const line of settleCurrency(code, [...ofCode.values()], keeping)) settled.set(line.line, line);
  }
  return lines.flatMap((line) => (isGood(line) ? (settled.get(line.line) ?? []) : [line]));
}

function settleCurrency(code: string, same: readonly (readonly Good[])[], keeping: Keeping): TableLine[] {
  const merged = same.flatMap(([first, ...others]) =>
    first ? [{ ...first, alike: others.map(({ line }) => line) }] : [],
  );
  if (merged.length < 2) return merged;
  const kept = findKept(merged, keeping.lines[code], keeping.all);
  const numbers = merged.map(({ line }) => line).sort((a, b) => a - b);
  const listed =
    numbers.length > MAX_LISTED
      ? `${numbers.slice(0, MAX_LISTED).join(', ')}…`
      : `${numbers.slice(0, -1).join(', ')} et ${numbers.at(-1)}`;
  return merged.map((one): TableLine => {
    if (one === kept) return one;
    const { line, currency, draft, alike } = one;
    const begun = { line, currency, code, draft, alike };
    return kept
      ? { ...begun, outcome: 'not_kept', why: `La ligne ${kept.line} est gardée.` }
      : {
          ...begun,
          outcome: 'to_choose',
          why: `${code} a ${merged.length} taux différents, aux lignes ${listed}.`,
        };
  });
}

function findKept(
  merged: readonly Good[],
  chosen: number | undefined,
  all: Keeping['all'],
): Good | undefined {
  const byHand = merged.find(({ line }) => line === chosen);
  if (byHand || all === null) return byHand;
  const lastOf = ({ line, alike }: Good) => Math.max(line, ...alike);
  return merged.reduce((one, other) => {
    const isLater = lastOf(other) > lastOf(one);
    const isEarlier = other.line < one.line;
    return (all === 'last' ? isLater : isEarlier) ? other : one;
  });
}
