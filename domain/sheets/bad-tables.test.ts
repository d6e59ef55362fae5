import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
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

// Outcome of each line of a table, and the lines of another kind than expected.
function wrongLines(
  rows: typeof cells,
  table: ReturnType<typeof readTable>,
  kindOf: readonly string[],
  expected: Readonly<Record<string, RegExp>>,
): string[] {
  return outcomesOf(rows, table).flatMap((outcome, i) => {
    const kind = kindOf[i] ?? '';
    const wanted = expected[kind] ?? (kind.startsWith('no such') ? /^refused$/ : /^$/);
    return wanted.test(outcome) ? [] : [`${i + 1} ${kind}: ${outcome}: ${rows[i]?.join(' | ')}`];
  });
}

function outcomesOf(rows: typeof cells, { lines, skipped, header }: ReturnType<typeof readTable>): string[] {
  const byLine = new Map(lines.map((line) => [line.line, line]));
  const alike = new Set(lines.flatMap((line) => ('alike' in line ? line.alike : [])));
  return rows.map((row, i) => {
    const line = byLine.get(i + 1);
    if (line?.outcome === 'refused' && line.candidates.length > 0) return 'asked';
    if (line) return line.outcome;
    if (alike.has(i + 1)) return 'alike';
    if (header === i + 1) return 'header';
    const isBlank = row.every((cell) => cell === '');
    return isBlank || skipped.includes(i + 1) ? 'aside' : 'lost';
  });
}

test('each kind of line of a bad table becomes what it is', () => {
  expect(cells).toHaveLength(kinds.length);
  const table = readBad({ keeping: { all: 'first', lines: {} } });
  expect(table.form).toEqual({ unit: 'per_base', decimals: 'either', purchase: 2, sale: 3, quantity: null });
  expect(table.seemsSwapped).toBe(false);
  expect(wrongLines(cells, table, kinds, EXPECTED)).toEqual([]);
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

describe('a mail with a board in it, of other forms than the bad table', () => {
  const rows = splitTable(read('mail-and-board.txt'));
  const kindOf = JSON.parse(read('mail-and-board.kinds.json')) as string[];
  const readMail = (choices: TableChoices = {}) => readTable(rows, { base: 'EUR', rates }, choices);
  const first = { keeping: { all: 'first', lines: {} } } as const;

  test('each kind of line becomes what it is', () => {
    expect(rows).toHaveLength(kindOf.length);
    const table = readMail(first);
    const form = { unit: 'base_per_quantity', decimals: 'either', purchase: 3, sale: 4, quantity: 2 };
    expect(table).toMatchObject({ form, seemsSwapped: false });
    const good = /^new$/;
    const expected = {
      ...Object.fromEntries(['mail', 'merged header', 'header again'].map((kind) => [kind, /^aside$/])),
      ...Object.fromEntries(
        ['ok', 'flag alone', 'quantity beside', 'narrower', 'prose'].map((k) => [k, good]),
      ),
      ...Object.fromEntries(
        ['swapped', 'inverted', 'off by 10', 'off by 100', 'off by 1000'].map((kind) => [
          kind,
          /^to_correct$/,
        ]),
      ),
      ...Object.fromEntries(['blank', 'footer', 'sub-header', 'n.c.'].map((kind) => [kind, /^aside$/])),
      thousands: good,
      'one side': good,
      header: /^header$/,
      alike: /^alike$/,
      duplicate: /^not_kept$/,
      'vague name': /^asked$/,
      'pair the other way': /^asked$/,
      'one side off': /^refused$/,
      garbage: /^refused$/,
    };
    expect(wrongLines(rows, table, kindOf, expected)).toEqual([]);
  });

  test('causes are said once, and the rates that are taken are those that were meant, to the last digit', () => {
    const whys = readMail().lines.flatMap((line) =>
      line.outcome === 'to_correct' ? [[line.code, line.why]] : [],
    );
    expect(whys).toEqual([
      ['AUD', 'Achat et vente semblent inversés.'],
      ['RON', 'Écrit en RON pour 1 EUR.'],
      ['TRY', 'Cent fois trop petit.'],
      ['AED', 'Dix fois trop grand.'],
      ['KRW', 'Mille fois trop grand.'],
    ]);
    const corrections = Object.fromEntries(
      readMail().lines.flatMap((line) =>
        line.outcome === 'to_correct' ? [[line.line, line.correction.reading]] : [],
      ),
    );
    const taken = readMail({ ...first, corrections }).lines.filter(isGood);
    // euros for so many units, as they stand in the mail
    const meant: Readonly<Record<string, readonly [size: number, purchase: number, sale: number]>> = {
      USD: [1, 0.855, 0.905],
      GBP: [1, 1.13, 1.2],
      JPY: [100, 0.54, 0.58],
      CHF: [1, 1.03, 1.09],
      KWD: [1000, 2760.5, 2930],
      BHD: [1000, 2265.5, 2405],
      IQD: [10_000, 6.5, 6.9],
      SEK: [100, 8.6, 9.1],
      NOK: [100, 8.97, 9.5],
      DKK: [100, 13, 13.75],
      PLN: [1, 0.222, 0.236],
      HUF: [100, 0.266, 0.282],
      CZK: [100, 4, 4.22],
      MAD: [1, 0.0888, 0.094],
      THB: [100, 2.55, 2.71],
      AUD: [1, 0.6, 0.635],
      RON: [1, 1 / 5.45, 1 / 5.1],
      TRY: [100, 1.74, 1.85],
      AED: [1, 0.232, 0.246],
      KRW: [1000, 0.629, 0.667],
      SGD: [1, 0.667, Number.NaN],
      BRL: [1, Number.NaN, 0.174],
      IDR: [10_000, 0.476, 0.505],
      VND: [100_000, 3.28, 3.48],
    };
    const wanted = Object.entries(meant).map(([code, [size, purchase, sale]]) => [
      code,
      ...[purchase, sale].map((price) => (Number.isNaN(price) ? undefined : (size / price).toFixed(6))),
    ]);
    const round = (amount?: string) => (amount === undefined ? undefined : Number(amount).toFixed(6));
    expect(taken.map(({ code, draft }) => [code, round(draft.purchase), round(draft.sale)])).toEqual(wanted);
  });

  test('a narrower line with other numbers than the table’s is refused', () => {
    const widened = [...rows, ['ISK', '1,2', '7,08', '7,52']];
    expect(readTable(widened, { base: 'EUR', rates }).lines.at(-1)).toMatchObject({
      outcome: 'refused',
      code: 'ISK',
      why: 'Cette ligne n’a pas les colonnes du tableau. Corrigez ses nombres.',
    });
    // an aligned line, empty at its end, is read as it stands
    const trimmed = [...rows, ['', 'ISK', '100', '0,708']];
    expect(readTable(trimmed, { base: 'EUR', rates }).lines.at(-1)).toMatchObject({
      outcome: 'new',
      draft: { purchase: '141.24293785' },
    });
  });
});
