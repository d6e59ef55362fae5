import { type RefObject, useEffect, useRef } from 'react';
import { MEDIA } from '#web/shared/ui/breakpoints.ts';

// Focus on the field of a grid that had it last, for a press whose button disappears. On a touch screen its row's first
// button gets the focus, since a field opens the keyboard.
export function useLastField(around: RefObject<HTMLElement | null>): () => void {
  const id = useRef('');
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      if (target instanceof HTMLInputElement && around.current?.contains(target)) id.current = target.id;
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, [around]);
  return () => {
    const field = document.getElementById(id.current);
    const isTouch = matchMedia(MEDIA['--touch']).matches;
    const next = isTouch ? field?.closest('tr, li')?.querySelector('button') : field;
    (next ?? document.querySelector('h1'))?.focus({ preventScroll: true });
  };
}
