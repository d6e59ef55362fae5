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

/** Whether there is room for a table: twice as large, its text needs twice the width. */
export function useTableRoom(): boolean {
  return useSyncExternalStore(onResize, hasTableRoom);
}

// React asks after each draw: to be told then, the browser would have to lay out at once all that was drawn
let known: boolean | undefined;

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

function hasTableRoom(): boolean {
  known ??= measureRoom();
  return known;
}

function measureRoom(): boolean {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return matchMedia(MEDIA['--desktop-up']).matches && innerWidth >= TABLE_REMS * Math.max(rem, 16);
}
