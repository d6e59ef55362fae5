import { useState } from 'react';
import { showFailure } from '#web/shared/feedback/failure.ts';

type Options<T> = {
  newest: readonly T[];
  page: number;
  loadBefore: (last: T) => Promise<readonly T[]>;
};

export function useOlder<T>({ newest, page, loadBefore }: Options<T>) {
  const initial = { than: newest, lines: [] as readonly T[], isWhole: newest.length < page };
  const [older, setOlder] = useState(initial);
  const { lines: olderLines, isWhole } = older.than === newest ? older : initial;
  const lines = [...newest, ...olderLines];

  async function showOlder(): Promise<void> {
    const last = lines.at(-1);
    if (last === undefined) return;
    try {
      const next = await loadBefore(last);
      setOlder({ than: newest, lines: [...olderLines, ...next], isWhole: next.length < page });
    } catch (error) {
      showFailure(error);
    }
  }

  return { lines, isWhole, showOlder };
}
