import { useContext, useEffect, useState } from 'react';
import {
  UNSAFE_DataRouterContext as DataRouterContext,
  type To,
  useLocation,
  useNavigate,
  useNavigation,
} from 'react-router';
import { MAX_SEARCH, readSearch } from './list-address.ts';

const PAUSE_IN_TYPING = 250;

// `over`: data shown while it was typed, null once the list is the text's own
type Typed<F> = { text: string; over: F | null };

/**
 * Search field whose query lives in the address. Typed text shows until the list is its own, also where its search
 * failed or another navigation came between; `addressOf` must be a stable function.
 */
export function useTypedSearch<F extends { q: string; page: number }>(
  filter: F,
  addressOf: (filter: F) => To,
): { value: string; onType: (text: string) => void } {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [typed, setTyped] = useState<Typed<F>>({ text: '', over: null });
  const router = useContext(DataRouterContext)?.router;
  // a navigation would call back a user on the way to another page
  const isLeaving = leavesFrom(pathname, useNavigation().location);
  const q = typed.text.trim();
  if (typed.over !== null && typed.over !== filter && q === filter.q) setTyped({ ...typed, over: null });
  useEffect(() => {
    if (typed.over === null || isLeaving) return;
    const search = () => {
      // the router knows a navigation before it is rendered
      const next = router?.state.navigation.location;
      if (leavesFrom(pathname, next)) return;
      const loading = next ?? router?.state.location;
      if (q !== (loading ? readSearch(new URLSearchParams(loading.search)) : filter.q)) {
        void navigate(addressOf({ ...filter, q, page: 1 }), { replace: true });
      } else if (!next && q === filter.q) {
        setTyped((now) => (now === typed ? { ...typed, over: null } : now));
      }
    };
    const pause = setTimeout(search, PAUSE_IN_TYPING);
    return () => clearTimeout(pause);
  }, [typed, q, filter, addressOf, navigate, isLeaving, pathname, router]);
  return {
    value: typed.over === null && q !== filter.q ? filter.q : typed.text,
    // longer text, or half a character, would never be the address's
    onType: (text) => setTyped({ text: text.slice(0, MAX_SEARCH).replace(/\p{Cs}/gu, ''), over: filter }),
  };
}

function leavesFrom(pathname: string, next: { pathname: string } | undefined): boolean {
  return next !== undefined && next.pathname !== pathname;
}
