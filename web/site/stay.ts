import type { DataRouter } from 'react-router';

/** The entry of the browser's history that the page on the screen belongs to. */
let shown = { href: '', index: entryIndex() };

/** Follows the history, so that a navigation that went back or forth can be undone. */
export function followHistory(router: DataRouter): void {
  const follow = () => {
    if (router.state.navigation.state === 'idle') shown = { href: location.href, index: entryIndex() };
  };
  router.subscribe(follow);
  follow();
}

/** Gives up the navigation under way: the page on the screen stays, with its address, state and scroll. */
export function stay(router: DataRouter): void {
  const { location: here } = router.state;
  if (location.href === shown.href) {
    // by a link: the address has not changed yet; going where one is already ends what is under way
    const state = here.state && { ...here.state, section: undefined };
    void router.navigate(here, { replace: true, state, preventScrollReset: true });
  } else {
    // by the browser, which has moved: it moves back
    const [from, to] = [entryIndex(), shown.index];
    history.go(from === null || to === null || from === to ? -1 : to - from);
  }
}

/** The router numbers the entries that it makes; null for an address that was typed. */
function entryIndex(): number | null {
  const { idx } = (history.state ?? {}) as { idx?: number };
  return idx ?? null;
}
