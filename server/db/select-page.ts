import { sql } from 'kysely';

/** Length of the whole list beside each row of a page, so that one pass finds both. */
export function selectTotal() {
  return sql<number>`(count(*) OVER ())::int`.as('total');
}

/** `count`: rows of the list, asked for only by a page past its end. */
export async function readTotal(
  rows: readonly { total: number }[],
  page: number,
  count: () => Promise<{ total: number }>,
): Promise<number> {
  const [first] = rows;
  if (first) return first.total;
  return page === 1 ? 0 : (await count()).total;
}
