import type { DataRouter } from 'react-router';

let current = { href: '', index: entryIndex() };

export function followHistory(router: DataRouter): void {
  const follow = () => {
    if (router.state.navigation.state === 'idle') current = { href: location.href, index: entryIndex() };
  };
  router.subscribe(follow);
  follow();
}

export function cancelNavigation(router: DataRouter): void {
  const { location: here } = router.state;
  if (location.href === current.href) {
    // navigation by a link, with the address unchanged; a navigation to the current page ends it
    const state = here.state && { ...here.state, section: undefined };
    void router.navigate(here, { replace: true, state, preventScrollReset: true });
  } else {
    // navigation by the browser, undone in its history
    const [from, to] = [entryIndex(), current.index];
    history.go(from === null || to === null || from === to ? -1 : to - from);
  }
}

/** Index by the router; null: a typed address. */
function entryIndex(): number | null {
  const { idx } = (history.state ?? {}) as { idx?: number };
  return idx ?? null;
}
