import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

const FIRST = 100;

/**
 * First rows of a long page, and the rest on demand or for printing. The focus goes to the first row that
 * came, as the button is gone.
 */
export function useFirstRows<T>(rows: readonly T[], keyOf: (row: T) => string) {
  const [whole, setWhole] = useState<readonly T[] | null>(null);
  const isWhole = whole === rows || rows.length <= FIRST;

  useEffect(() => {
    const print = () => flushSync(() => setWhole(rows));
    addEventListener('beforeprint', print);
    return () => removeEventListener('beforeprint', print);
  }, [rows]);

  function showAll(): void {
    const [next] = rows.slice(FIRST);
    flushSync(() => setWhole(rows));
    if (next) document.querySelector<HTMLElement>(`[data-row="${CSS.escape(keyOf(next))}"] a`)?.focus();
  }

  return { shown: isWhole ? rows : rows.slice(0, FIRST), left: isWhole ? 0 : rows.length - FIRST, showAll };
}
