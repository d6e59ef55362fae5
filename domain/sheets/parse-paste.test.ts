import { expect, test } from 'vitest';
import type { FixingSide } from '../rates/draft.ts';
import { parsePaste } from './parse-paste.ts';
import type { QuoteUnit } from './sheet.ts';

const rows = ['USD', 'GBP', 'CHF'].map((code) => ({ code, base: 'EUR' }));
const paste = (text: string, row = 0, side: FixingSide = 'purchase', unit: QuoteUnit = 'per_base') =>
  parsePaste(text, { row, side }, rows, unit);
const figures = (...cells: readonly [row: number, side: FixingSide, text: string][]) => ({
  outcome: 'figures',
  cells: cells.map(([row, side, text]) => ({ row, side, text })),
});

test.each([
  '1,17',
  '1 234,5',
  '$ 1,17',
  '1,17 USD',
  '',
  ' \r\n',
  'bonjour',
  '1,2,3',
  '-1',
  '1,17 GBP',
  '1,17\n',
])('%j is a text that the field takes itself', (text) => {
  expect(paste(text)).toEqual({ outcome: 'text' });
});

test('figures go to the right and down from the field, and empty cells change nothing', () => {
  expect(paste('1,1750\t1,1050\r\n')).toEqual(figures([0, 'purchase', '1,1750'], [0, 'sale', '1,1050']));
  expect(paste('1,1\n\n3\n', 0, 'sale')).toEqual(figures([0, 'sale', '1,1'], [2, 'sale', '3']));
  expect(paste('\t0,85\n0,97\t', 1)).toEqual(figures([1, 'sale', '0,85'], [2, 'purchase', '0,97']));
  expect(paste('0,85 GBP\n0,93 €', 1)).toEqual(
    figures([1, 'purchase', '0,85 GBP'], [2, 'purchase', '0,93 €']),
  );
  // lines of a mail
  expect(paste('1,1750 1,1050')).toEqual(paste('1,1750\t1,1050'));
  expect(paste('17 250 ; 16 900')).toEqual(paste('17 250\t16 900'));
  // a price of 15 decimals is one where rates are written in euros
  expect(paste('0,123456789\t0,13', 0, 'purchase', 'base_per_1')).toMatchObject({ outcome: 'figures' });
});

test('figures beyond the grid are a table of the currencies of their rows', () => {
  expect(paste('1,1750\t1,1050', 0, 'sale')).toEqual({ outcome: 'table', text: 'USD\t1,1750\t1,1050' });
  expect(paste('1\t2\t3', 1)).toEqual({ outcome: 'table', text: 'GBP\t1\t2\t3' });
  expect(paste('1\n2', 2)).toEqual({ outcome: 'table', text: 'CHF\t1\n2' });
});

test.each([
  'USD\t1,17\t1,10',
  'Devise\tAchat\tVente\nUSD\t1,17\t1,10',
  '1,17\tn.c.',
  '1,17\t1,10 $',
  '1,17\n1e3',
  'USD;1,17;1,10',
  'USD 1,1600 1,1200',
  'USD 1,17\nGBP 0,87',
])('%j is a table as it comes', (text) => {
  expect(paste(text, 1)).toEqual({ outcome: 'table', text });
});
