import type { Insertable } from 'kysely';
import type { Db } from '../../db/open.ts';
import type { Schema } from '../../db/schema.ts';

export async function insertAuditEntry(trx: Db, entry: Insertable<Schema['audit_entries']>): Promise<void> {
  await trx.insertInto('audit_entries').values(entry).execute();
}

export async function selectAuditEntries(
  db: Db,
  { limit, before }: { limit: number; before: number | undefined },
) {
  return db
    .selectFrom('audit_entries as entry')
    .leftJoin('users as author', 'author.id', 'entry.user_id')
    .leftJoin('companies as company', 'company.id', 'entry.company_id')
    .leftJoin('users as subject', 'subject.id', 'entry.subject_user_id')
    .$if(before !== undefined, (qb) => qb.where('entry.id', '<', before ?? 0))
    .select(['entry.id', 'at', 'action', 'changes', 'entry.company_id', 'entry.subject_user_id'])
    .select(['author.name as author_name', 'author.surname as author_surname'])
    .select(['company.name as company_name', 'subject.mail as subject_mail'])
    .orderBy('entry.id', 'desc')
    .limit(limit)
    .execute();
}

export async function selectCompanyNames(
  db: Db,
  ids: readonly number[],
): Promise<{ id: number; name: string }[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('companies')
    .where('id', 'in', [...new Set(ids)])
    .select(['id', 'name'])
    .execute();
}
