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

/** Of a root's text of 16 pixels, the width from which a table is drawn. */
const TABLE_REMS = 1000 / 16;

/** Whether there is room for a table, or for one that needs more: twice as large, its text needs twice the width. */
export function useTableRoom(least = TABLE_REMS): boolean {
  return useSyncExternalStore(onResize, () => hasRoom(least));
}

// React asks after each draw: to be told then, the browser would have to lay out at once all that was drawn
let known: number | undefined;

function onResize(changed: () => void): () => void {
  // since the last table the window or the text may have got another size
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

/** The width in lines of text; none where no table is drawn at all. */
function measureRoom(): number {
  if (!matchMedia(MEDIA['--desktop-up']).matches) return 0;
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return innerWidth / Math.max(rem, 16);
}
