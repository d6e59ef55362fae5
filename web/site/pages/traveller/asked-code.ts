import { CODE_MINUTES } from '#domain/travellers/traveller.ts';

/** Prefix of the drafts (draft.ts), so that the code is forgotten with them. */
const KEPT = 'reservation:code';

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
    // storage refused by the browser
  }
}

export function forgetAsked(): void {
  try {
    sessionStorage.removeItem(KEPT);
  } catch {
    // storage refused by the browser
  }
}
