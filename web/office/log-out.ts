import { call } from '#web/shared/api/client.ts';

/** Every tab of the browser has the one session, and any of them may be the next to do something. */
const OWED = 'logout';

/** Logs out; a network that swallows it is asked again before the next thing a page does. spec 8: errors are ignored. */
export async function logOut(): Promise<void> {
  keep(true);
  await finishLogOut().catch(() => undefined);
}

/** Does a logout that the network has swallowed. Throws an ApiFailure while it still cannot be done. */
export async function finishLogOut(): Promise<void> {
  if (!isOwed()) return;
  // what the page's head has asked for already was asked under the session
  delete window.early;
  await call('GET /api/logout');
  keep(false);
}

/** A login takes the place of the session that was left open. */
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

/** Where a browser keeps nothing, the session ends with its time. */
function keep(isOwing: boolean): void {
  try {
    if (isOwing) localStorage.setItem(OWED, '');
    else localStorage.removeItem(OWED);
  } catch {
    return;
  }
}
