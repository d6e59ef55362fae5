import { type RefObject, useCallback, useEffect, useLayoutEffect, useState } from 'react';

const INTERACTIONS = ['pointerdown', 'pointermove', 'keydown', 'scroll'] as const;

/** Calls once, at the first sign of a person on the page, and answers how to call it off. */
export function onFirstInteraction(act: () => void): () => void {
  const gone = new AbortController();
  const actOnce = () => {
    gone.abort();
    act();
  };
  for (const name of INTERACTIONS) addEventListener(name, actOnce, { passive: true, signal: gone.signal });
  return () => gone.abort();
}

/** Calls once, when the page has come and has nothing left to do, or at the first sign of a person before. */
export function onceAtRest(act: () => void): () => void {
  const gone = new AbortController();
  const actOnce = () => {
    if (gone.signal.aborted) return;
    gone.abort();
    act();
  };
  // Safari has no requestIdleCallback
  const rest = () => (window.requestIdleCallback ?? setTimeout)(actOnce);
  if (document.readyState === 'complete') rest();
  else addEventListener('load', rest, { signal: gone.signal });
  const ignore = onFirstInteraction(actOnce);
  gone.signal.addEventListener('abort', ignore);
  return () => gone.abort();
}

/** A part of the page in a file of its own: null until it is there. */
export type Later<T> = { part: T | null; hasFailed: boolean; ask: () => void };

// a page that is come back to is whole at once: its scroll position holds
const parts = new WeakMap<() => Promise<object>, object>();

/**
 * Fetches a part when it is time or when asked for, never before: the first screen is alone on the line. Both
 * arguments are constants of their modules.
 */
export function useLater<T extends object>(
  load: () => Promise<T>,
  whenToFetch: (fetch: () => void) => () => void = onFirstInteraction,
): Later<T> {
  // what stands under `load` is what it gave
  const [part, setPart] = useState(() => (parts.get(load) as T | undefined) ?? null);
  const [hasFailed, setFailed] = useState(false);

  const ask = useCallback(() => {
    setFailed(false);
    load().then(
      (loaded) => {
        parts.set(load, loaded);
        setPart(loaded);
      },
      () => setFailed(true),
    );
  }, [load]);

  // before the paint: what can be seen can be acted upon
  useLayoutEffect(() => (part ? undefined : whenToFetch(ask)), [part, ask, whenToFetch]);

  return { part, hasFailed, ask };
}

/** True from the moment that an element is near the window. */
export function useInView(element: RefObject<Element | null>, margin: string): boolean {
  const [wasSeen, setSeen] = useState(false);
  useEffect(() => {
    if (wasSeen || !element.current) return;
    const observer = new IntersectionObserver(
      (entries) => setSeen(entries.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: margin },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [wasSeen, element, margin]);
  return wasSeen;
}
