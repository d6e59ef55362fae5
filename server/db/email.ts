import { domainToUnicode } from 'node:url';
import { sql } from 'kysely';
import { normalizeEmail } from '#domain/audience/email.ts';

/** An address with its domain in ASCII, as it is stored, and in Unicode, as older versions stored it. */
export function spellingsOf(typed: string): string[] {
  const email = normalizeEmail(typed);
  const at = email.indexOf('@') + 1;
  return [...new Set([email, email.slice(0, at) + domainToUnicode(email.slice(at))])];
}

/** SQL condition for an address in any case and spelling. The empty address matches no row. */
export function hasEmail(column: string, typed: string) {
  // older versions stored addresses as typed; each table has an index on lower(...)
  return sql<boolean>`(${sql.ref(column)} <> '' and lower(${sql.ref(column)}) = any(${spellingsOf(typed)}::text[]))`;
}
