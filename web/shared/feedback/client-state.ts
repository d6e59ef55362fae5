import { create } from 'zustand';
import type { Currency } from '#domain/currencies/currency.ts';
import type { Me } from '#domain/iam/me.ts';
import type { QueuedModal } from './modal-properties.ts';

/** What every screen shares (spec 3). */
type ClientState = {
  /** the current user, sent with every call (spec 6); null on the public site */
  user: Me | null;
  /** requests under way: the loader shows while there is one (spec 4) */
  requests: number;
  /** the modal on the screen, then those that wait for it to close */
  modals: readonly QueuedModal[];
  /** spec 3: two counters, starting at 0 */
  notifications: { orders: number; reservations: number };
  /** the address of the page on the screen; '' before the first one */
  activePage: string;
  /** what several pages have from the server, as last loaded */
  remote: { public_currencies: readonly Currency[] };
};

export const useClientState = create<ClientState>(() => ({
  user: null,
  requests: 0,
  modals: [],
  notifications: { orders: 0, reservations: 0 },
  activePage: '',
  remote: { public_currencies: [] },
}));

export function startRequest(): void {
  useClientState.setState(({ requests }) => ({ requests: requests + 1 }));
}

export function endRequest(): void {
  useClientState.setState(({ requests }) => ({ requests: requests - 1 }));
}

/** The loader flag of spec 3. */
export function useLoader(): boolean {
  return useClientState(({ requests }) => requests > 0);
}
