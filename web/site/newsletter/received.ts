// A subscription received just before the page reloads: said once, after the reload, in this tab alone.
const KEY = 'newsletter-received';

export function keepReceived(): void {
  withStorage((storage) => storage.setItem(KEY, 'yes'));
}

export function isReceived(): boolean {
  return withStorage((storage) => storage.getItem(KEY)) === 'yes';
}

export function forgetReceived(): void {
  withStorage((storage) => storage.removeItem(KEY));
}

/** A browser may refuse its storage: the page then reloads without a word. */
function withStorage<T>(use: (storage: Storage) => T): T | null {
  try {
    return use(sessionStorage);
  } catch {
    return null;
  }
}
