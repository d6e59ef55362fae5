import { useState } from 'react';
import { showFailure } from '#web/shared/feedback/failure.ts';

type Options<T> = {
  /** as loaded with the page; when they change, what was asked for beyond them is forgotten */
  newest: readonly T[];
  /** how many lines a call answers with at most; fewer mean that there are no older ones */
  page: number;
  loadBefore: (last: T) => Promise<readonly T[]>;
};

/** A list that is shown newest first and read further back on demand. */
export function useOlder<T>({ newest, page, loadBefore }: Options<T>) {
  const begun = { than: newest, lines: [] as readonly T[], isWhole: newest.length < page };
  const [older, setOlder] = useState(begun);
  const { lines: beyond, isWhole } = older.than === newest ? older : begun;
  const lines = [...newest, ...beyond];

  async function showOlder(): Promise<void> {
    const last = lines.at(-1);
    if (last === undefined) return;
    try {
      const next = await loadBefore(last);
      setOlder({ than: newest, lines: [...beyond, ...next], isWhole: next.length < page });
    } catch (error) {
      showFailure(error);
    }
  }

  return { lines, isWhole, showOlder };
}
