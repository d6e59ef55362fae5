import { useCallback, useLayoutEffect, useState } from 'react';
import { onFirstInteraction } from './first-interaction.ts';

/** A part of the page in a file of its own: null until it is there. */
export type Later<T> = { part: T | null; hasFailed: boolean; ask: () => void };

// a page that is come back to is whole at once: its scroll position holds
const parts = new WeakMap<() => Promise<object>, object>();

/**
 * Fetches a part at the first sign of a person or when asked for, never before: the first screen is alone
 * on the line. `load` is a constant of its module.
 */
export function useLater<T extends object>(load: () => Promise<T>): Later<T> {
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
  useLayoutEffect(() => (part ? undefined : onFirstInteraction(ask)), [part, ask]);

  return { part, hasFailed, ask };
}
