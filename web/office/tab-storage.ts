import type { Shape } from './shapes.ts';

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

// null: nothing of this shape.
export function readFromTab<T extends object>(key: string, fits: Shape): T | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    return fits(stored) ? stored : null;
  } catch {
    return null;
  }
}
