/** Characters, above RFC 5321's 254. */
export const MAX_EMAIL = 256;

// a single pass without nested repetition, so that a hostile text costs its length
const EMAIL = /^[^\s@<>"(),:;\\[\]]+@[^\s@<>"(),:;\\[\].]+(?:\.[^\s@<>"(),:;\\[\].]+)*\.\p{L}{2,}$/u;

/** Invisible characters: controls, zero-width and direction marks, and blank letters. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * Basic pattern of the specification: something, an at sign, a host with a top-level part of 2 letters
 * (spec 5).
 */
export function isEmail(text: string): boolean {
  return text.length <= MAX_EMAIL && !UNSEEN.test(text) && EMAIL.test(text);
}

export function normalizeEmail(text: string): string {
  return text.trim().toLowerCase().normalize('NFC');
}

/** Mailbox of a normalised address, without what follows a plus sign in its name. */
export function mailboxOf(email: string): string {
  return email.replace(/\+[^@]*@/, '@');
}

export const INVALID_EMAIL = {
  code: 'invalid_email',
  message: 'L’adresse e-mail n’est pas valide.',
} as const;
