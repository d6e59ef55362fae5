import { startTransition, useEffect, useState } from 'react';

/**
 * False until the first rows of a list are on the screen. Hundreds more are then drawn in slices that a key
 * interrupts, while their place is kept for a restored scroll position.
 */
export function useIsShown(): boolean {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    // after the first paint
    const frame = requestAnimationFrame(() => startTransition(() => setIsShown(true)));
    return () => cancelAnimationFrame(frame);
  }, []);
  return isShown;
}
