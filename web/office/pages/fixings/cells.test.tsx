import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { aRate } from '#domain/testing/rates.ts';
import {
  abandonDrafts,
  amountOf,
  clearCells,
  clearPublishedCells,
  clearRowCells,
  countAbandoned,
  firstUnreadableField,
  formatQuote,
  formatReading,
  formatStoredRate,
  leaveCell,
  pasteCells,
  refuse,
  replaceDraft,
  resetCell,
  rewriteCells,
  takeBackAbandoned,
  typeCell,
  undoChange,
  useCells,
  useReadableRows,
  useUnreadableCount,
} from './cells.ts';
import { dropDraft, leaveDraft, mergeNewer, openDrafts, startRead, useDrafts } from './drafts.ts';

const AT = '2026-11-21T08:00:00.000Z';
const LATER = '2026-11-21T09:00:00.000Z';

const USD = aRate({ updated_at: AT });

const draft = () => useDrafts.getState().rows.USD;
const cell = (side: string) => useCells.getState().cells[`${side}-USD`];

beforeEach(() => {
  sessionStorage.clear();
  useDrafts.setState(useDrafts.getInitialState(), true);
  openDrafts(1, [USD]);
  clearCells();
});

test('a figure being typed keeps its unit when a colleague changes the sheet’s', () => {
  typeCell(USD, 'sale', '1,1', 'per_base');
  typeCell(USD, 'purchase', '1,17,5', 'per_base');
  rewriteCells();
  // nobody is in the field: its draft is shown in the new unit; what has to be corrected stays
  expect(cell('sale')).toBeUndefined();
  expect(cell('purchase')).toMatchObject({ text: '1,17,5' });

  const field = document.createElement('input');
  field.id = 'sale-USD';
  document.body.append(field);
  field.focus();
  typeCell(USD, 'sale', '1,1', 'per_base');
  rewriteCells();
  typeCell(USD, 'sale', '1,12', 'base_per_1');
  expect(draft()?.sale).toBe('1.12');
  expect(formatStoredRate(1.12, cell('sale'), 'base_per_1')).toBe('1\u00a0€ = 1,1200');
  field.remove();
  leaveCell(USD, 'sale', 'base_per_1');
  expect(cell('sale')).toBeUndefined();
});

test('undo restores a draft that a table or the history replaced', () => {
  typeCell(USD, 'sale', '1,09', 'per_base');
  leaveCell(USD, 'sale', 'per_base');
  replaceDraft(USD, { purchase: '1.18', sale: '1.12' });
  expect(draft()).toMatchObject({ purchase: '1.18', sale: '1.12' });
  undoChange();
  expect(draft()).toMatchObject({ sale: '1.09' });
  expect(draft()?.purchase).toBeUndefined();
});

test('a pasted block is one change, which one undo brings back', () => {
  const GBP = aRate({ code: 'GBP', purchase: 0.9, sale: 0.85, updated_at: AT });
  openDrafts(1, [USD, GBP]);
  typeCell(USD, 'sale', '1,09', 'per_base');
  leaveCell(USD, 'sale', 'per_base');
  pasteCells(
    [
      { row: USD, side: 'purchase', text: '1,18' },
      { row: USD, side: 'sale', text: '1,12' },
      { row: GBP, side: 'purchase', text: '0,91' },
    ],
    'per_base',
  );
  expect(draft()).toMatchObject({ purchase: '1.18', sale: '1.12', origin: 'pasted' });
  expect(useDrafts.getState().rows.GBP).toMatchObject({ purchase: '0.91' });
  // fields without the focus show their drafts
  expect(useCells.getState().cells).toEqual({});
  undoChange();
  expect(draft()).toMatchObject({ sale: '1.09' });
  expect(draft()?.purchase).toBeUndefined();
  expect(useDrafts.getState().rows.GBP).toBeUndefined();
  undoChange();
  expect(draft()).toBeUndefined();
});

test('unreadable texts count among what is abandoned, and come back', () => {
  typeCell(USD, 'sale', '1,2,3', 'per_base');
  const { result } = renderHook(useUnreadableCount);
  expect(result.current).toBe(1);
  act(abandonDrafts);
  expect(result.current).toBe(0);
  const { abandoned } = useCells.getState();
  expect(abandoned && countAbandoned(abandoned)).toBe(1);
  act(takeBackAbandoned);
  expect(result.current).toBe(1);
});

test.each([
  [1.14942529, 'per_base', '1,1494'],
  [8.1, 'per_base', '8,1000'],
  [17250.5, 'per_base', '17\u202f250,5'],
  [0.00002189, 'per_base', '0,00002189'],
  [1.1361, 'base_per_1', '0,8802'],
  [176.2, 'base_per_1', '0,005675'],
  [null, 'per_base', ''],
] as const)('%s in %s reads %j', (amount, unit, text) => {
  expect(formatReading(amount, unit)).toBe(text);
});

test('leading zeros are no error until the field is left', () => {
  for (const text of ['0', '0,', '0,0']) {
    typeCell(USD, 'sale', text, 'per_base');
    expect(cell('sale')?.isBegun).toBe(true);
  }
  expect(firstUnreadableField()).toBe('sale-USD');
  leaveCell(USD, 'sale', 'per_base');
  expect(cell('sale')).toMatchObject({ isBegun: false, sentence: expect.any(String) });
  typeCell(USD, 'sale', '0,05', 'per_base');
  expect(cell('sale')).toMatchObject({ isBegun: false, sentence: null });
});

test('a grid draft of .5 is shown as an amount', () => {
  expect([amountOf('.5'), amountOf('5.'), amountOf('x')]).toEqual([0.5, 5, null]);
});

test.each([
  ['1,169', '1.169'],
  ['1.169', '1.169'],
  [',9046', '0.9046'],
  ['1 234,5', '1234.5'],
  ['1.234,5', '1234.5'],
])('%s is the draft %s', (text, kept) => {
  typeCell(USD, 'sale', text, 'per_base');
  expect(draft()?.sale).toBe(kept);
});

test('euros for one are stored as units for one euro and shown as typed', () => {
  typeCell(USD, 'sale', '0,8999', 'base_per_1');
  expect(draft()?.sale).toBe('1.11123458');
  leaveCell(USD, 'sale', 'base_per_1');
  expect(cell('sale')).toBeUndefined();
  expect(formatQuote(1.11123458, 'base_per_1')).toBe('0,8999');
  expect(formatStoredRate(1.11123458, undefined, 'base_per_1')).toBeNull();
  expect(formatStoredRate(1.105, undefined, 'base_per_1')).toBe('1\u00a0€ = 1,1050');
  expect(formatStoredRate(1.105, undefined, 'per_base')).toBeNull();
});

test('an inexact quote stays as typed beside its stored rate', () => {
  typeCell(USD, 'sale', '12345,678', 'base_per_1');
  leaveCell(USD, 'sale', 'base_per_1');
  expect(cell('sale')?.text).toBe('12345,678');
  expect(formatStoredRate(0.000081, { text: '12345,678', unit: 'base_per_1' }, 'base_per_1')).toBe(
    '1\u00a0€ = 0,000081',
  );
});

test('unreadable text stays in its field with its error and publishes nothing', () => {
  typeCell(USD, 'sale', '1,2,3', 'per_base');
  leaveCell(USD, 'sale', 'per_base');
  leaveDraft(USD, 'sale');
  expect(cell('sale')?.sentence).toBeTruthy();
  expect(firstUnreadableField()).toBe('sale-USD');
  expect(draft()?.sale).toBeUndefined();
  typeCell(USD, 'sale', '1,2', 'per_base');
  expect(firstUnreadableField()).toBeUndefined();
});

test('the last change is undone as a whole, then the one before', () => {
  for (const text of ['1', '1,', '1,1', '1,11']) typeCell(USD, 'sale', text, 'per_base');
  leaveCell(USD, 'sale', 'per_base');
  for (const text of ['1', '1,2']) typeCell(USD, 'purchase', text, 'per_base');
  leaveCell(USD, 'purchase', 'per_base');
  expect(draft()).toMatchObject({ sale: '1.11', purchase: '1.2' });
  undoChange();
  expect(draft()).toMatchObject({ sale: '1.11' });
  expect(draft()?.purchase).toBeUndefined();
  undoChange();
  expect(draft()).toBeUndefined();
  undoChange();
  expect(draft()).toBeUndefined();
});

test('resetting a field can be undone', () => {
  typeCell(USD, 'sale', '1,11', 'per_base');
  leaveCell(USD, 'sale', 'per_base');
  resetCell(USD, 'sale');
  leaveDraft(USD, 'sale');
  expect(draft()).toBeUndefined();
  undoChange();
  expect(draft()).toMatchObject({ sale: '1.11' });
});

test('a currency’s refusal disappears with the next key', () => {
  refuse([{ currency: 'USD', message: 'Trop haut.' }]);
  expect(useCells.getState().refused).toEqual({ USD: 'Trop haut.' });
  typeCell(USD, 'sale', '1', 'per_base');
  expect(useCells.getState().refused).toEqual({});
});

test('a colleague’s publication shows and leaves drafts alone', () => {
  typeCell(USD, 'sale', '1,11', 'per_base');
  const theirs = { ...USD, sale: 1.1, updated_at: LATER };
  const asked = startRead();
  mergeNewer([theirs]);
  expect(useDrafts.getState().newer.USD).toBe(theirs);
  expect(draft()).toMatchObject({ sale: '1.11', seen: AT, isChanged: true });
  // older news change nothing
  mergeNewer([USD], asked);
  expect(useDrafts.getState().newer.USD).toBe(theirs);
  // the very rate that was about to be published: nothing is left to publish
  mergeNewer([{ ...theirs, sale: 1.11 }]);
  expect(draft()?.isChanged).toBe(false);
});

test('a rate under unreadable text cannot be confirmed', () => {
  const { result } = renderHook(() => useReadableRows([USD]));
  expect(result.current).toEqual([USD]);
  act(() => typeCell(USD, 'sale', 'abc', 'per_base'));
  expect(result.current).toEqual([]);
});

test('a finished publication clears neither the focused field nor unpublished ones', () => {
  const GBP = { ...USD, code: 'GBP' };
  openDrafts(1, [USD, GBP]);
  typeCell(USD, 'sale', '1,1', 'per_base');
  typeCell(USD, 'purchase', 'abc', 'per_base');
  typeCell(GBP, 'sale', '0,85', 'per_base');
  dropDraft('USD');
  const field = document.createElement('input');
  field.id = 'sale-USD';
  document.body.append(field);
  field.focus();
  clearPublishedCells(['USD']);
  expect(cell('sale')?.text).toBe('1,1');
  field.remove();
  clearPublishedCells(['USD']);
  expect(cell('sale')).toBeUndefined();
  expect(useCells.getState().cells['sale-GBP']?.text).toBe('0,85');
  // what is published is taken back as a whole; what is not, change by change
  expect(
    useCells
      .getState()
      .changes.flat()
      .map(({ code }) => code),
  ).toEqual(['GBP']);
});

test('a rate set elsewhere or off the sheet leaves no text that blocks a publication', () => {
  typeCell(USD, 'sale', 'abc', 'per_base');
  expect(firstUnreadableField()).toBe('sale-USD');
  clearRowCells('USD');
  expect(firstUnreadableField()).toBeUndefined();
});
