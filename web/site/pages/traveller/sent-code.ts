import { CODE_MINUTES } from '#domain/travellers/traveller.ts';

/** Prefix of the drafts (draft.ts), so that the code is forgotten with them. */
const STORAGE_KEY = 'reservation:code';

export function emailOfValidCode(): string | null {
  try {
    const { email, at } = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}') as {
      email?: string;
      at?: number;
    };
    return email && at && Math.abs(Date.now() - at) < CODE_MINUTES * 60_000 ? email : null;
  } catch {
    return null;
  }
}

export function storeSentCode(email: string): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ email, at: Date.now() }));
  } catch {
    // storage refused by the browser
  }
}

export function clearSentCode(): void {
  try {
    sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // storage refused by the browser
  }
}
