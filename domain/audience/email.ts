/** Longer than any address that mail can carry (RFC 5321: 254), shorter than an attack. */
export const MAX_EMAIL = 256;

// One pass, no nested repetition: a hostile text costs its length.
const EMAIL = /^[^\s@<>"(),:;\\[\]]+@[^\s@<>"(),:;\\[\].]+(?:\.[^\s@<>"(),:;\\[\].]+)*\.\p{L}{2,}$/u;

/** Controls, marks without a width, marks that turn what follows, and blanks that are letters: nobody sees them. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** True for an address of the basic pattern: something, an at sign, a host that ends in 2 letters or more (spec 5). */
export function isEmail(text: string): boolean {
  return text.length <= MAX_EMAIL && !UNSEEN.test(text) && EMAIL.test(text);
}

/**
 * The one spelling of an address, in which it is kept, compared and looked for: two people who type it otherwise
 * mean the same box. What is no address stays none.
 */
export function normalizeEmail(text: string): string {
  return text.trim().toLowerCase().normalize('NFC');
}

/** What is said of any other text, wherever an address is asked for. */
export const INVALID_EMAIL = {
  code: 'invalid_email',
  message: 'L’adresse e-mail n’est pas valide.',
} as const;
