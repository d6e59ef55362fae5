import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useClientState } from '#web/shared/feedback/client-state.ts';

/** null: no page to stay on after a failure. */
export function useActivePage(title: string | null): void {
  const { pathname, search } = useLocation();
  useEffect(() => {
    useClientState.setState({ activePage: title === null ? '' : pathname + search });
    document.title = title === null ? 'Parité : espace des bureaux' : `${title} · Parité`;
  }, [title, pathname, search]);
}
