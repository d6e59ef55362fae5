import { createContext, use } from 'react';
import type { Site } from '#domain/pages/page.ts';

export const SiteContext = createContext<Site | null>(null);

export function useSite(): Site {
  const site = use(SiteContext);
  if (!site) throw new Error('a page is drawn within its site');
  return site;
}
