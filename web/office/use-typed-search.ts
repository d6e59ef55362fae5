import { useContext, useEffect, useState } from 'react';
import {
  UNSAFE_DataRouterContext as DataRouterContext,
  type To,
  useLocation,
  useNavigate,
  useNavigation,
} from 'react-router';

const PAUSE_IN_TYPING = 250;

/**
 * Search field whose query lives in the address. Typed text shows until its navigation, after a pause;
 * `addressOf` must be a stable function.
 */
export function useTypedSearch<F extends { q: string; page: number }>(
  filter: F,
  addressOf: (filter: F) => To,
): { value: string; onType: (text: string) => void } {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [typed, setTyped] = useState({ text: '', isAsked: true });
  const router = useContext(DataRouterContext)?.router;
  // a navigation would call back a user on the way to another page
  const isLeaving = leavesFrom(pathname, useNavigation().location);
  useEffect(() => {
    if (typed.isAsked || isLeaving) return;
    const search = async () => {
      // the router knows a navigation before it is rendered
      if (leavesFrom(pathname, router?.state.navigation.location)) return;
      const q = typed.text.trim();
      if (q !== filter.q) await navigate(addressOf({ ...filter, q, page: 1 }), { replace: true });
      setTyped((now) => (now === typed ? { ...typed, isAsked: true } : now));
    };
    const pause = setTimeout(() => void search(), PAUSE_IN_TYPING);
    return () => clearTimeout(pause);
  }, [typed, filter, addressOf, navigate, isLeaving, pathname, router]);
  return {
    value: typed.isAsked && typed.text.trim() !== filter.q ? filter.q : typed.text,
    onType: (text) => setTyped({ text, isAsked: false }),
  };
}

function leavesFrom(pathname: string, next: { pathname: string } | undefined): boolean {
  return next !== undefined && next.pathname !== pathname;
}
