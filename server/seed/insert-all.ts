import type { Insertable, Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';

// PostgreSQL allows at most 65,535 parameters a statement
const MAX_PARAMETERS = 16_000;

export async function insertAll<T extends keyof Schema>(
  db: Kysely<Schema>,
  table: T,
  rows: readonly Insertable<Schema[T]>[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).length;
  if (columns === 0) return;
  const atOnce = Math.floor(MAX_PARAMETERS / columns);
  for (let start = 0; start < rows.length; start += atOnce) {
    await db
      .insertInto(table)
      .values(rows.slice(start, start + atOnce))
      .execute();
  }
}
