import { type RawBuilder, sql } from 'kysely';
import { searchForm, wordsOf } from '#domain/text/search.ts';

/** A column that holds search forms (migration 0013), or an SQL expression of one. */
type Form = string | RawBuilder<string>;

/** True where the form is found by what was typed: matchOf of domain/text/search.ts, in SQL. */
export function isFound(form: Form, typed: string): RawBuilder<boolean> {
  const wanted = searchForm(typed);
  if (wanted === '') return sql<boolean>`false`;
  const column = expressionOf(form);
  const words = wordsOf(wanted).map(({ word, mayBeMiddle }) =>
    mayBeMiddle ? sql`${column} like ${`%${word}%`}` : begins(column, word),
  );
  return sql<boolean>`(${sql.join(words, sql` and `)})`;
}

/** The best matches first: forms that begin so, then those with words that begin so, then the others. */
export function matchRank(form: Form, typed: string): RawBuilder<number> {
  const wanted = searchForm(typed);
  const column = expressionOf(form);
  const words = wordsOf(wanted).map(({ word }) => begins(column, word));
  return sql<number>`case when ${startsWith(column, wanted)} then 0
    when ${sql.join(words, sql` and `)} then 1 else 2 end`;
}

// a search form holds none of the signs that LIKE reads
function begins(column: RawBuilder<string>, word: string): RawBuilder<boolean> {
  return sql<boolean>`' ' || ${column} like ${`% ${word}%`}`;
}

function startsWith(column: RawBuilder<string>, wanted: string): RawBuilder<boolean> {
  return sql<boolean>`${column} like ${`${wanted}%`}`;
}

function expressionOf(form: Form): RawBuilder<string> {
  return typeof form === 'string' ? sql<string>`${sql.ref(form)}` : form;
}
