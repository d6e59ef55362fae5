import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimalNumber, decimalOf, decimalText, parseDecimal } from '../money/decimal.ts';
import { formatFixing } from '../rates/draft.ts';
import { quoteOf } from '../rates/quote-unit.ts';
import { readTable, type TableChoices } from './rate-table.ts';
import type { Keeping } from './settle-repeated.ts';
import type { QuoteUnit } from './sheet.ts';
import { isGood, type KnownRate } from './table-line.ts';
import type { TableCells } from './table-numbers.ts';
import { titleWithUnit, UNITS } from './unit-titles.ts';

const rate = (code: string, label: string, mid: number, purchase: number | null = null, sale = purchase) => ({
  code,
  label,
  rate: mid,
  purchase,
  sale,
});
const rates: KnownRate[] = [
  rate('USD', 'dollar des États-Unis', 1.1361, 1.17, 1.105),
  rate('GBP', 'livre sterling', 0.8754),
  rate('CHF', 'franc suisse', 0.93),
  rate('CAD', 'dollar canadien', 1.6),
  rate('JPY', 'yen japonais', 176.2),
  rate('DKK', 'couronne danoise', 7.46),
  rate('SEK', 'couronne suédoise', 11),
  rate('KRW', 'won sud-coréen', 1550),
];
const known = { base: 'EUR', rates };
const read = (cells: TableCells) => readTable(cells, known);
const only = (cells: TableCells) => read(cells).lines[0];

test('a table with titles may have codes, names, countries and signs; other lines are ignored', () => {
  const table = read([
    ['Taux de vente du 22/11/2026', null, null, null],
    [null, null, null, null],
    ['Devise', 'Taux interm.', 'Nous vendons', 'Nous achetons'],
    ['USD', 1.1361, '1,10', '1,18'],
    ['Europe', null, null, null],
    ['Livre sterling', '0,8754', 0.85, 0.9],
    ['Japon', '176,2', '170', '184,2'],
    ['CAD - dollar canadien', '1,6', '-', '1,65'],
  ]);
  expect(table).toMatchObject({ header: 3, form: { purchase: 3, sale: 2 }, skipped: [1, 5] });
  expect(table.lines).toMatchObject([
    { line: 4, outcome: 'changed', code: 'USD', draft: { purchase: '1.18', sale: '1.1' } },
    { line: 6, outcome: 'new', code: 'GBP', draft: { purchase: '0.9', sale: '0.85' } },
    { line: 7, outcome: 'new', code: 'JPY', draft: { purchase: '184.2', sale: '170' } },
    { line: 8, outcome: 'new', code: 'CAD', draft: { purchase: '1.65' } },
  ]);
});

test.each<[string, TableCells[number], object]>([
  ['the code after the numbers', ['1,18', '1,10', 'usd'], { code: 'USD', outcome: 'changed' }],
  ['a pair', ['EUR/GBP', '0,9', '0,85'], { code: 'GBP' }],
  ['a code in brackets', ['Franc (CHF)', '0,96', '0,9'], { code: 'CHF' }],
  ['the code wins over a name', ['USD', 'dollar', '1,18', '1,10'], { code: 'USD' }],
  ['thousands', ['KRW', '1 595,70', '1.508,5'], { draft: { purchase: '1595.7', sale: '1508.5' } }],
  ['as it is', ['USD', '1,1700', '1,105'], { outcome: 'unchanged' }],
  [
    'computed',
    ['GBP', 0.1 + 0.8, 2.5 / 3],
    { draft: { purchase: '0.9', sale: '0.83333333' }, isRounded: true },
  ],
])('two columns of numbers are achat and vente, in this order: %s', (_, row, line) => {
  expect(only([row])).toMatchObject(line);
});

test.each<[TableCells[number], string | RegExp]>([
  [['XYZ', '1,18', '1,10'], 'Aucune devise reconnue.'],
  [[null, '1,18', '1,10'], 'Aucune devise reconnue.'],
  [['EUR', '1', '1'], 'EUR est la devise de base.'],
  [['couronne', '7,5', '7'], /Plusieurs devises possibles \(DKK, SEK\)/],
  [['USD', 'CAD', '1,18', '1,10'], /Plusieurs devises sur la ligne\s: USD, CAD./],
  [['USD/GBP', '1,18', '1,10'], /Plusieurs devises dans la cellule\s: USD, GBP./],
  [['GBP', '0', '0,85'], /^Achat\s: il faut un montant positif/],
  [['GBP', '0,9', -0.85], /Vente\s: le nombre doit être positif./],
  [['GBP', '0,9', '0,123456789'], /Vente\s: huit chiffres au plus après la virgule./],
  [['GBP', '0,9', '$ 0,85'], /^Vente\s: ce taux est écrit dans une autre devise/],
  [['GBP', '12 34', '0,85'], /^Achat\s: ce nombre se lit de plusieurs façons/],
  [['GBP', 'épuisé', '0,85'], /^Achat\s: ce n’est pas un nombre/],
])('%j is refused: %s', (row, why) => {
  const refused = only([['Devise', 'Libellé', 'Achat', 'Vente'].slice(-row.length), row]);
  expect(refused).toMatchObject({ outcome: 'refused', why: expect.stringMatching(why) });
});

test('a sign or a code may stand beside a number, of the currency of its line', () => {
  const line = only([
    ['Achat', '', 'Vente'],
    ['£ 0,90', 'GBP', '0,85 GBP'],
  ]);
  expect(line).toMatchObject({ outcome: 'new', draft: { purchase: '0.9', sale: '0.85' } });
});

describe('several good lines of a currency', () => {
  const twice: TableCells = [
    ['USD', '1,18', '1,10'],
    ['GBP', '0,9', '0,85'],
    ['dollar des états-unis', '1,2', '1,1'],
    ['USD', '1,18', '1,1'],
    ['USD', 'abc', 'def'],
  ];
  const outcomes = (keeping?: Keeping) =>
    readTable(twice, known, keeping && { keeping }).lines.map(({ line, outcome }) => [line, outcome]);

  test('are one where they say the same, and else a person chooses', () => {
    const { lines } = read(twice);
    expect(lines).toMatchObject([
      { line: 1, outcome: 'to_choose', why: 'USD a 2 taux différents, aux lignes 1 et 3.' },
      { line: 2, outcome: 'new' },
      { line: 3, outcome: 'to_choose' },
      { line: 5, outcome: 'refused', code: 'USD' },
    ]);
    expect(read(twice.filter((_, i) => i !== 2)).lines[0]).toMatchObject({ outcome: 'changed', alike: [3] });
  });

  test('of which the first, the last or a chosen one is kept', () => {
    const withFirst = [
      [1, 'changed'],
      [2, 'new'],
      [3, 'not_kept'],
      [5, 'refused'],
    ];
    // the last line of all says what the first one says
    expect(outcomes({ all: 'first', lines: {} })).toEqual(withFirst);
    expect(outcomes({ all: 'last', lines: {} })).toEqual(withFirst);
    expect(outcomes({ all: 'last', lines: { USD: 3 } })[2]).toEqual([3, 'changed']);
    expect(outcomes({ all: null, lines: { USD: 99 } })[0]).toEqual([1, 'to_choose']);
  });
});

describe('a line that a person leaves aside', () => {
  const cells: TableCells = [
    ['USD', '1,18', '1,10'],
    ['GBP', '0,9', '0,85'],
    ['USD', '1,2', '1,1'],
    ['USD', '1,18', '1,1'],
    ['CHF', 'abc', 'def'],
  ];
  const outcomes = (left: readonly number[]) =>
    readTable(cells, known, { left }).lines.map(({ line, outcome }) => [line, outcome]);

  test('is not taken, nor those that say the same, and the other rate of its currency is', () => {
    expect(outcomes([1])).toEqual([
      [1, 'left'],
      [2, 'new'],
      [3, 'changed'],
      [5, 'refused'],
    ]);
    expect(readTable(cells, known, { left: [1] }).lines[0]).toMatchObject({ code: 'USD', alike: [4] });
  });

  test('may be a refused one, and comes back', () => {
    expect(outcomes([2, 5]).filter(([line]) => line === 2 || line === 5)).toEqual([
      [2, 'left'],
      [5, 'left'],
    ]);
    expect(outcomes([])).toEqual([
      [1, 'to_choose'],
      [2, 'new'],
      [3, 'to_choose'],
      [5, 'refused'],
    ]);
  });
});

describe('currencies that the company has not', () => {
  const cells: TableCells = [
    ['USD', '1,18', '1,10'],
    ['GBP', '0,9', '0,85'],
    ['CHF', '0,9', '0,96'],
    ['dollars', '1,64', '1,57'],
    ['JPY', 'abc', ''],
  ];
  const own = ['USD'];
  const withOwn = (choices: TableChoices = {}) => readTable(cells, { ...known, own }, choices);
  const outcomes = (choices?: TableChoices) => withOwn(choices).lines.map(({ outcome }) => outcome);

  test('stand apart, whatever their lines are worth, until a person adds them', () => {
    expect(outcomes()).toEqual(['changed', 'apart', 'apart', 'refused', 'apart']);
    expect(outcomes({ addsOthers: true })).toEqual(['changed', 'new', 'to_correct', 'refused', 'refused']);
    for (const addsOthers of [false, true])
      expect(withOwn({ addsOthers }).others).toEqual(['GBP', 'CHF', 'JPY']);
  });

  test('are taken where a person names one, and where the company has none', () => {
    const edits = { 4: { code: 'CAD', purchase: '1,64', sale: '1,57' } };
    expect(outcomes({ edits })[3]).toBe('new');
    const { lines, others } = readTable(cells, { ...known, own: [] });
    expect([lines[1]?.outcome, others]).toEqual(['new', []]);
  });
});

describe('columns without titles', () => {
  const withMid: TableCells = [
    ['USD', '1,1361', '1,18', '1,10'],
    ['GBP', '0,8754', '0,9', '0,85'],
  ];
  const ofTwoDays = withMid.map(([code = '', , purchase = '', sale = '']) => [
    code,
    purchase,
    sale,
    purchase,
    sale,
  ]);
  test.each<[string, TableCells]>([
    ['rates of two days', ofTwoDays],
    ['one', [['USD', '1,18']]],
    [
      'two titles alike',
      [
        ['', 'Achat lundi', 'Achat mardi', 'Achat mercredi'],
        ['USD', '1,18', '1,19', '1,17'],
      ],
    ],
  ])('every line is refused: %s', (_, cells) => {
    const { lines, form } = read(cells);
    expect(form).toMatchObject({ purchase: null, sale: null });
    for (const line of lines)
      expect(line).toMatchObject({
        outcome: 'refused',
        why: expect.stringMatching(/Choisissez les colonnes/),
      });
    expect(lines).toHaveLength(cells.filter(([first]) => first !== '').length);
  });
  test('are those that fit beside a column of mid rates, in the order that fits', () => {
    expect(read(withMid)).toMatchObject({
      form: { purchase: 2, sale: 3, unit: 'per_base' },
      lines: [
        { code: 'USD', draft: { purchase: '1.18', sale: '1.1' } },
        { code: 'GBP', draft: { purchase: '0.9', sale: '0.85' } },
      ],
    });
    expect(
      read(withMid.map(([code = '', , purchase = '', sale = '']) => [code, sale, purchase])).form,
    ).toMatchObject({
      purchase: 2,
      sale: 1,
    });
  });
  test('are overridden by chosen columns, and proposed as the company last took them', () => {
    const yesterday = { unit: 'per_base', decimals: 'either', purchase: 3, sale: 4, quantity: null } as const;
    expect(readTable(ofTwoDays, known, { form: { purchase: 1, sale: 2 } }).form).toMatchObject({
      purchase: 1,
    });
    expect(readTable(ofTwoDays, { ...known, remembered: yesterday }).form).toMatchObject({
      purchase: 3,
      sale: 4,
    });
  });
});

const amount = fc
  .tuple(fc.integer({ min: 1, max: 9_999_999_999 }), fc.integer({ min: 0, max: 8 }))
  .map(([units, scale]) => units / 10 ** scale)
  .filter((value) => value < 1e7);
const withAmounts = fc.tuple(
  ...rates.map((row) => fc.tuple(amount, amount).map(([purchase, sale]) => ({ ...row, purchase, sale }))),
);

test('a table as people write it is parsed unchanged, in any order of lines and columns', () => {
  fc.assert(
    fc.property(withAmounts, fc.boolean(), fc.boolean(), (fixed, isTurned, asNumbers) => {
      const write = (value: number) => (asNumbers ? value : formatFixing(value));
      const head = ['Achat', 'Devise', 'Vente'];
      const lines = fixed.map(({ code, purchase, sale }) => [write(purchase), code, write(sale)]);
      const cells = isTurned ? [head, ...lines].map((row) => [...row].reverse()) : [head, ...lines.reverse()];
      const table = readTable(cells, { base: 'EUR', rates: fixed });
      expect(table.lines.map(({ outcome }) => outcome)).toEqual(fixed.map(() => 'unchanged'));
    }),
  );
});

test('a draft has the written digits', () => {
  fc.assert(
    fc.property(amount, (value) => {
      const text = decimalText(parseDecimal(String(value)) ?? { units: 0, scale: 0 });
      const near = { base: 'EUR', rates: [rate('GBP', 'livre sterling', value)] };
      const [line] = readTable([['GBP', text.replace('.', ','), value]], near).lines;
      if (line?.outcome !== 'new') throw new Error('a first rate is new');
      expect(line.draft).toEqual({ purchase: text, sale: text });
    }),
    { examples: [[1e-8], [9_999_999.1]] },
  );
});

const NAUGHTY = [
  '=1+1',
  '@SUM(A1)',
  '-',
  '１,１７',
  '1e5',
  'NaN',
  'Infinity',
  '0x1F',
  '٣٫١٤',
  '\u202eUSD',
  '\u0000',
  'achat/vente',
  'ACHAT',
  'vente',
  '__proto__',
  'constructor',
  '👩‍💻',
  '<script>alert(1)</script>',
  "'; DROP TABLE fixings; --",
  ' '.repeat(10_000),
  '1'.repeat(10_000),
  '1 '.repeat(5_000),
  'USD '.repeat(2_500),
  '(((((((((((((((((((((((((((((',
  '#N/A',
  '#DIV/0!',
];

test('each line is parsed or refused for any cells, and only amounts become drafts', () => {
  const cell = fc.oneof(
    fc.constantFrom(...NAUGHTY, 'USD', 'GBP', 'Achat', 'Vente', 'franc suisse', '1,17'),
    fc.double(),
    fc.string({ unit: 'grapheme' }),
    fc.constant(null),
  );
  fc.assert(
    fc.property(fc.array(fc.array(cell, { maxLength: 6 }), { maxLength: 8 }), (cells) => {
      const { lines, skipped } = read(cells);
      const told = [...lines.map(({ line }) => line), ...skipped];
      expect(new Set(told).size).toBe(told.length);
      const accepted = lines.filter(isGood);
      expect(new Set(accepted.map(({ code }) => code)).size).toBe(accepted.length);
      for (const { draft } of accepted) {
        for (const text of Object.values(draft)) {
          expect(text).toMatch(/^\d{1,7}(\.\d{1,8})?$/);
          expect(Number(text)).toBeGreaterThan(0);
        }
      }
    }),
  );
});

test('five thousand unmatched lines are parsed without a noticeable delay', () => {
  const cells = Array.from({ length: 5_000 }, (_, i) => [`rien ${i}`, '1,18', '1,10']);
  expect(read(cells).lines).toHaveLength(5_000);
});

test('in the company’s quote unit, exactly as typed, so that an exported table is unchanged', () => {
  const inEuros = (cells: TableCells) => readTable(cells, { ...known, unit: 'base_per_100' }).lines;
  expect(
    inEuros([
      ['CHF', '104,50', '110'],
      ['JPY', '0,54', '0'],
    ]),
  ).toMatchObject([
    { code: 'CHF', outcome: 'new', draft: { purchase: '0.9569378', sale: '0.90909091' }, isRounded: false },
    { code: 'JPY', outcome: 'refused' },
  ]);
  const quoted = [1.17, 1.105].map((amount) => decimalText(quoteOf(decimalOf(amount), 'base_per_100').quote));
  expect(inEuros([['USD', ...quoted]])).toMatchObject([{ code: 'USD', outcome: 'unchanged' }]);
});

test('the unit in the titles of a table overrides the company’s present unit', () => {
  const title = (side: string, unit: QuoteUnit) => titleWithUnit(side, unit);
  for (const { unit } of UNITS) {
    const quoted = [1.17, 1.105].map((amount) => decimalText(quoteOf(decimalOf(amount), unit).quote));
    for (const by of UNITS) {
      const { lines } = readTable(
        [
          ['Code', title('Achat', unit), title('Vente', unit)],
          ['USD', ...quoted],
        ],
        { ...known, unit: by.unit },
      );
      expect(lines, `${unit}, read as ${by.unit}`).toMatchObject([{ code: 'USD', outcome: 'unchanged' }]);
    }
  }
});

test('a quote in euros is parsed as the same rate, however small', () => {
  const kept = fc.tuple(fc.integer({ min: 1, max: 9_999_999 }), fc.constantFrom(0, 2, 4, 6));
  const unit = fc.constantFrom('base_per_1', 'base_per_100', 'base_per_1000');
  fc.assert(
    fc.property(kept, unit, ([units, scale], of) => {
      const amount = units / 10 ** scale;
      const { quote } = quoteOf(decimalOf(amount), of);
      const fixed = { base: 'EUR', unit: of, rates: [rate('VND', 'dong vietnamien', amount, amount)] };
      for (const cell of [decimalText(quote), decimalNumber(quote)]) {
        expect(readTable([['VND', cell, cell]], fixed).lines[0]).toMatchObject({ outcome: 'unchanged' });
      }
    }),
  );
});
