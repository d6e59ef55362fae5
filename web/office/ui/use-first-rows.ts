import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/**
 * First rows of a long page, and the rest on demand or for printing. The focus goes to the first row that
 * came, as the button is gone.
 */
export function useFirstRows<T>(rows: readonly T[], keyOf: (row: T) => string | number, first: number) {
  const [whole, setWhole] = useState<readonly T[] | null>(null);
  const isWhole = whole === rows || rows.length <= first;

  useEffect(() => {
    const print = () => flushSync(() => setWhole(rows));
    addEventListener('beforeprint', print);
    return () => removeEventListener('beforeprint', print);
  }, [rows]);

  function showAll(): void {
    const [next] = rows.slice(first);
    flushSync(() => setWhole(rows));
    const row = next && document.querySelector(`[data-row="${CSS.escape(String(keyOf(next)))}"]`);
    row?.querySelector<HTMLElement>('a, button')?.focus();
  }

  return { shown: isWhole ? rows : rows.slice(0, first), left: isWhole ? 0 : rows.length - first, showAll };
}
