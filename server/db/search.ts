import { type RawBuilder, sql } from 'kysely';

/** True where the column holds the text, whatever its case, accents and apostrophes (migration 0002). */
export function holdsText(column: string, text: string): RawBuilder<boolean> {
  const literal = text.trim().replace(/[\\%_]/g, '\\$&');
  return sql<boolean>`search_form(${sql.ref(column)}) like '%' || search_form(${literal}) || '%'`;
}

/** Rows are read in the order of this form of their name. */
export function searchForm(column: string): RawBuilder<string> {
  return sql<string>`search_form(${sql.ref(column)})`;
}
