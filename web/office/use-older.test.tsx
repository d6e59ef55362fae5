import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { useClientState } from '#web/shared/feedback/client-state.ts';
import { useOlder } from './use-older.ts';

const PAGE = 3;

/** The list of 7, 6, 5 ... 1, of which the newest are loaded with the page. */
function show(newest: readonly number[], loadBefore = before) {
  return renderHook((props) => useOlder({ page: PAGE, loadBefore, ...props }), { initialProps: { newest } });
}

async function before(last: number): Promise<number[]> {
  return [last - 1, last - 2, last - 3].filter((line) => line > 0);
}

test('each call goes on from the last line, until one answers with fewer than a page', async () => {
  const { result } = show([7, 6, 5]);
  expect(result.current).toMatchObject({ lines: [7, 6, 5], isWhole: false });
  await act(() => result.current.showOlder());
  expect(result.current).toMatchObject({ lines: [7, 6, 5, 4, 3, 2], isWhole: false });
  await act(() => result.current.showOlder());
  expect(result.current).toMatchObject({ lines: [7, 6, 5, 4, 3, 2, 1], isWhole: true });
});

test('a first page that is not full is the whole list', () => {
  expect(show([2, 1]).result.current).toMatchObject({ lines: [2, 1], isWhole: true });
});

test('an empty list makes no call', async () => {
  const { result } = show([], async () => {
    throw new Error('asked');
  });
  await act(() => result.current.showOlder());
  expect(result.current.lines).toEqual([]);
});

test('a reload of the page drops the older lines', async () => {
  const { result, rerender } = show([7, 6, 5]);
  await act(() => result.current.showOlder());
  rerender({ newest: [8, 7, 6] });
  expect(result.current).toMatchObject({ lines: [8, 7, 6], isWhole: false });
});

test('older lines of a former list are not added to the reloaded one', async () => {
  let resolve: (lines: number[]) => void = () => undefined;
  const { result, rerender } = show([7, 6, 5], () => new Promise((keep) => (resolve = keep)));
  let asked: Promise<void> | undefined;
  act(() => {
    asked = result.current.showOlder();
  });
  rerender({ newest: [8, 7, 6] });
  await act(async () => {
    resolve([4, 3, 2]);
    await asked;
  });
  expect(result.current.lines).toEqual([8, 7, 6]);
});

test('a failed call shows its error and keeps the lines', async () => {
  const { result } = show([7, 6, 5], async () => {
    throw new ApiFailure(503, 'Le service est momentanément indisponible.', 'unavailable');
  });
  await act(() => result.current.showOlder());
  expect(useClientState.getState().modals.map(({ title }) => title)).toEqual(['ERREUR (503)']);
  expect(result.current).toMatchObject({ lines: [7, 6, 5], isWhole: false });
});
