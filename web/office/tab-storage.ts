// Storage of this tab. It may refuse (quota, private mode): what is kept then lives as long as the page.

// null: forgets it.
export function storeInTab(key: string, value: object | null): void {
  try {
    if (value) sessionStorage.setItem(key, JSON.stringify(value));
    else sessionStorage.removeItem(key);
  } catch {
    // refused
  }
}

export function readFromTab<T extends object>(key: string): T | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}
