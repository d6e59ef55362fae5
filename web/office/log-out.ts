import { call } from '#web/shared/api/client.ts';

/** localStorage key, shared by all tabs because they share the session. */
const PENDING_KEY = 'logout';

/** A logout lost by the network is repeated before the next call. spec 8: errors are ignored. */
export async function logOut(): Promise<void> {
  setLogOutPending(true);
  await finishLogOut().catch(() => undefined);
}

export async function finishLogOut(): Promise<void> {
  if (!isLogOutPending()) return;
  await call('GET /api/logout');
  setLogOutPending(false);
}

export function cancelPendingLogOut(): void {
  setLogOutPending(false);
}

function isLogOutPending(): boolean {
  try {
    return localStorage.getItem(PENDING_KEY) !== null;
  } catch {
    return false;
  }
}

function setLogOutPending(isPending: boolean): void {
  try {
    if (isPending) localStorage.setItem(PENDING_KEY, '');
    else localStorage.removeItem(PENDING_KEY);
  } catch {
    return;
  }
}
