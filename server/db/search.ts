import { type RawBuilder, sql } from 'kysely';
import { searchForm, wordsOf } from '#domain/text/search.ts';

type SearchForm = string | RawBuilder<string>;

/** SQL of matchOf in domain/text/search.ts. */
export function matchesSearch(form: SearchForm, typed: string): RawBuilder<boolean> {
  const query = searchForm(typed);
  if (query === '') return sql<boolean>`false`;
  const column = expressionOf(form);
  const words = wordsOf(query).map(({ word, mayBeMiddle }) =>
    mayBeMiddle ? sql`${column} like ${`%${word}%`}` : begins(column, word),
  );
  return sql<boolean>`(${sql.join(words, sql` and `)})`;
}

/** SQL order of matches: prefix of the form, prefix of a word, then the others. */
export function matchRank(form: SearchForm, typed: string): RawBuilder<number> {
  const query = searchForm(typed);
  const column = expressionOf(form);
  const words = wordsOf(query).map(({ word }) => begins(column, word));
  return sql<number>`case when ${startsWith(column, query)} then 0
    when ${sql.join(words, sql` and `)} then 1 else 2 end`;
}

// search forms contain no wildcard of LIKE
function begins(column: RawBuilder<string>, word: string): RawBuilder<boolean> {
  return sql<boolean>`' ' || ${column} like ${`% ${word}%`}`;
}

function startsWith(column: RawBuilder<string>, query: string): RawBuilder<boolean> {
  return sql<boolean>`${column} like ${`${query}%`}`;
}

function expressionOf(form: SearchForm): RawBuilder<string> {
  return typeof form === 'string' ? sql<string>`${sql.ref(form)}` : form;
}
