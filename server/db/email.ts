import { sql } from 'kysely';
import { normalizeEmail } from '#domain/audience/email.ts';

/** The rows of one address, however it was typed; nobody's address, the empty one, has none. */
export function hasEmail(column: string, typed: string) {
  const email = normalizeEmail(typed);
  // in lower case by an index of each table: what older versions kept was not in its one spelling
  return sql<boolean>`(${sql.ref(column)} <> '' and lower(${sql.ref(column)}) = ${email})`;
}
