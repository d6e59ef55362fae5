import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RateRow } from '#domain/rates/fixing.ts';
import { aRate } from '#domain/testing/rates.ts';
import { clearCells, typeCell, undoChange } from './cells.ts';
import { openDrafts, useDrafts } from './drafts.ts';
import { SheetField } from './SheetField.tsx';

const JPY = aRate({ code: 'JPY', rate: 184, purchase: 190, sale: 184.2 });

beforeEach(() => {
  useDrafts.setState(useDrafts.getInitialState(), true);
  clearCells();
  openDrafts(1, [JPY]);
});
afterEach(cleanup);

function Field({ row = JPY }: { row?: RateRow }) {
  const draft = useDrafts(({ rows }) => rows.JPY);
  return <SheetField row={row} draft={draft} side="sale" unit="per_base" isBusy={false} isUnusual={false} />;
}

function enter() {
  const field = screen.getByLabelText<HTMLInputElement>('Vente JPY');
  act(() => field.focus());
  const selected = () => field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0);
  return { field, selected };
}

test.each([
  ['Escape', (field: HTMLInputElement) => fireEvent.keyDown(field, { key: 'Escape' })],
  ['an undone change', () => act(undoChange)],
])('after %s the next figure replaces what is there', (_, giveBack) => {
  render(<Field />);
  const { field, selected } = enter();
  act(() => typeCell(JPY, 'sale', '158', 'per_base'));
  field.setSelectionRange(3, 3);
  giveBack(field);
  expect(field.value).toBe('184,20');
  expect(selected()).toBe('184,20');
});

test('a field shows its rate again after a colleague’s change', () => {
  const { rerender } = render(<Field />);
  const { field, selected } = enter();
  field.setSelectionRange(2, 2);
  rerender(<Field row={{ ...JPY, sale: 185.3 }} />);
  expect(selected()).toBe('185,30');
});
