import { sql } from 'kysely';
import type { Db } from '../db/open.ts';

/**
 * Position in the log of changes (migration 0021). `at` tells a restored database, whose versions repeat;
 * version 0: no change yet.
 */
export type Mark = { readonly version: number; readonly at: number };

const START: Mark = { version: 0, at: 0 };
/** Entries above which a full read is faster. */
const MOST_AT_ONCE = 5_000;

/** Log entries after a position, in order of commits. */
export type News = { readonly mark: Mark; readonly named: readonly string[] };

/** null: the log was cleaned, is another one, or has too many entries. */
export async function selectNews(db: Db, mark: Mark): Promise<News | null> {
  const news = await selectRowsAfter(db, mark, MOST_AT_ONCE + 1);
  return news && news.length <= MOST_AT_ONCE ? newsOf(mark, news) : null;
}

export async function selectFirstNews(db: Db, mark: Mark, most: number): Promise<News | null> {
  const news = await selectRowsAfter(db, mark, most);
  return news && newsOf(mark, news);
}

type Row = Mark & { what: string[] };

async function selectRowsAfter(db: Db, { version, at }: Mark, most: number): Promise<Row[] | null> {
  const { rows } = await sql<Row>`
    SELECT version, (date_part('epoch', at) * 1000)::float8 AS at, what FROM changes
    WHERE version >= ${version} ORDER BY version LIMIT ${most + 1}`.execute(db);
  // the first row is the position itself, if it exists
  const isThere = version === 0 || (rows[0]?.version === version && rows[0].at === at);
  const news = version === 0 ? rows : rows.slice(1);
  const goesOn = news.every((row, index) => row.version === version + index + 1);
  return isThere && goesOn ? news : null;
}

function newsOf(mark: Mark, news: readonly Row[]): News {
  const { version, at } = news.at(-1) ?? mark;
  return { mark: { version, at }, named: news.flatMap(({ what }) => what) };
}

export async function selectMark(trx: Db): Promise<Mark> {
  const { rows } = await sql<Mark>`
    SELECT version, (date_part('epoch', at) * 1000)::float8 AS at FROM changes
    WHERE version IS NOT NULL ORDER BY version DESC LIMIT 1`.execute(trx);
  return rows[0] ?? START;
}

/** Seconds since the first change after a version. 0: none. */
export async function selectLag(db: Db, version: number): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    SELECT greatest(0, extract(epoch FROM clock_timestamp() - at))::float8 AS seconds FROM changes
    WHERE version > ${version} ORDER BY version LIMIT 1`.execute(db);
  return rows[0]?.seconds ?? 0;
}

/** Deletes entries until a moment, except the last, after which the next is numbered. */
export async function deleteChanges(trx: Db, until: Date, batch: number): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM changes WHERE version IN (
      SELECT version FROM changes WHERE version < (SELECT max(version) FROM changes)
      ORDER BY version LIMIT ${batch}
    ) AND at <= ${until}`.execute(trx);
  return Number(numAffectedRows ?? 0n);
}
