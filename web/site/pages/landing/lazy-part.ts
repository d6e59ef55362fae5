import { useCallback, useLayoutEffect, useState } from 'react';

const INTERACTIONS = ['pointerdown', 'pointermove', 'keydown', 'scroll'] as const;

export function onFirstInteraction(act: () => void): () => void {
  const gone = new AbortController();
  const actOnce = () => {
    gone.abort();
    act();
  };
  for (const name of INTERACTIONS) addEventListener(name, actOnce, { passive: true, signal: gone.signal });
  return () => gone.abort();
}

/**
 * Calls once when the page has loaded and is idle, or at the first interaction, and returns a cancellation.
 */
export function onceIdle(act: () => void): () => void {
  const gone = new AbortController();
  const actOnce = () => {
    if (gone.signal.aborted) return;
    gone.abort();
    act();
  };
  // setTimeout for Safari, which has no requestIdleCallback
  const rest = () => (window.requestIdleCallback ?? setTimeout)(actOnce);
  if (document.readyState === 'complete') rest();
  else addEventListener('load', rest, { signal: gone.signal });
  const ignore = onFirstInteraction(actOnce);
  gone.signal.addEventListener('abort', ignore);
  return () => gone.abort();
}

export type LazyPart<T> = { part: T | null; hasFailed: boolean; ask: () => void };

// loaded parts, so that a return shows the whole page at its scroll position
const parts = new WeakMap<() => Promise<object>, object>();

/**
 * Loads a part of the page on `whenToFetch` or on `ask`, to keep the first screen alone on the line. Both
 * arguments are constants of their modules.
 */
export function useLazyPart<T extends object>(
  load: () => Promise<T>,
  whenToFetch: (fetch: () => void) => () => void = onFirstInteraction,
): LazyPart<T> {
  // part by its `load`
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

  // layout effect, so that visible elements work from the first paint
  useLayoutEffect(() => (part ? undefined : whenToFetch(ask)), [part, ask, whenToFetch]);

  return { part, hasFailed, ask };
}
