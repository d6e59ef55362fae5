import { startTransition, useEffect, useState } from 'react';

/**
 * The first rows alone when a list opens, and all of them once these are on the screen: hundreds of rows take
 * longer to draw than one waits for the first ones. The others are drawn in slices that a key interrupts; their
 * place is to be kept, so that a scroll position from before is found again.
 */
export function useFirstRows<T>(rows: readonly T[], count: number): readonly T[] {
  const [isWhole, setIsWhole] = useState(rows.length <= count);
  useEffect(() => {
    // once the first ones are painted
    const frame = requestAnimationFrame(() => startTransition(() => setIsWhole(true)));
    return () => cancelAnimationFrame(frame);
  }, []);
  return isWhole ? rows : rows.slice(0, count);
}
