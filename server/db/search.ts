import { type RawBuilder, sql } from 'kysely';
import { searchForm, wordsOf } from '#domain/text/search.ts';

type SearchForm = string | RawBuilder<string>;

/** SQL of matchOf in domain/text/search.ts. */
export function matchesSearch(form: SearchForm, typed: string): RawBuilder<boolean> {
  const wanted = searchForm(typed);
  if (wanted === '') return sql<boolean>`false`;
  const column = expressionOf(form);
  const words = wordsOf(wanted).map(({ word, mayBeMiddle }) =>
    mayBeMiddle ? sql`${column} like ${`%${word}%`}` : begins(column, word),
  );
  return sql<boolean>`(${sql.join(words, sql` and `)})`;
}

/** SQL order of matches: prefix of the form, prefix of a word, then the others. */
export function matchRank(form: SearchForm, typed: string): RawBuilder<number> {
  const wanted = searchForm(typed);
  const column = expressionOf(form);
  const words = wordsOf(wanted).map(({ word }) => begins(column, word));
  return sql<number>`case when ${startsWith(column, wanted)} then 0
    when ${sql.join(words, sql` and `)} then 1 else 2 end`;
}

// search forms contain no wildcard of LIKE
function begins(column: RawBuilder<string>, word: string): RawBuilder<boolean> {
  return sql<boolean>`' ' || ${column} like ${`% ${word}%`}`;
}

function startsWith(column: RawBuilder<string>, wanted: string): RawBuilder<boolean> {
  return sql<boolean>`${column} like ${`${wanted}%`}`;
}

function expressionOf(form: SearchForm): RawBuilder<string> {
  return typeof form === 'string' ? sql<string>`${sql.ref(form)}` : form;
}
