import { useSyncExternalStore } from 'react';
import { MEDIA } from './breakpoints.ts';

export function useMediaQuery(name: keyof typeof MEDIA): boolean {
  const query = MEDIA[name];
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => matchMedia(query).matches,
  );
}

/** Width of a table, in rems of 16 pixels. */
const TABLE_REMS = 1000 / 16;

/** Room for a table, or for one of `least` rems, since text twice as large needs twice the width. */
export function useTableRoom(least = TABLE_REMS): boolean {
  return useSyncExternalStore(onResize, () => hasRoom(least));
}

// cached width, since React asks after each draw and the browser would have to lay out all of it at once
let known: number | undefined;

function onResize(changed: () => void): () => void {
  // window or text size may have changed since the last table
  known = undefined;
  const measureAnew = () => {
    known = undefined;
    changed();
  };
  addEventListener('resize', measureAnew);
  return () => removeEventListener('resize', measureAnew);
}

function hasRoom(least: number): boolean {
  known ??= measureRoom();
  return known >= least;
}

/** Window width in rems; 0 on a phone or tablet. */
function measureRoom(): number {
  if (!matchMedia(MEDIA['--desktop-up']).matches) return 0;
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return innerWidth / Math.max(rem, 16);
}
