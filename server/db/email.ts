import { sql } from 'kysely';
import { normalizeEmail } from '#domain/audience/email.ts';

/** True for the rows of this address, however it was typed. The empty address is nobody's: it has no row. */
export function hasEmail(column: string, typed: string) {
  const email = normalizeEmail(typed);
  // older versions kept addresses as they were typed; each table has an index on lower(...)
  return sql<boolean>`(${sql.ref(column)} <> '' and lower(${sql.ref(column)}) = ${email})`;
}
