import { type RawBuilder, sql } from 'kysely';
import { searchForm } from '#domain/text/search.ts';

type SearchForm = string | RawBuilder<string>;

// lists of the administration, where a word's middle finds what nobody looks for
export function matchesSearch(form: SearchForm, typed: string): RawBuilder<boolean> {
  const query = searchForm(typed);
  if (query === '') return sql<boolean>`false`;
  const column = expressionOf(form);
  return sql<boolean>`(${sql.join(
    query.split(' ').map((word) => begins(column, word)),
    sql` and `,
  )})`;
}

/** SQL order of matches: prefix of the form, then the others. */
export function matchRank(form: SearchForm, typed: string): RawBuilder<number> {
  return sql<number>`case when ${startsWith(expressionOf(form), searchForm(typed))} then 0 else 1 end`;
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
