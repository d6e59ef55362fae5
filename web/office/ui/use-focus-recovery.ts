import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

type FocusedControl = { element: Element; row: string | undefined; index: number };

const ROWS = '[data-row]';
const CONTROLS = 'button, a[href], input';

/**
 * Moves keyboard focus on when its element disappears: within its row, else to the row at that index, else to
 * the page's title. Pointer users keep their scroll position. Rows carry `data-row`; `nextOf` chooses the
 * element.
 */
export function useFocusRecovery(
  around: RefObject<HTMLElement | null>,
  nextOf: (row: HTMLElement) => HTMLElement | null = firstOf,
): void {
  const lastFocus = useRef<FocusedControl | null>(null);
  const isByKey = useRef(false);
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || !around.current?.contains(target)) return;
      const row = target.closest<HTMLElement>(ROWS);
      const index = row ? rowsOf(around.current).indexOf(row) : 0;
      lastFocus.current = { element: target, row: row?.dataset.row, index };
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
  const recover = useRef(() => {});
  // before the observer is called
  useLayoutEffect(() => {
    recover.current = () => {
      const last = lastFocus.current;
      if (!last || last.element.isConnected || document.activeElement !== document.body) return;
      lastFocus.current = null;
      if (!isByKey.current) return;
      const rows = rowsOf(around.current);
      const own = rows.find(({ dataset }) => last.row !== undefined && dataset.row === last.row);
      const next = (own && nextOf(own)) ?? nearestControl(rows, own ? rows.indexOf(own) : last.index);
      (next ?? document.querySelector('h1'))?.focus();
    };
  });
  useEffect(() => {
    // a render of any part may have removed the focused element
    const observer = new MutationObserver(() => recover.current());
    if (around.current) observer.observe(around.current, { childList: true, subtree: true });
    // a dialog that closes, whose opener went while it was open
    observer.observe(document.body, { childList: true });
    return () => observer.disconnect();
  }, [around]);
}

function rowsOf(around: HTMLElement | null): HTMLElement[] {
  return [...(around?.querySelectorAll<HTMLElement>(ROWS) ?? [])];
}

const firstOf = (row: HTMLElement) => row.querySelector<HTMLElement>(CONTROLS);

function nearestControl(rows: readonly HTMLElement[], at: number): HTMLElement | undefined {
  const inOrder = [...rows.slice(at), ...rows.slice(0, at).reverse()];
  return inOrder.flatMap((row) => firstOf(row) ?? [])[0];
}
