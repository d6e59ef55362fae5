import type { DataRouter } from 'react-router';

/** Where the page on the screen stands in the browser's history; null for one typed as an address. */
let index: number | null = null;

/** Follows the history, so that a navigation that went back or forth can be undone. */
export function followHistory(router: DataRouter): void {
  const follow = () => {
    if (router.state.navigation.state === 'idle') index = entryIndex();
  };
  router.subscribe(follow);
  follow();
}

/** Gives up the navigation under way: the page on the screen stays, with its address, state and scroll. */
export function stay(router: DataRouter): void {
  const { location } = router.state;
  if (window.location.hash === router.createHref(location)) {
    // by a link: the address has not changed yet; going where one is already ends what is under way
    const state = location.state && { ...location.state, section: undefined };
    void router.navigate(location, { replace: true, state, preventScrollReset: true });
  } else {
    // by the browser, which has moved: it moves back
    const to = entryIndex();
    history.go(index === null || to === null || index === to ? -1 : index - to);
  }
}

function entryIndex(): number | null {
  // the router numbers the entries that it makes
  const { idx } = (history.state ?? {}) as { idx?: number };
  return idx ?? null;
}
