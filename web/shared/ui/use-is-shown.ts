import { startTransition, useEffect, useState } from 'react';

/**
 * False until what is drawn first is on the screen. For what takes longer than one waits for the first rows of a
 * list: hundreds more of them, whose place is to be kept so that a scroll position from before is found again. It
 * is then drawn in slices that a key interrupts.
 */
export function useIsShown(): boolean {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    // once it is painted
    const frame = requestAnimationFrame(() => startTransition(() => setIsShown(true)));
    return () => cancelAnimationFrame(frame);
  }, []);
  return isShown;
}
