import { sql } from 'kysely';
import { normalizeEmail } from '#domain/audience/email.ts';

/** SQL condition for an address in any case. The empty address matches no row. */
export function hasEmail(column: string, typed: string) {
  const email = normalizeEmail(typed);
  // older versions stored addresses as typed; each table has an index on lower(...)
  return sql<boolean>`(${sql.ref(column)} <> '' and lower(${sql.ref(column)}) = ${email})`;
}
