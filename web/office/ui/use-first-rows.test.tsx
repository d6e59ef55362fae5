import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useFirstRows } from './use-first-rows.ts';

const rows = Array.from({ length: 250 }, (_, i) => `Bureau ${i}`);

function drawn(of: readonly string[]) {
  return renderHook(({ of }) => useFirstRows(of, (row) => row, 100), { initialProps: { of } });
}

test('a short list is whole', () => {
  const { result } = drawn(rows.slice(0, 100));
  expect(result.current).toMatchObject({ shown: rows.slice(0, 100), left: 0 });
});

test('a long list begins with its first rows, until another one comes', () => {
  const { result, rerender } = drawn(rows);
  expect(result.current).toMatchObject({ shown: rows.slice(0, 100), left: 150 });
  act(() => result.current.showAll());
  expect(result.current).toMatchObject({ shown: rows, left: 0 });
  rerender({ of: [...rows] });
  expect(result.current.left).toBe(150);
});

test('a printed list is whole', () => {
  const { result } = drawn(rows);
  act(() => void dispatchEvent(new Event('beforeprint')));
  expect(result.current).toMatchObject({ shown: rows, left: 0 });
});
