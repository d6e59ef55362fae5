import { CODE_MINUTES } from '#domain/travellers/traveller.ts';

/** With what else is forgotten of a way that came to its end (draft.ts). */
const KEPT = 'reservation:code';

/** To which address a code is on its way that may still be typed; null: to none. */
export function askedLately(): string | null {
  try {
    const { email, at } = JSON.parse(sessionStorage.getItem(KEPT) ?? '{}') as { email?: string; at?: number };
    return email && at && Math.abs(Date.now() - at) < CODE_MINUTES * 60_000 ? email : null;
  } catch {
    return null;
  }
}

export function keepAsked(email: string): void {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify({ email, at: Date.now() }));
  } catch {
    // a browser that keeps nothing
  }
}

export function forgetAsked(): void {
  try {
    sessionStorage.removeItem(KEPT);
  } catch {
    // a browser that keeps nothing
  }
}
