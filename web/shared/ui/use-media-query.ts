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
