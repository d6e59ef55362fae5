import { type Insertable, sql } from 'kysely';
import type { AuditQuery } from '#domain/audit/audit.ts';
import { dayAfter } from '#domain/branches/open-state.ts';
import type { Db } from '../../db/open.ts';
import type { Schema } from '../../db/schema.ts';
import { matchesSearch } from '../../db/search.ts';

export async function insertAuditEntry(trx: Db, entry: Insertable<Schema['audit_entries']>): Promise<void> {
  await trx.insertInto('audit_entries').values(entry).execute();
}

// Bytes of changes in one answer. A longer answer ends before its limit, and never before its first entry.
const MOST_BYTES = 500_000;

type Filter = Omit<AuditQuery, 'limit'> & { limit: number };

export async function selectAuditEntries(db: Db, filter: Filter, mostBytes = MOST_BYTES) {
  const measured = db
    .selectFrom(selectPage(db, filter).as('page'))
    .select([
      'id',
      sql<number>`sum(octet_length(changes::text)) over (order by id desc) - octet_length(changes::text)`.as(
        'bytes_before',
      ),
    ]);
  return db
    .selectFrom(measured.as('measured'))
    .innerJoin('audit_entries as entry', 'entry.id', 'measured.id')
    .leftJoin('users as author', 'author.id', 'entry.user_id')
    .leftJoin('companies as company', 'company.id', 'entry.company_id')
    .leftJoin('users as subject', 'subject.id', 'entry.subject_user_id')
    .where('bytes_before', '<', mostBytes)
    .select(['entry.id', 'at', 'action', 'changes', 'entry.company_id', 'entry.subject_user_id'])
    .select(['author.name as author_name', 'author.surname as author_surname'])
    .select(['company.name as company_name', 'subject.mail as subject_mail'])
    .orderBy('entry.id', 'desc')
    .execute();
}

function selectPage(db: Db, { limit, before, q = '', action, from, to }: Filter) {
  const [noun = '', verb] = action?.split('.') ?? [];
  return (
    db
      .selectFrom('audit_entries as entry')
      .$if(before !== undefined, (qb) => qb.where('entry.id', '<', before ?? 0))
      // expression of its index
      .$if(noun !== '', (qb) => qb.where(sql<string>`split_part(entry.action, '.', 1)`, '=', noun))
      .$if(verb !== undefined, (qb) => qb.where('entry.action', '=', action ?? ''))
      .$if(from !== undefined, (qb) => qb.where('entry.at', '>=', midnight(from ?? '')))
      .$if(to !== undefined, (qb) => qb.where('entry.at', '<', midnight(dayAfter(to ?? ''))))
      .$if(q.trim() !== '', (qb) =>
        qb.where((eb) =>
          eb.or([
            eb('entry.company_id', 'in', companiesNamed(db, q)),
            eb('entry.user_id', 'in', usersNamed(db, q)),
            eb('entry.subject_user_id', 'in', usersNamed(db, q)),
          ]),
        ),
      )
      .select(['entry.id', 'entry.changes'])
      .orderBy('entry.id', 'desc')
      .limit(limit)
  );
}

const midnight = (day: string) => sql<Date>`${day}::date::timestamp AT TIME ZONE 'Europe/Paris'`;

const companiesNamed = (db: Db, q: string) =>
  db.selectFrom('companies').where(matchesSearch('search', q)).select('id');

const usersNamed = (db: Db, q: string) =>
  db
    .selectFrom('users')
    .where('erased_at', 'is', null)
    .where(matchesSearch(sql<string>`search || ' ' || search_mail`, q))
    .select('id');

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
