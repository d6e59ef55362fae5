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

test.each([
  ['1\n2\n3', 1, 0, 'dépasse la grille'],
  ['1\t2', 0, 1, 'dépasse la grille'],
  ['CHF\t1', 0, 0, 'pas de ligne CHF'],
  ['1\nabc', 0, 1, 'USD, Port\u00a0: « abc » n’est pas un montant.'],
])('%j at %d, %d is refused as a whole: %s', (text, row, column, sentence) => {
  const read = paste(text, row, column);
  expect(read).toMatchObject({ outcome: 'refused', sentence: expect.stringContaining(sentence) });
});
