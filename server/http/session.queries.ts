import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import { scopesOfUser } from '../db/user-scopes.ts';

export type SessionRow = {
  id: number;
  lastUsedAt: Date;
  user: { id: number; mail: string; name: string; surname: string; img: string; role: string };
  company: { id: number; name: string; isSuspended: boolean } | null;
  scopes: string[];
};

/** A session is alive when it began and was last used after these moments. */
export type Alive = { begunAfter: Date; usedAfter: Date };

/** The session of a token, with all that decides what it may do. */
export async function findSession(db: Db, tokenHash: Buffer, alive: Alive): Promise<SessionRow | null> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('companies', 'companies.id', 'users.company_id')
    .where('token_hash', '=', tokenHash)
    .where('sessions.created_at', '>', alive.begunAfter)
    .where('last_used_at', '>', alive.usedAfter)
    .where('status', '<>', 'awaiting_password')
    .where('users.suspended_at', 'is', null)
    .select(['sessions.id as session_id', 'last_used_at'])
    .select(['users.id', 'mail', 'users.name', 'surname', 'img', 'role', 'company_id'])
    .select('companies.name as company_name')
    .select((eb) => eb('companies.suspended_at', 'is not', null).$castTo<boolean>().as('is_suspended'))
    .select(scopesOfUser())
    .executeTakeFirst();
  if (!row) return null;
  const { session_id, last_used_at, company_id, company_name, is_suspended, scopes, ...user } = row;
  return {
    id: session_id,
    lastUsedAt: last_used_at,
    user,
    company:
      company_id === null ? null : { id: company_id, name: company_name ?? '', isSuspended: is_suspended },
    scopes,
  };
}

export async function touchSession(db: Db, id: number, at: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_used_at: at })
    .where('id', '=', id)
    .where('last_used_at', '<', at)
    .execute();
}

/** Whose session is opened, and by which password: null where there was none to verify. */
export type Opener = { id: number; passwordHash: string | null };

export type NewSession = {
  tokenHash: Buffer;
  opener: Opener;
  at: Date;
  device: string | null;
  network: string | null;
};

/**
 * Its id; null when the user is gone, shut out or has another password by now. The row of the user is held: a password that
 * changes at this moment is waited for, and one that changes next finds this session, and ends it.
 */
export async function insertSession(
  db: Db,
  { tokenHash, opener, at, device, network }: NewSession,
): Promise<number | null> {
  const { id, passwordHash } = opener;
  const row = await db
    .insertInto('sessions')
    .columns(['token_hash', 'user_id', 'created_at', 'last_used_at', 'device', 'network'])
    .expression((eb) =>
      eb
        .selectFrom('users')
        .where('id', '=', id)
        .where('status', '<>', 'awaiting_password')
        .where('suspended_at', 'is', null)
        .$if(passwordHash !== null, (qb) => qb.where('password_hash', '=', passwordHash))
        .select([
          sql<Buffer>`${tokenHash}::bytea`.as('token_hash'),
          'id',
          sql<Date>`${at}::timestamptz`.as('created_at'),
          sql<Date>`${at}::timestamptz`.as('last_used_at'),
          sql<string | null>`${device}::text`.as('device'),
          sql<string | null>`${network}::text`.as('network'),
        ])
        .forShare(),
    )
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Deletes sessions that have ended, so many of each kind of end at most. Returns how many. */
export async function deleteEndedSessions(db: Db, alive: Alive, atMost: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from sessions where id in (
      (select id from sessions where last_used_at <= ${alive.usedAfter} order by last_used_at limit ${atMost})
      union
      (select id from sessions where created_at <= ${alive.begunAfter} order by created_at limit ${atMost})
    )`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Which session that was, and whose; null when there was none. */
export async function deleteSession(db: Db, tokenHash: Buffer): Promise<EndedSession | null> {
  const row = await db
    .deleteFrom('sessions')
    .where('token_hash', '=', tokenHash)
    .returning(['id', 'user_id as userId'])
    .executeTakeFirst();
  return row ?? null;
}

export type EndedSession = { id: number; userId: number };
