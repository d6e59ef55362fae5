/** Characters, above RFC 5321's 254. */
export const MAX_EMAIL = 256;

// a single pass without nested repetition, so that a hostile text costs its length
const EMAIL =
  /^[^\s@<>"(),:;\\[\]]+@[^\s@<>"(),:;\\[\].]+(?:\.[^\s@<>"(),:;\\[\].]+)*\.(?:\p{L}{2,}|xn--[a-z0-9-]+)$/u;

/** Invisible characters: controls, zero-width and direction marks, and blank letters. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * Basic pattern of the specification: something, an at sign, a host with a top-level part of 2 letters
 * (spec 5).
 */
export function isEmail(text: string): boolean {
  return text.length <= MAX_EMAIL && !UNSEEN.test(text) && EMAIL.test(text);
}

// parsed alike by browsers and Node
declare const URL: { canParse: (text: string) => boolean; new (text: string): { hostname: string } };

/**
 * Spelling under which an address is compared, counted and stored: lower case, NFC, its domain in ASCII (UTS 46), because
 * mail servers know one mailbox under all spellings of a domain.
 */
export function normalizeEmail(text: string): string {
  const email = text.trim().toLowerCase().normalize('NFC');
  const at = email.indexOf('@') + 1;
  const host = `http://${email.slice(at)}`;
  // a URL would drop control characters, which are refused
  if (at === 0 || isAscii(host) || UNSEEN.test(email) || /[/?#:@%\\\s]/.test(email.slice(at))) return email;
  if (!URL.canParse(host)) return email;
  return email.slice(0, at) + new URL(host).hostname;
}

export function readEmail(typed: string): string | null {
  const email = normalizeEmail(typed);
  return isEmail(email) && isAscii(email.slice(email.indexOf('@'))) ? email : null;
}

function isAscii(text: string): boolean {
  return /^[ -~]*$/.test(text);
}

export function mailboxOf(email: string): string {
  return email.replace(/\+[^@]*@/, '@');
}

export const INVALID_EMAIL = {
  code: 'invalid_email',
  message: 'L’adresse e-mail n’est pas valide.',
} as const;
