import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { watchChanges } from '../changes.ts';

/** Puts every row back as it was, and returns the tables that had changed since the last call. */
export type Restore = () => Promise<string[]>;

/**
 * Copies every watched table. While rows are put back, triggers before a change are off, so that append-only tables can
 * be, and foreign keys are checked at commit; the log of changes goes on, so that the rate book follows.
 */
export async function rememberRows(db: Db): Promise<Restore> {
  await watchChanges(db);
  const { rows: watched } = await sql<{ name: string }>`
    select relname as name from pg_trigger join pg_class on pg_class.oid = tgrelid
    where tgname = 'note_change' union select 'security_events'`.execute(db);
  await sql`create schema kept`.execute(db);
  for (const { name } of watched) {
    await sql`create table ${sql.table(`kept.${name}`)} as table ${sql.table(`public.${name}`)}`.execute(db);
  }
  await makeRestorable(db);
  await addRestoration(db);
  return async () => {
    const { rows } = await sql<{ names: string[] }>`select restore_rows() as names`.execute(db);
    return rows[0]?.names ?? [];
  };
}

async function makeRestorable(db: Db): Promise<void> {
  await sql`do $$ declare one record; begin
    for one in select tgname, relname, pg_get_triggerdef(pg_trigger.oid) as definition
      from pg_trigger join pg_class on pg_class.oid = tgrelid
      where not tgisinternal and pg_get_triggerdef(pg_trigger.oid) ~ ' BEFORE (?!TRUNCATE)'
    loop
      execute format('drop trigger %I on %I', one.tgname, one.relname);
      execute regexp_replace(one.definition, '( WHEN \\((.*)\\))? EXECUTE FUNCTION', format(
        ' WHEN (%s current_setting(''fuzz.restoring'', true) IS DISTINCT FROM ''on'') EXECUTE FUNCTION',
        substring(one.definition from ' WHEN (\\(.*\\)) EXECUTE FUNCTION') || ' AND'));
    end loop;
    for one in select conname, conrelid::regclass as name from pg_constraint
      where contype = 'f' and connamespace = 'public'::regnamespace
    loop execute format('alter table %s alter constraint %I deferrable', one.name, one.conname); end loop;
  end $$`.execute(db);
}

/** Rows are compared as texts, since not every column has an equality; a key may be null in a table without a primary one. */
async function addRestoration(db: Db): Promise<void> {
  await sql`create table kept.restored_tables as
    select relname as name,
      string_agg(format('was.%1$I is not distinct from now.%1$I', attname), ' and ') filter (where is_key) as same_key,
      string_agg(format('%1$I', attname), ', ') as columns,
      string_agg(format('%1$I', attname), ', ') filter (where not is_key) as others,
      string_agg(format('was.%1$I', attname), ', ') filter (where not is_key) as former
    from (
      select relname, attname, coalesce(attnum = any(indkey), true) as is_key
      from pg_class
      join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
      left join lateral (
        select indkey from pg_index
        where indrelid = pg_class.oid and indisunique and indpred is null and indexprs is null
        order by indisprimary desc limit 1
      ) as keys on true
      where relnamespace = 'public'::regnamespace and to_regclass(format('kept.%I', relname)) is not null
    ) as columns group by relname`.execute(db);
  await sql`create function restore_rows() returns text[] language plpgsql as $$
    declare names text[]; one record; begin
      select coalesce(array_agg(distinct name order by name), '{}') into names from changed_rows;
      if names = '{}' then return names; end if;
      -- not watched, and names users
      names := names || 'security_events'::text;
      perform set_config('fuzz.restoring', 'on', true);
      set constraints all deferred;
      for one in select * from kept.restored_tables where name = any(names) loop
        execute format('delete from public.%1$I as now where not exists (select from kept.%1$I as was where %2$s)',
          one.name, one.same_key);
      end loop;
      for one in select * from kept.restored_tables where name = any(names) and others is not null loop
        execute format('update public.%1$I as now set (%3$s) = row(%4$s) from kept.%1$I as was
          where %2$s and was::text <> now::text', one.name, one.same_key, one.others, one.former);
      end loop;
      for one in select * from kept.restored_tables where name = any(names) loop
        execute format('insert into public.%1$I (%3$s) overriding system value select %3$s from kept.%1$I as was
          where not exists (select from public.%1$I as now where %2$s)', one.name, one.same_key, one.columns);
      end loop;
      delete from changed_rows;
      return array_remove(names, 'security_events');
    end $$`.execute(db);
}
