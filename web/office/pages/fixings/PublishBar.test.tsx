import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aRate } from '#domain/testing/rates.ts';
import { openDrafts, typeDraft, useDrafts } from './drafts.ts';
import { PublishBar } from './PublishBar.tsx';
import { usePublication } from './publish.ts';
import { toSheetRow, useSheet } from './sheet-state.ts';

const rows = ['USD', 'GBP', 'CHF', 'JPY'].map((code) => aRate({ code }));
const RULE = { purchase_margin: 2, sale_margin: 2, rest: null };

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  vi.setSystemTime('2026-11-22T08:58:00');
  openDrafts(1, rows);
});

afterEach(() => {
  useDrafts.setState(useDrafts.getInitialState(), true);
  useSheet.setState(useSheet.getInitialState(), true);
});

const nothing = () => undefined;
const element = (
  <PublishBar rows={rows} unit="per_base" onReview={nothing} onUnreadable={nothing} onAbandoned={nothing} />
);

test('the bar says what it publishes, wherever the drafts came from, and goes with the last', () => {
  const sheetRows = rows.map((row) => ({ ...toSheetRow(row), rule: row.code === 'GBP' ? RULE : null }));
  useSheet.setState({
    sheet: { base: 'EUR', is_made: true, quote_unit: 'per_base', at: '', rows: sheetRows, counters: [] },
  });
  render(element);
  const bar = () => screen.queryByRole('region', { name: 'Publication' });
  expect(bar()).toBeNull();
  const type = (index: number, origin?: 'pasted' | 'file' | 'history') =>
    act(() => typeDraft(rows[index] as (typeof rows)[0], 'sale', '1.1', origin));
  type(0);
  expect(bar()?.textContent).toContain('1 taux en brouillonUSD · tapé à 8\u00a0h\u00a058');
  type(1, 'pasted');
  type(2, 'file');
  type(3, 'history');
  expect(screen.getByRole('status').textContent).toBe('4 taux en brouillon');
  expect(bar()?.textContent).toContain(
    'USD, GBP, CHF, JPY · 1 tapé, 1 collé, 1 lu dans un fichier, 1 repris de l’historique depuis 8\u00a0h\u00a058 · 1 suit une règle',
  );
  act(() => useDrafts.setState({ rows: {} }));
  expect(bar()).toBeNull();
});

test('late, lost and offline are three sentences', () => {
  render(element);
  const said = (['late', 'lost', 'offline'] as const).map((state) => {
    act(() => usePublication.setState({ count: 2, state }));
    return screen.getByRole('status').textContent;
  });
  expect(said).toEqual([
    '2 taux\u00a0: cela prend plus de temps que d’habitude',
    'Réponse perdue\u00a0: 2 taux sont redemandés, sans risque de doublon',
    'Hors ligne\u00a0: 2 taux partiront au retour du réseau',
  ]);
  act(() => usePublication.setState({ count: 0 }));
});
