import { type Insertable, sql } from 'kysely';
import type { SecurityFilter } from '#domain/security-events/security-journal.ts';
import type { Db } from '../../db/open.ts';
import type { Schema } from '../../db/schema.ts';

export type NewSecurityEvent = Pick<
  Insertable<Schema['security_events']>,
  'kind' | 'outcome' | 'at' | 'count'
> & {
  user_id: number | null;
  subject_user_id: number | null;
  account: Buffer | null;
  network: Buffer | null;
  device: string | null;
  session_id: number | null;
  details: string;
  bound?: Buffer;
};

/** Inserts a line, or adds to an equal line of its minute. Returns the id. */
export async function insertSecurityEvent(trx: Db, event: NewSecurityEvent): Promise<number> {
  const { id } = await trx
    .insertInto('security_events')
    .values(event)
    .onConflict((conflict) =>
      conflict.column('bound').doUpdateSet({ count: sql`security_events.count + excluded.count` }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateMinuteCount(trx: Db, bound: Buffer, count: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('security_events')
    .set({ count: sql`count + ${count}::int` })
    .where('bound', '=', bound)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** true when that many bounded lines lie between two moments, of one network where given. */
export async function isMinuteFull(
  db: Db,
  { since, until, network }: { since: Date; until: Date; network?: Buffer },
  most: number,
): Promise<boolean> {
  const { count } = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('security_events')
        .where('at', '>=', since)
        .where('at', '<', until)
        .where('bound', 'is not', null)
        .$if(network !== undefined, (qb) => qb.where('network', '=', network ?? null))
        .select('id')
        .limit(most)
        .as('line'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count >= most;
}

function selectFiltered(db: Db, { kind, outcome, user, day }: SecurityFilter) {
  return db
    .selectFrom('security_events as event')
    .$if(kind !== undefined, (qb) => qb.where('kind', '=', kind ?? ''))
    .$if(outcome !== undefined, (qb) => qb.where('outcome', '=', outcome ?? 'success'))
    .$if(user !== undefined, (qb) =>
      qb.where((eb) => eb.or([eb('user_id', '=', user ?? 0), eb('subject_user_id', '=', user ?? 0)])),
    )
    .$if(day !== undefined, (qb) =>
      qb
        .where('at', '>=', sql<Date>`${day}::date::timestamp at time zone 'Europe/Paris'`)
        .where('at', '<', sql<Date>`(${day}::date + 1)::timestamp at time zone 'Europe/Paris'`),
    );
}

export async function selectSecurityEvents(
  db: Db,
  filter: SecurityFilter,
  { limit, offset = 0, before }: { limit: number; offset?: number; before?: number | undefined },
) {
  return (
    selectFiltered(db, filter)
      .$if(before !== undefined, (qb) => qb.where('event.id', '<', before ?? 0))
      .leftJoin('users as actor', 'actor.id', 'event.user_id')
      .leftJoin('users as subject', 'subject.id', 'event.subject_user_id')
      .select(['event.id', 'at', 'kind', 'outcome', 'user_id', 'subject_user_id', 'device', 'session_id'])
      .select(['details', 'count'])
      .select(['actor.name as actor_name', 'actor.surname as actor_surname', 'actor.mail as actor_mail'])
      .select(['subject.name as subject_name', 'subject.surname as subject_surname'])
      .select('subject.mail as subject_mail')
      // enough to tell accounts apart, too short to test addresses
      .select(sql<string | null>`left(encode(account, 'hex'), 8)`.as('account'))
      .select(sql<string | null>`left(encode(network, 'hex'), 8)`.as('network'))
      .orderBy('event.id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute()
  );
}

export async function countFilteredEvents(db: Db, filter: SecurityFilter): Promise<number> {
  const { total } = await selectFiltered(db, filter)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

export async function countSecurityEvents(db: Db, since: Date) {
  return db
    .selectFrom('security_events')
    .where('at', '>', since)
    .select(['kind', 'outcome', sql<number>`sum(count)::float8`.as('count')])
    .groupBy(['kind', 'outcome'])
    .execute();
}
