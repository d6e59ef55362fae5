import { beforeEach, expect, test } from 'vitest';
import { openTables, type PendingTable, useTables } from './pending-table.ts';

const KEY = 'parite-tableau-1';
const TABLE: PendingTable = {
  cells: [
    ['Devise', 'Achat', 'Vente'],
    ['USD', '1,17', 1.1],
    ['GBP', null, '0,85'],
  ],
  origin: 'pasted',
  at: 1_750_000_000_000,
  choices: {
    form: { unit: 'per_base', decimals: 'comma', purchase: 1, sale: 2, quantity: null },
    corrections: { 2: { isPrice: true, quantity: 100, power: 0, isSwapped: false } },
    edits: { 3: { code: null, purchase: '', sale: '0,85' } },
    left: [3],
    keeping: { all: 'first', lines: { USD: 2 } },
    addsOthers: true,
  },
};

beforeEach(() => {
  sessionStorage.clear();
  useTables.setState(useTables.getInitialState(), true);
});

function restore(stored: unknown) {
  sessionStorage.setItem(KEY, JSON.stringify(stored));
  openTables(1);
  return useTables.getState().table;
}

test.each([
  ['with every choice', TABLE],
  ['without any', { ...TABLE, choices: {} }],
])('a stored table is restored %s', (_, stored) => {
  expect(restore(stored)).toEqual(stored);
});

test.each<[string, unknown]>([
  ['no table', 'x'],
  ['a list', []],
  ['no cells', { ...TABLE, cells: undefined }],
  ['cells of another kind', { ...TABLE, cells: [[{ text: 'USD' }]] }],
  ['no choices', { ...TABLE, choices: undefined }],
  ['another origin', { ...TABLE, origin: 'mail' }],
  ['a date as text', { ...TABLE, at: '2026-11-22' }],
  ['another unit', { ...TABLE, choices: { form: { unit: 'base_per_10' } } }],
  ['a column as a letter', { ...TABLE, choices: { form: { purchase: 'B' } } }],
  ['a correction without its unit', { ...TABLE, choices: { corrections: { 2: { isSwapped: true } } } }],
  ['an edit of another form', { ...TABLE, choices: { edits: { 2: ['USD', '1', '1'] } } }],
  ['lines left as text', { ...TABLE, choices: { left: '3' } }],
  ['another keeping', { ...TABLE, choices: { keeping: 'first' } }],
])('a table that another version stored with %s is dropped', (_, stored) => {
  expect(restore(stored)).toBeNull();
});
