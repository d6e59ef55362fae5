import { expect, test } from 'vitest';
import { formatStock, parseStockPaste, readStock } from './stock-cells.ts';

test.each<[string, number | null | 'refused']>([
  ['1 500', 1500],
  ['1.500', 1500],
  ['80,5', 80.5],
  ['1 500 $', 1500],
  ['USD 20', 20],
  ['', null],
  ['  ', null],
  ['0', 0],
  ['1,005.004', 'refused'],
  ['£ 20', 'refused'],
  ['mille', 'refused'],
  ['-5', 'refused'],
  ['1 000 000 000', 1_000_000_000],
  ['1000000001', 'refused'],
])('%j is a stock of dollars', (typed, ready) => {
  const read = readStock(typed, 'USD');
  expect(read.outcome === 'read' ? read.ready : read.outcome).toBe(ready);
});

test.each([
  [1500, '1\u202f500'],
  [80.5, '80,5'],
  [0, '0'],
])('%d is written and read back', (ready, text) => {
  expect(formatStock(ready)).toBe(text);
  expect(readStock(text, 'USD')).toEqual({ outcome: 'read', ready });
});

const grid = { currencies: ['EUR', 'USD', 'GBP'], branches: ['Gare', 'Port'] };
const paste = (text: string, row = 0, column = 0) => parseStockPaste(text, grid, { row, column });

test('a pasted table goes to the rows and columns from its cell on', () => {
  expect(paste('1 000\t2 000\r\n\t300\r\n', 1)).toEqual({
    outcome: 'read',
    cells: [
      { currency: 'USD', column: 0, text: '1 000' },
      { currency: 'USD', column: 1, text: '2 000' },
      { currency: 'GBP', column: 1, text: '300' },
    ],
  });
});

test('lines that begin with codes go to the rows of those, in any order', () => {
  expect(paste('gbp\t5\nEUR\t7', 2, 1)).toEqual({
    outcome: 'read',
    cells: [
      { currency: 'GBP', column: 1, text: '5' },
      { currency: 'EUR', column: 1, text: '7' },
    ],
  });
});

test('titles name the branches of their columns, in any order', () => {
  const expected = {
    outcome: 'read',
    cells: [
      { currency: 'USD', column: 1, text: '500' },
      { currency: 'USD', column: 0, text: '1 000 $' },
      { currency: 'GBP', column: 0, text: '20' },
    ],
  };
  expect(paste('Devise\tPort\tAgence Gare\nUSD\t500\t1 000 $\nGBP\t\t20', 2, 1)).toEqual(expected);
  expect(paste('Code\tNom\tPORT\tgare\nUSD\tdollar\t500\t1 000 $\nGBP\tlivre\t\t20')).toEqual(expected);
  expect(paste('Port\tGare\n500\t1 000 $\n\t20', 1)).toEqual(expected);
  expect(paste('\tPort\tGare\nUSD\t500\t1 000 $\nGBP\t\t20')).toEqual(expected);
  // a single column needs no branch's name
  expect(paste('Devise\tStock\nUSD\t500', 0, 1)).toEqual({
    outcome: 'read',
    cells: [{ currency: 'USD', column: 1, text: '500' }],
  });
});

test.each([
  ['EUR\t1\n\nUSD\t2', ['EUR 0 1', 'USD 0 2']],
  ['1\n\n2', ['EUR 0 1', 'GBP 0 2']],
  [' 5 \t 6 ', ['EUR 0 5', 'EUR 1 6']],
  ['1\n2\t3', ['EUR 0 1', 'USD 0 2', 'USD 1 3']],
  ['USD\t\t\nEUR\t7\t8', ['EUR 0 7', 'EUR 1 8']],
  ['\t\n1\t2', ['USD 0 1', 'USD 1 2']],
  ['Gare\t\tPort\n1\t\t2', ['EUR 0 1', 'EUR 1 2']],
  ['Devise\tGare\nUSD\t5 $', ['USD 0 5 $']],
  ['\t\n\t', []],
])('%j has the cells %j', (text, expected) => {
  const read = paste(text);
  const cells = read.outcome === 'read' ? read.cells : [];
  expect(read.outcome).toBe('read');
  expect(cells.map(({ currency, column, text: cell }) => `${currency} ${column} ${cell}`)).toEqual(expected);
});

test('a title is the branch of that very name, where it has the names of several', () => {
  const read = parseStockPaste(
    'Devise\tGare\tGare Nord\nUSD\t1\t2',
    {
      currencies: ['USD'],
      branches: ['Gare Nord', 'Gare'],
    },
    { row: 0, column: 0 },
  );
  expect(read).toMatchObject({
    cells: [
      { column: 1, text: '1' },
      { column: 0, text: '2' },
    ],
  });
});

test('a table has at most a thousand amounts', () => {
  const branches = Array.from({ length: 1_001 }, (_, i) => `Agence ${i}`);
  const row = (count: number) =>
    parseStockPaste(
      Array<string>(count).fill('1').join('\t'),
      { currencies: ['EUR'], branches },
      { row: 0, column: 0 },
    );
  expect(row(1_000).outcome).toBe('read');
  expect(row(1_001)).toEqual({
    outcome: 'refused',
    sentence: 'Collage refusé. Collez 1\u202f000 montants au plus.',
  });
});

test.each([
  ['mille\n', 0, 0, 'EUR, Gare\u00a0: « mille »'],
  ['Gare\t5\n1\t2', 0, 0, 'EUR, Gare\u00a0: « Gare »'],
  ['EURO\t1', 0, 0, 'EUR, Gare\u00a0: « EURO »'],
  ['USD\t1\n5\t2', 0, 0, 'EUR, Gare\u00a0: « USD »'],
  ['Devise\tGare\nDollar\t1\n\t2', 0, 0, 'La colonne « Devise »'],
  ['Devise\tGare Port\tGare\nUSD\t1\t2', 0, 0, 'Aucune agence ne s’appelle « Gare Port ».'],
  ['Devise\tGare\tNord\nUSD\t1\t2', 0, 0, 'Aucune agence ne s’appelle « Nord ».'],
  ['Devise\tGare\nDollar\t1', 0, 0, 'La colonne « Devise » ne donne pas les codes des devises, comme USD.'],
  ['Devise\tGare\nUSD\tn.c.\nGBP\t1', 0, 0, 'USD, Gare\u00a0: « n.c. » n’est pas un montant.'],
  ['1\n2\n3', 1, 0, 'dépasse la grille'],
  ['1\t2', 0, 1, 'dépasse la grille'],
  ['CHF\t1', 0, 0, 'pas de ligne CHF'],
  ['1\nabc', 0, 1, 'USD, Port\u00a0: « abc » n’est pas un montant.'],
])('%j at %d, %d is refused as a whole: %s', (text, row, column, sentence) => {
  const read = paste(text, row, column);
  expect(read).toMatchObject({ outcome: 'refused', sentence: expect.stringContaining(sentence) });
});
