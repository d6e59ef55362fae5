import { type RefObject, useEffect, useRef } from 'react';

// A message that follows a press of the bar at the foot may begin above the window.
export function useInSight(message: unknown): RefObject<HTMLDivElement | null> {
  const shown = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (message) shown.current?.scrollIntoView({ behavior: 'instant', block: 'nearest' });
  }, [message]);
  return shown;
}
