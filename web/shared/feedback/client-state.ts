import { create } from 'zustand';
import type { Currency } from '#domain/currencies/currency.ts';
import type { Me } from '#domain/iam/me.ts';
import type { QueuedModal } from './modal-properties.ts';

type ClientState = {
  /** current user, sent with every call (spec 6); null on the public site */
  user: Me | null;
  requests: number;
  modals: readonly QueuedModal[];
  notifications: { orders: number; reservations: number };
  activePage: string;
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

export function useLoader(): boolean {
  return useClientState(({ requests }) => requests > 0);
}
