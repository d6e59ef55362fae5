import { type GoodLine, isGood, type TableLine } from './table-line.ts';

// Choice among several good lines of a currency: for all, and by currency the line that a person chose.
export type Keeping = { all: 'first' | 'last' | null; lines: Readonly<Record<string, number>> };

const MAX_LISTED = 6;

type Good = TableLine & GoodLine;

// Identical good lines of a currency become one, and a line that a person left is none. Where they differ, a person
// chooses.
export function settleRepeated(
  lines: readonly TableLine[],
  { keeping = { all: null, lines: {} }, left = [] }: { keeping?: Keeping; left?: readonly number[] },
): TableLine[] {
  const merged = mergeAlike(lines).map((line) => (left.includes(line.line) ? setAside(line, 'left') : line));
  const groups = new Map<string, Good[]>();
  for (const line of merged) {
    if (!isGood(line)) continue;
    const group = groups.get(line.code);
    if (group) group.push(line);
    else groups.set(line.code, [line]);
  }
  const settled = [...groups.values()].flatMap((group) => settleCurrency(group, keeping));
  const byLine = new Map(settled.map((line) => [line.line, line]));
  return merged.map((line) => byLine.get(line.line) ?? line);
}

export function setAside(each: TableLine, outcome: 'left' | 'apart'): TableLine {
  const { line, currency, code } = each;
  return { line, currency, code, outcome, alike: 'alike' in each ? each.alike : [] };
}

function mergeAlike(lines: readonly TableLine[]): TableLine[] {
  const known = new Map<string, number[]>();
  return lines.flatMap((line): TableLine[] => {
    if (!isGood(line)) return [line];
    const { purchase = '', sale = '' } = line.draft;
    const rates = `${line.code} ${purchase} ${sale}`;
    const others = known.get(rates);
    if (others) {
      others.push(line.line);
      return [];
    }
    const alike: number[] = [];
    known.set(rates, alike);
    return [{ ...line, alike }];
  });
}

function settleCurrency(group: readonly Good[], keeping: Keeping): TableLine[] {
  const [first] = group;
  if (!first || group.length === 1) return [...group];
  const kept = findKept(group, keeping.lines[first.code], keeping.all);
  const why = kept
    ? `La ligne ${kept.line} est gardée.`
    : `${first.code} a ${group.length} taux différents, aux lignes ${formatLines(group)}.`;
  return group.map((one): TableLine => {
    if (one === kept) return one;
    const { line, currency, code, draft, alike } = one;
    return { line, currency, code, draft, alike, why, outcome: kept ? 'not_kept' : 'to_choose' };
  });
}

function formatLines(group: readonly Good[]): string {
  const numbers = group.map(({ line }) => line);
  if (numbers.length > MAX_LISTED) return `${numbers.slice(0, MAX_LISTED).join(', ')}…`;
  return `${numbers.slice(0, -1).join(', ')} et ${numbers.at(-1)}`;
}

function findKept(group: readonly Good[], chosen: number | undefined, all: Keeping['all']): Good | undefined {
  const byHand = group.find(({ line }) => line === chosen);
  if (byHand || all === null) return byHand;
  if (all === 'first') return group[0];
  const lastOf = ({ line, alike }: Good) => Math.max(line, ...alike);
  return group.reduce((one, other) => (lastOf(other) > lastOf(one) ? other : one));
}
