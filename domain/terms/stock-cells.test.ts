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
  // a single column needs no branch's name
  expect(paste('Devise\tStock\nUSD\t500', 0, 1)).toEqual({
    outcome: 'read',
    cells: [{ currency: 'USD', column: 1, text: '500' }],
  });
});

test.each([
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
