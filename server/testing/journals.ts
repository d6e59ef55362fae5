import { sql } from 'kysely';
import type { Db } from '../db/open.ts';

/** Empties tables that the product only appends to. */
export async function emptyJournals(
  db: Db,
  tables: readonly ('audit_entries' | 'security_events' | 'fixing_logs')[] = [
    'audit_entries',
    'security_events',
  ],
): Promise<void> {
  for (const table of tables) {
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(db);
    await db.deleteFrom(table).execute();
    await sql`alter table ${sql.table(table)} enable trigger user`.execute(db);
  }
}
