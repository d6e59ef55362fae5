import { afterEach, expect, test, vi } from 'vitest';
import { addCurrency } from './sheet-calls.ts';
import { openSheet, useSheet } from './sheet-state.ts';

const SHEET = {
  base: 'EUR',
  is_made: true,
  quote_unit: 'per_base',
  at: '2026-11-21T08:00:00.000Z',
  rows: [],
} as const;

afterEach(() => useSheet.setState(useSheet.getInitialState(), true));

test('a refused change reloads the sheet', async () => {
  const asked: unknown[] = [];
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    asked.push(`${method} ${url}`);
    if (method === 'POST') return Response.json({ message: 'Non.', code: 'no' }, { status: 400 });
    return Response.json({ ...SHEET, at: '2026-11-21T09:00:00.000Z' });
  });
  openSheet(1, { ...SHEET, rows: [], counters: [] }, 0);
  expect(await addCurrency('USD')).toBe(false);
  expect(asked).toEqual(['POST /api/fixings/sheet', 'GET /api/fixings/sheet', 'GET /api/fixings/batch/last']);
  expect(useSheet.getState().sheet?.at).toBe('2026-11-21T09:00:00.000Z');
});
