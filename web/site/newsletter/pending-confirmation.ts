// subscription received just before the reload, confirmed once, after it, in this tab alone
const KEY = 'newsletter-received';

export function storeConfirmation(): void {
  withStorage((storage) => storage.setItem(KEY, 'yes'));
}

export function hasConfirmation(): boolean {
  return withStorage((storage) => storage.getItem(KEY)) === 'yes';
}

export function clearConfirmation(): void {
  withStorage((storage) => storage.removeItem(KEY));
}

function withStorage<T>(use: (storage: Storage) => T): T | null {
  try {
    return use(sessionStorage);
  } catch {
    return null;
  }
}
