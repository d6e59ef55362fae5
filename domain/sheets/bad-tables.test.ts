import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readTable, type TableChoices } from './rate-table.ts';
import { splitTable } from './split-table.ts';
import { isGood, type KnownRate } from './table-line.ts';

const TABLES = join(import.meta.dirname, '../testing/tables');
const read = (name: string) => readFileSync(join(TABLES, name), 'utf8');
const MID_RATES = join(import.meta.dirname, '../../server/seed/data/mid-rates.json');
const { days } = JSON.parse(readFileSync(MID_RATES, 'utf8')) as {
  days: { rates: Record<string, number> }[];
};
const names = new Intl.DisplayNames(['fr'], { type: 'currency' });
const rates: KnownRate[] = Object.entries(days.at(-1)?.rates ?? {}).map(([code, rate]) => ({
  code,
  label: names.of(code) ?? code,
  rate,
  purchase: null,
  sale: null,
}));
const cells = splitTable(read('bad-table.txt'));
const kinds = JSON.parse(read('bad-table.kinds.json')) as string[];
const readBad = (choices: TableChoices = {}) => readTable(cells, { base: 'EUR', rates }, choices);

// Outcomes of a kind, once the choice of repeated lines is made.
const EXPECTED: Readonly<Record<string, RegExp>> = {
  'ok tab': /^(new|not_kept)$/,
  semicolon: /^(new|not_kept)$/,
  comma: /^(new|not_kept)$/,
  'flag + name same': /^(new|not_kept)$/,
  new: /^(new|not_kept)$/,
  'one side': /^new$/,
  'col too many': /^new$/,
  'good after garbage': /^new$/,
  'dup filler': /^(new|not_kept|alike)$/,
  duplicate: /^(new|not_kept|alike)$/,
  thousands: /^refused$/,
  'vague name': /^asked$/,
  blank: /^aside$/,
  title: /^aside$/,
  header: /^header$/,
  'sub-header': /^aside$/,
  inverted: /^to_correct$/,
  'units of 100 inverted': /^to_correct$/,
  'achat/vente swapped': /^to_correct$/,
  pair: /^(refused|asked)$/,
  'n.c.': /^(refused|aside)$/,
  garbage: /^refused$/,
  footer: /^aside$/,
};

function outcomesOf({ lines, skipped, header }: ReturnType<typeof readBad>): string[] {
  const byLine = new Map(lines.map((line) => [line.line, line]));
  const alike = new Set(lines.flatMap((line) => ('alike' in line ? line.alike : [])));
  return kinds.map((_, i) => {
    const line = byLine.get(i + 1);
    if (line?.outcome === 'refused' && line.candidates.length > 0) return 'asked';
    if (line) return line.outcome;
    if (alike.has(i + 1)) return 'alike';
    if (header === i + 1) return 'header';
    const isBlank = cells[i]?.every((cell) => cell === '');
    return isBlank || skipped.includes(i + 1) ? 'aside' : 'lost';
  });
}

test('each kind of line of a bad table becomes what it is', () => {
  expect(cells).toHaveLength(kinds.length);
  const table = readBad({ keeping: { all: 'first', lines: {} } });
  expect(table.form).toEqual({ unit: 'per_base', decimals: 'either', purchase: 2, sale: 3, quantity: null });
  expect(table.seemsSwapped).toBe(false);
  const wrong = outcomesOf(table).flatMap((outcome, i) => {
    const kind = kinds[i] ?? '';
    const expected = EXPECTED[kind] ?? (kind.startsWith('no such') ? /^refused$/ : /^$/);
    return expected.test(outcome) ? [] : [`${i + 1} ${kind}: ${outcome}: ${cells[i]?.join(' | ')}`];
  });
  expect(wrong).toEqual([]);
});

test('every rate of a bad table that is taken lies near the mid rate, once corrected by presses', () => {
  const corrections = Object.fromEntries(
    readBad().lines.flatMap((line) =>
      line.outcome === 'to_correct' ? [[line.line, line.correction.reading] as const] : [],
    ),
  );
  expect(Object.keys(corrections)).toHaveLength(24);
  for (const all of ['first', 'last'] as const) {
    const { lines } = readBad({ corrections, keeping: { all, lines: {} } });
    const good = lines.filter(isGood);
    expect(lines.filter(({ outcome }) => outcome === 'to_correct' || outcome === 'to_choose')).toEqual([]);
    expect(new Set(good.map(({ code }) => code)).size).toBe(good.length);
    expect(good.length).toBeGreaterThan(130);
    const mids = new Map(rates.map(({ code, rate }) => [code, rate]));
    for (const { code, draft, doubts } of good) {
      const mid = mids.get(code) ?? 0;
      const { purchase, sale } = draft;
      expect(purchase === undefined || Number(purchase) >= mid, code).toBe(true);
      expect(sale === undefined || Number(sale) <= mid, code).toBe(true);
      expect(doubts, code).toEqual([]);
    }
  }
});

test('of a bad table, a bureau’s forty currencies are taken by one press, and no other', () => {
  const ofKind = (...wanted: string[]) =>
    cells.flatMap((row, i) => (wanted.includes(kinds[i] ?? '') ? [row.filter((cell) => cell !== '')] : []));
  const write = (text = '') => String(Number(text.replace(',', '.')));
  // the bureau's own lines come first, and a block of the same forty repeats those that cannot be taken as they are
  const right = new Map(
    [...ofKind('duplicate'), ...ofKind('ok tab', 'semicolon', 'comma')].map(([code = '', purchase, sale]) => [
      code,
      { purchase: write(purchase), sale: write(sale) },
    ]),
  );
  expect(right.size).toBe(40);
  const { lines, others } = readTable(
    cells,
    { base: 'EUR', rates, own: [...right.keys()] },
    { keeping: { all: 'first', lines: {} } },
  );
  expect(new Map(lines.filter(isGood).map(({ code, draft }) => [code, draft]))).toEqual(right);
  expect(lines.filter(({ outcome }) => outcome === 'to_choose')).toEqual([]);
  expect(others).toHaveLength(rates.length - 40);
});

test('a cause is said once, and no sentence has an absurd percentage', () => {
  for (const line of readBad().lines) {
    if (!('why' in line)) continue;
    expect(line.why).not.toMatch(/%|marge/);
  }
  const whyOf = (code: string) => {
    const line = readBad().lines.find((one) => one.code === code && one.outcome === 'to_correct');
    return line && 'why' in line ? line.why : undefined;
  };
  expect(whyOf('KRW')).toBe('Écrit en EUR pour 1 KRW.');
  expect(whyOf('MDL')).toBe('Écrit en EUR pour 100 MDL, achat et vente semblent inversés.');
  expect(whyOf('AZN')).toBe('Achat et vente semblent inversés.');
});
