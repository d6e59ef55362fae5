import { type ComponentProps, useEffect } from 'react';
import { useLater } from '../use-later.ts';
import type { LeadCapture } from './LeadCapture.tsx';

const loadCapture = () => import('./LeadCapture.tsx');

/** The lead capture, fetched with the first offers. Should it not come, every offer can still be chosen. */
export function LeadPlace(props: ComponentProps<typeof LeadCapture>) {
  const { part, ask } = useLater(loadCapture);
  useEffect(() => {
    if (!part) ask();
  }, [part, ask]);
  return part ? <part.LeadCapture {...props} /> : null;
}
