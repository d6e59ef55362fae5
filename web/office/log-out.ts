import { call } from '#web/shared/api/client.ts';

/** localStorage key, shared by all tabs because they share the session. */
const OWED = 'logout';

/** A logout lost by the network is repeated before the next call. spec 8: errors are ignored. */
export async function logOut(): Promise<void> {
  keep(true);
  await finishLogOut().catch(() => undefined);
}

/** Completes a lost logout. Throws an ApiFailure while it still fails. */
export async function finishLogOut(): Promise<void> {
  if (!isOwed()) return;
  // early answers of the page's head came under the former session
  delete window.early;
  await call('GET /api/logout');
  keep(false);
}

export function forgetLogOut(): void {
  keep(false);
}

function isOwed(): boolean {
  try {
    return localStorage.getItem(OWED) !== null;
  } catch {
    return false;
  }
}

/** Without storage, the session ends by expiry. */
function keep(isOwing: boolean): void {
  try {
    if (isOwing) localStorage.setItem(OWED, '');
    else localStorage.removeItem(OWED);
  } catch {
    return;
  }
}
