import { sql } from 'kysely';
import type { Db } from '../db/open.ts';

/** Tables that no call writes by itself: a timer, a refusal or the commit of other tables does. */
const ON_THEIR_OWN = ['comparison_counts', 'shown_counts', 'security_events', 'changes'];

/**
 * Records tables with changed rows by triggers. The returned function gives those changed since its last call, without
 * changes that were rolled back.
 */
export async function watchChanges(db: Db): Promise<() => Promise<string[]>> {
  const { rows } = await sql<{ name: string }>`select tablename as name from pg_tables
    where schemaname = 'public' and tablename <> all(${ON_THEIR_OWN}::text[])`.execute(db);
  await sql`create table changed_rows (name text not null)`.execute(db);
  await sql`create function note_change() returns trigger language plpgsql as $$
    begin insert into changed_rows values (tg_table_name); return null; end $$`.execute(db);
  for (const { name } of rows) {
    await sql`create trigger note_change after insert or update or delete on ${sql.table(name)}
      for each row execute function note_change()`.execute(db);
  }
  return async () => {
    const taken = await sql<{ name: string }>`with taken as (delete from changed_rows returning name)
      select distinct name from taken order by name`.execute(db);
    return taken.rows.map(({ name }) => name);
  };
}
