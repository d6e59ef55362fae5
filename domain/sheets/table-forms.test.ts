import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readTable } from './rate-table.ts';
import { splitTable } from './split-table.ts';
import { describeForm, type TableUnit } from './table-form.ts';
import { isGood, type KnownRate } from './table-line.ts';
import type { TableCells } from './table-numbers.ts';

const MIDS = {
  USD: 1.1391,
  GBP: 0.8754,
  CHF: 0.93,
  CAD: 1.6,
  JPY: 176.2,
  DKK: 7.46,
  SEK: 11,
  KRW: 1550,
  THB: 37.4,
};
type Code = keyof typeof MIDS;
const names = new Intl.DisplayNames(['fr'], { type: 'currency' });
const rates: KnownRate[] = Object.entries(MIDS).map(([code, rate]) => {
  return { code, label: names.of(code) ?? code, rate, purchase: null, sale: null };
});
const known = { base: 'EUR', rates };

type Pair = { code: string; purchase: number; sale: number };

// Rates of six digits, 1 to 9 % beside the mid rate, of at least five currencies.
const goodRates = fc
  .tuple(
    fc.shuffledSubarray(Object.keys(MIDS) as Code[], { minLength: 5 }),
    fc.array(fc.integer({ min: 10, max: 90 }), { minLength: 18, maxLength: 18 }),
  )
  .map(([codes, margins]) =>
    codes.map((code, i): Pair => {
      const at = (margin: number) => Number((MIDS[code] * (1 + margin / 1000)).toPrecision(6));
      return { code, purchase: at(margins[2 * i] ?? 20), sale: at(-(margins[2 * i + 1] ?? 20)) };
    }),
  );

// Figure as people write it, exact enough to be the same rate again.
const write = (value: number, sign = ',') => String(Number(value.toPrecision(12))).replace('.', sign);

const drafts = (pairs: readonly Pair[]) =>
  pairs.map(({ code, purchase, sale }) => [code, String(purchase), String(sale)]);
const taken = (cells: TableCells, choices: Parameters<typeof readTable>[2] = {}) =>
  readTable(cells, known, choices)
    .lines.filter(isGood)
    .map(({ code, draft }) => [code, draft.purchase, draft.sale]);

const FORMS: Readonly<Record<string, (pair: Pair, sign: string) => string[]>> = {
  per_base: ({ code, purchase, sale }, sign) => [code, write(purchase, sign), write(sale, sign)],
  base_per_1: ({ code, purchase, sale }, sign) => [code, write(1 / purchase, sign), write(1 / sale, sign)],
  base_per_100: ({ code, purchase, sale }, sign) => [
    code,
    write(100 / purchase, sign),
    write(100 / sale, sign),
  ],
  base_per_1000: ({ code, purchase, sale }, sign) => [
    code,
    write(1000 / purchase, sign),
    write(1000 / sale, sign),
  ],
};

describe('good rates are read back as they are, digit by digit', () => {
  const direction = fc.constantFrom('per_base', 'base_per_1', 'base_per_100', 'base_per_1000');
  const sign = fc.constantFrom(',', '.');

  test('in any direction, between any separators, with the columns in any order', () => {
    const separator = fc.constantFrom('\t', ';', '|');
    fc.assert(
      fc.property(
        goodRates,
        direction,
        sign,
        separator,
        fc.boolean(),
        (pairs, unit, decimals, between, isTurned) => {
          const rows = pairs.map((pair) => FORMS[unit]?.(pair, decimals) ?? []);
          const text = rows.map((row) => (isTurned ? [...row].reverse() : row).join(between)).join('\r\n');
          const cells = splitTable(text);
          expect(readTable(cells, known).form).toMatchObject({ unit, purchase: 1 });
          expect(taken(cells)).toEqual(drafts(pairs));
        },
      ),
    );
  });

  test('with a column of units, or the quantity beside the currency', () => {
    const quantities = fc.array(fc.constantFrom(1, 10, 100, 1000), { minLength: 9, maxLength: 9 });
    fc.assert(
      fc.property(goodRates, quantities, fc.boolean(), (pairs, sizes, isColumn) => {
        const rows = pairs.map(({ code, purchase, sale }, i) => {
          const size = sizes[i] ?? 1;
          const figures = [write(size / purchase), write(size / sale)];
          return isColumn ? [code, String(size), ...figures] : [`${size} ${code}`, ...figures];
        });
        const titles = isColumn ? [['Devise', 'Unité', 'Achat', 'Vente']] : [['Devise', 'Achat', 'Vente']];
        expect(taken([...titles, ...rows])).toEqual(drafts(pairs));
      }),
    );
  });

  test('after one press on a line that is inverted, swapped, or off by a power of ten', () => {
    const wrongs: readonly ((pair: Pair) => [purchase: number, sale: number])[] = [
      ({ purchase, sale }) => [1 / purchase, 1 / sale],
      ({ purchase, sale }) => [sale, purchase],
      ({ purchase, sale }) => [10 * purchase, 10 * sale],
      ({ purchase, sale }) => [100 * purchase, 100 * sale],
      ({ purchase, sale }) => [1000 * purchase, 1000 * sale],
      ({ purchase, sale }) => [purchase / 10, sale / 10],
      ({ purchase, sale }) => [purchase / 100, sale / 100],
    ];
    fc.assert(
      fc.property(goodRates, fc.constantFrom(...wrongs), (pairs, wrong) => {
        const rows = pairs.map((pair, i) => {
          const [purchase, sale] = i === 0 ? wrong(pair) : [pair.purchase, pair.sale];
          return [pair.code, write(purchase), write(sale)];
        });
        const cells = [['Devise', 'Achat', 'Vente'], ...rows];
        const [line] = readTable(cells, known).lines;
        if (line?.outcome !== 'to_correct') throw new Error(`${line?.outcome}: ${rows[0]?.join(' ')}`);
        expect(taken(cells)).toEqual(drafts(pairs.slice(1)));
        const corrections = { [line.line]: line.correction.reading };
        expect(taken(cells, { corrections })).toEqual(drafts(pairs));
      }),
    );
  });

  test('where lone groups are thousands, by the sign that fits', () => {
    const cells: TableCells = [
      ['KRW', '1.596', '1.508'],
      ['JPY', '181,5', '170,9'],
      ['USD', '1,18', '1,10'],
    ];
    const { form, lines } = readTable(cells, known);
    expect(form.decimals).toBe('comma');
    expect(lines[0]).toMatchObject({ outcome: 'new', draft: { purchase: '1596', sale: '1508' } });
  });
});

describe('the form of a table', () => {
  const inEuros: TableCells = [
    ['Devise', 'Achat', 'Vente'],
    ['USD', '0,86', '0,90'],
    ['CHF', '1,05', '1,10'],
  ];

  test('is said in one line', () => {
    const { form } = readTable(inEuros, known);
    expect(describeForm(form, 'EUR')).toBe(
      'Lu en € pour 1 unité, achat en colonne B, vente en colonne C, décimales après virgule ou point.',
    );
  });

  test('is corrected by a person, and what was taken last is proposed while it fits', () => {
    const form = { unit: 'per_base' as TableUnit };
    expect(readTable(inEuros, known, { form }).lines).toMatchObject([{ outcome: 'to_correct' }, {}]);
    const remembered = {
      unit: 'base_per_1',
      decimals: 'either',
      purchase: 1,
      sale: 2,
      quantity: null,
    } as const;
    const perUnit: TableCells = [
      ['USD', '1,18', '1,10'],
      ['CHF', '0,96', '0,9'],
    ];
    expect(readTable(perUnit, { ...known, remembered }).form.unit).toBe('per_base');
    // rate that both directions leave open
    expect(readTable([['CHF', '1', '1']], { ...known, remembered }).form.unit).toBe('base_per_1');
    expect(readTable([['CHF', '1', '1']], known).form.unit).toBe('per_base');
  });

  test('keeps the titles where both columns seem to be the other’s, and says so', () => {
    const swapped = inEuros.map(([code = null, purchase = null, sale = null]) => [code, sale, purchase]);
    const table = readTable([['Devise', 'Achat', 'Vente'], ...swapped.slice(1)], known);
    expect(table).toMatchObject({ seemsSwapped: true, form: { purchase: 1, sale: 2, unit: 'base_per_1' } });
    expect(table.lines).toMatchObject([
      { outcome: 'to_correct', why: 'Achat et vente semblent inversés.' },
      { outcome: 'to_correct' },
    ]);
    const corrected = readTable([['Devise', 'Achat', 'Vente'], ...swapped.slice(1)], known, {
      form: { ...table.form, purchase: 2, sale: 1 },
    });
    expect(corrected).toMatchObject({ seemsSwapped: false, lines: [{ outcome: 'new' }, { outcome: 'new' }] });
  });
});

describe('achat and vente', () => {
  const direction = fc.constantFrom('per_base', 'base_per_1', 'base_per_100', 'base_per_1000');

  test('are never proposed against their titles, whatever fits and whatever was taken last', () => {
    fc.assert(
      fc.property(
        goodRates,
        direction,
        fc.boolean(),
        fc.boolean(),
        direction,
        (pairs, unit, isSwapped, isSaleFirst, last) => {
          const titles = isSaleFirst ? ['Devise', 'Vente', 'Achat'] : ['Devise', 'Achat', 'Vente'];
          const titled = isSaleFirst ? { purchase: 2, sale: 1 } : { purchase: 1, sale: 2 };
          const rows = pairs.map((pair) => {
            const [code = '', purchase = '', sale = ''] = FORMS[unit]?.(pair, ',') ?? [];
            return isSwapped === isSaleFirst ? [code, purchase, sale] : [code, sale, purchase];
          });
          const swappedColumns = { purchase: titled.sale, sale: titled.purchase };
          const remembered = { unit: last, decimals: 'either', quantity: null, ...swappedColumns } as const;
          const table = readTable([titles, ...rows], { ...known, remembered });
          expect(table.form).toMatchObject(titled);
          expect(table.seemsSwapped).toBe(isSwapped);
          if (!isSwapped) return;
          expect(table.lines.filter(isGood)).toEqual([]);
          const exchanged = { ...table.form, ...swappedColumns };
          expect(taken([titles, ...rows], { form: exchanged })).toEqual(drafts(pairs));
        },
      ),
    );
  });

  test('keep the order of titles that stand above other columns', () => {
    const rows: TableCells = [
      ['USD', 'dollar', '1,10', '1,18'],
      ['CHF', 'franc', '0,90', '0,96'],
    ];
    const shifted: TableCells = [['Achat', 'Vente', '', ''], ...rows];
    expect(readTable(shifted, known)).toMatchObject({ form: { purchase: 2, sale: 3 }, seemsSwapped: true });
    expect(readTable([['Vente', 'Achat', '', ''], ...rows], known)).toMatchObject({
      form: { purchase: 3, sale: 2 },
      seemsSwapped: false,
    });
  });

  test('are read in the direction in which their titles are right, where both fit', () => {
    const near = {
      base: 'EUR',
      rates: [{ code: 'USD', label: 'dollar', rate: 1, purchase: null, sale: null }],
    };
    const cells: TableCells = [
      ['Devise', 'Achat', 'Vente'],
      ['USD', '0,97', '1,02'],
    ];
    expect(readTable(cells, near)).toMatchObject({ form: { unit: 'base_per_1' }, seemsSwapped: false });
  });
});

describe('a vague name', () => {
  test.each([
    ['Dollars', '1,16', 'USD'],
    ['Dollars', '1,63', 'CAD'],
    ['Couronnes', '7,6', 'DKK'],
  ])('%s at %s offers its candidates, the likeliest first', (name, purchase, code) => {
    const [line] = readTable(
      [
        ['Devise', 'Achat', 'Vente'],
        [name, purchase, ''],
      ],
      known,
    ).lines;
    if (line?.outcome !== 'refused') throw new Error('a vague name is asked');
    expect(line.candidates[0]).toBe(code);
    expect(line.candidates.length).toBeGreaterThan(1);
  });

  test('is taken once its currency is chosen', () => {
    const edits = { 1: { code: 'USD', purchase: '1,16', sale: '1,12' } };
    expect(
      readTable([['Dollars', '1,16', '1,12']], known, { edits, form: { purchase: 1, sale: 2 } }).lines,
    ).toMatchObject([
      { outcome: 'new', code: 'USD', draft: { purchase: '1.16', sale: '1.12' }, isCorrected: true },
    ]);
  });

  test('and a flag alone is the currency of its country', () => {
    expect(readTable([['🇨🇭', '0,96', '0,90']], known).lines[0]).toMatchObject({
      code: 'CHF',
      outcome: 'new',
    });
  });
});
