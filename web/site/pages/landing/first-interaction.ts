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
