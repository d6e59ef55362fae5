import { checkFixing, type FixingDraft, type FixingSide } from '../rates/draft.ts';
import { type GoodLine, isGood, type KnownRate, type TableLine } from './table-line.ts';

// Choice among several good lines of a currency: for all, and by currency the line that a person chose.
export type Keeping = { all: 'first' | 'last' | null; lines: Readonly<Record<string, number>> };

const MAX_LISTED = 6;

type Good = TableLine & GoodLine;

type Known = ReadonlyMap<string, KnownRate>;

const SIDES = ['purchase', 'sale'] as const;

// Identical good lines of a currency become one, and a line that a person left is none. Where they differ, a person
// chooses. A line of one side takes the other from its currency's lines, so that none of them halves a rate.
export function settleRepeated(
  lines: readonly TableLine[],
  known: Known,
  { keeping = { all: null, lines: {} }, left = [] }: { keeping?: Keeping; left?: readonly number[] },
): TableLine[] {
  const merged = mergeAlike(completeAgreed(lines, known)).map((line) =>
    left.includes(line.line) ? setAside(line, 'left') : line,
  );
  const groups = new Map<string, Good[]>();
  for (const line of merged) {
    if (!isGood(line)) continue;
    const group = groups.get(line.code);
    if (group) group.push(line);
    else groups.set(line.code, [line]);
  }
  const settled = [...groups.values()].flatMap((group) => settleCurrency(group, known, keeping));
  const byLine = new Map(settled.map((line) => [line.line, line]));
  return merged.map((line) => byLine.get(line.line) ?? line);
}

export function setAside(each: TableLine, outcome: 'left' | 'apart'): TableLine {
  const { line, currency, code } = each;
  return { line, currency, code, outcome, alike: 'alike' in each ? each.alike : [] };
}

type Amounts = Readonly<Record<FixingSide, string | undefined>>;

// A side on which all lines of a currency agree is that of each of them.
function completeAgreed(lines: readonly TableLine[], known: Known): TableLine[] {
  const values = new Map<string, Record<FixingSide, Set<string>>>();
  for (const line of lines) {
    if (!isGood(line)) continue;
    const ofCode = values.get(line.code) ?? { purchase: new Set(), sale: new Set() };
    values.set(line.code, ofCode);
    for (const side of SIDES) if (line.draft[side] !== undefined) ofCode[side].add(line.draft[side]);
  }
  const onlyOf = ([only, ...others]: Iterable<string>) => (others.length === 0 ? only : undefined);
  return lines.map((line) => {
    const ofCode = isGood(line) && values.get(line.code);
    if (!ofCode) return line;
    return complete(line, known, { purchase: onlyOf(ofCode.purchase), sale: onlyOf(ofCode.sale) });
  });
}

// Sides of the first lines that have them, or of the last; of none where a person chose the line.
function endsOf(group: readonly Good[], { all, lines }: Keeping): Amounts {
  const [{ code } = { code: '' }] = group;
  const of = (side: FixingSide) => {
    const values = group.flatMap(({ draft }) => draft[side] ?? []);
    return lines[code] === undefined ? values.at(all === 'last' ? -1 : 0) : undefined;
  };
  return { purchase: of('purchase'), sale: of('sale') };
}

function complete(line: Good, known: Known, amounts: Amounts): Good {
  const rate = known.get(line.code);
  const draft: FixingDraft = Object.fromEntries(
    SIDES.flatMap((side) => {
      const text = line.draft[side] ?? amounts[side];
      return text === undefined ? [] : [[side, text]];
    }),
  );
  if (!rate || SIDES.every((side) => draft[side] === line.draft[side])) return line;
  const checked = checkFixing(rate, draft);
  if (checked.outcome !== 'ready') return { ...line, draft };
  const isNew = rate.purchase === null && rate.sale === null;
  return { ...line, draft, outcome: isNew ? 'new' : 'changed', doubts: checked.doubts };
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

function settleCurrency(group: readonly Good[], known: Known, keeping: Keeping): TableLine[] {
  const [first] = group;
  if (!first || group.length === 1) return [...group];
  const kept = findKept(group, keeping.lines[first.code], keeping.all);
  const why = kept
    ? `La ligne ${kept.line} est gardée.`
    : `${first.code} a ${group.length} taux différents, aux lignes ${formatLines(group)}.`;
  return group.map((one): TableLine => {
    if (one === kept) return keeping.all === null ? one : complete(one, known, endsOf(group, keeping));
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
