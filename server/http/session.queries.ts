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

export async function insertSession(
  db: Db,
  session: { tokenHash: Buffer; userId: number; at: Date },
): Promise<void> {
  await db
    .insertInto('sessions')
    .values({
      token_hash: session.tokenHash,
      user_id: session.userId,
      created_at: session.at,
      last_used_at: session.at,
    })
    .execute();
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

export async function deleteSession(db: Db, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
}
