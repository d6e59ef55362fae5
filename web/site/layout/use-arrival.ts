import { useEffect, useRef } from 'react';
import { useLocation, useMatches, useNavigationType } from 'react-router';

// title of the landing page, with which every document begins
let homeTitle = '';

export function useArrival(): void {
  const { pathname, key, state } = useLocation();
  const isBack = useNavigationType() === 'POP';
  const title = (useMatches().at(-1)?.loaderData as { title?: string } | undefined)?.title;
  const shown = useRef({ pathname, key });

  useEffect(() => {
    homeTitle ||= document.title;
    document.title = title ? `${title} · Parité` : homeTitle;
  }, [title]);

  useEffect(() => window.started?.(), []);

  useEffect(() => {
    const { current } = shown;
    if (current.key === key && current.pathname === pathname) return;
    shown.current = { pathname, key };
    // section of the page, but for a return, which restores the scroll
    const section = isBack ? null : document.getElementById((state as Arrival)?.section ?? '');
    if (section) section.scrollIntoView({ behavior: 'instant', block: 'start' });
    else if (current.pathname === pathname) return;
    focus(section ?? document.querySelector<HTMLElement>('main h1'));
  }, [pathname, key, state, isBack]);
}

export type Arrival = { section?: string } | null;

function focus(element: HTMLElement | null): void {
  if (!element) return;
  if (!element.hasAttribute('tabindex')) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
