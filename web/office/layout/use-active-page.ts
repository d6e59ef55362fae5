import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useClientState } from '#web/shared/feedback/client-state.ts';
import { mayEdit, useWaiting } from '../reservations/waiting.ts';

/** null: no page to stay on after a failure. */
export function useActivePage(title: string | null): void {
  const { pathname, search } = useLocation();
  const isEditor = useClientState(({ user }) => mayEdit(user));
  const toAccept = useWaiting(({ waiting }) => waiting?.to_accept ?? 0);
  const count = isEditor && toAccept > 0 ? `(${toAccept}) ` : '';
  useEffect(() => {
    useClientState.setState({ activePage: title === null ? '' : pathname + search });
  }, [title, pathname, search]);
  useEffect(() => {
    document.title = `${count}${title === null ? 'Parité : espace des bureaux' : `${title} · Parité`}`;
  }, [title, count]);
}
