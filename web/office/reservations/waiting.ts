import { useEffect } from 'react';
import { create } from 'zustand';
import type { ListRange } from '#domain/iam/company-scope.ts';
import type { Me } from '#domain/iam/me.ts';
import type { Waiting } from '#domain/reservations/waiting.ts';
import { call } from '#web/shared/api/client.ts';
import { useClientState } from '#web/shared/feedback/client-state.ts';
import { hasScope, listedScope } from '../sections.ts';
import { useEvents } from '../use-events.ts';
import { ring, useSound } from './sound.ts';
import { throttle } from './throttle.ts';

type State = {
  /** null: not loaded */
  waiting: Waiting | null;
  changeCount: number;
};

export const useWaiting = create<State>(() => ({ waiting: null, changeCount: 0 }));

/** null: the placeholder is shown. */
export function findListScope(user: Me, noun: 'orders' | 'reservations' | 'clients'): ListRange | null {
  const scope = listedScope(user, noun);
  // a user who may list clients alone sees an empty list outside the beta
  return scope === 'own' && mayAsk(user) && !user.takes_reservations ? null : scope;
}

/** True where badges count, false where they are the specification's. */
export function isInBeta(user: Me | null): boolean {
  if (!user) return false;
  const scope = listedScope(user, 'orders', 'reservations');
  return scope === 'all' || (scope === 'own' && user.takes_reservations === true);
}

export function mayEdit(user: Me | null): boolean {
  if (!user) return false;
  const scope = user.company_id === null ? ['all'] : ['me', 'all'];
  return scope.some(
    (one) => hasScope(user, `orders.edit.${one}`) || hasScope(user, `reservations.edit.${one}`),
  );
}

function mayAsk(user: Me): boolean {
  return listedScope(user, 'orders', 'reservations') !== null;
}

/** Once a second at most, because a busy branch changes many times a second. */
const follow = throttle(1000, () => {
  useWaiting.setState(({ changeCount: changes }) => ({ changeCount: changes + 1 }));
  void read();
});

export function useWaitingCounts(): void {
  const user = useClientState((state) => state.user);
  const userId = user && isInBeta(user) ? user.id : null;
  const isSoundOn = useSound(({ isOn }) => isOn);
  useEffect(() => {
    // counts of another user are no comparison: no request is new
    useWaiting.setState({ waiting: null });
    if (userId !== null) void read();
    return () => {
      follow.stop();
      clearTimeout(again);
    };
  }, [userId]);
  useEvents({
    address: userId === null ? null : '/api/reservations/events',
    name: 'orders',
    onEvent: follow.ask,
    // a user working in another tab hears new requests
    whileHidden: isSoundOn,
  });
}

let newestRead = 0;
let again: ReturnType<typeof setTimeout> | undefined;
const RETRY_MS = 5000;

async function read(): Promise<void> {
  clearTimeout(again);
  newestRead += 1;
  const readNumber = newestRead;
  // a failure is shown by the page itself
  const waiting = await call('GET /api/reservations/waiting', { isBackground: true }).catch(() => null);
  if (readNumber !== newestRead) return;
  const before = useWaiting.getState().waiting;
  if (waiting) useWaiting.setState({ waiting });
  else if (!before) again = setTimeout(() => void read(), RETRY_MS);
  if (before && waiting && waiting.to_accept > before.to_accept) ring();
}
