import { type RefObject, useEffect, useRef } from 'react';

/** What had the focus last: the element, its row, and which one that was. */
type Stood = { element: Element; row: string | undefined; index: number };

const ROWS = '[data-row]';
const CONTROLS = 'button, a[href], input';

/**
 * Where the keyboard goes on once what it stood on is gone: in its own row, else in the one that took its place; with no row left, at
 * the title of the page. A row says `data-row`. `nextOf`: where in its own row, or instead of it. A pointer needs none of this: the
 * page would be scrolled under it.
 */
export function useKeptFocus(
  around: RefObject<HTMLElement | null>,
  nextOf: (row: HTMLElement) => HTMLElement | null = firstOf,
): void {
  const stood = useRef<Stood | null>(null);
  const isByKey = useRef(false);
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || !around.current?.contains(target)) return;
      const row = target.closest<HTMLElement>(ROWS);
      const index = row ? rowsOf(around.current).indexOf(row) : 0;
      stood.current = { element: target, row: row?.dataset.row, index };
    };
    const turn = ({ type }: Event) => {
      isByKey.current = type === 'keydown';
    };
    document.addEventListener('focusin', note);
    document.addEventListener('keydown', turn, true);
    document.addEventListener('pointerdown', turn, true);
    return () => {
      document.removeEventListener('focusin', note);
      document.removeEventListener('keydown', turn, true);
      document.removeEventListener('pointerdown', turn, true);
    };
  }, [around]);
  // whatever was drawn anew: what had the focus may have gone with it
  useEffect(() => {
    const last = stood.current;
    if (!last || last.element.isConnected || document.activeElement !== document.body) return;
    stood.current = null;
    if (!isByKey.current) return;
    const rows = rowsOf(around.current);
    const own = rows.find(({ dataset }) => last.row !== undefined && dataset.row === last.row);
    const next = (own && nextOf(own)) ?? nearest(rows, own ? rows.indexOf(own) : last.index);
    (next ?? document.querySelector('h1'))?.focus();
  });
}

function rowsOf(around: HTMLElement | null): HTMLElement[] {
  return [...(around?.querySelectorAll<HTMLElement>(ROWS) ?? [])];
}

const firstOf = (row: HTMLElement) => row.querySelector<HTMLElement>(CONTROLS);

/** The first thing to press in the row that stands there, or in the next one that has some, or in the last one before. */
function nearest(rows: readonly HTMLElement[], at: number): HTMLElement | undefined {
  const inOrder = [...rows.slice(at), ...rows.slice(0, at).reverse()];
  return inOrder.flatMap((row) => firstOf(row) ?? [])[0];
}
