import { create } from 'zustand';

/** What every screen shares (spec 3). */
type ClientState = {
  /** the current user, sent with every call (spec 6); null on the public site */
  user: unknown;
  /** requests under way: the loader shows while there is one (spec 4) */
  requests: number;
};

export const useClientState = create<ClientState>(() => ({ user: null, requests: 0 }));

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
