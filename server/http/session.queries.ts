import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import { hasFactorOfUser, scopesOfUser } from '../db/user-scopes.ts';

export type SessionRow = {
  id: number;
  lastUsedAt: Date;
  user: { id: number; mail: string; name: string; surname: string; img: string; role: string };
  company: {
    id: number;
    name: string;
    isSuspended: boolean;
    chargesFees: boolean;
    requiresFactor: boolean;
  } | null;
  scopes: string[];
  verifiedAt: Date;
  hasFactor: boolean;
};

export type Alive = { begunAfter: Date; usedAfter: Date };

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
    .select(['companies.requires_second_factor', 'charges_fees'])
    .select((eb) => eb.fn.coalesce('verified_at', 'sessions.created_at').as('verified_at'))
    .select([scopesOfUser(), hasFactorOfUser()])
    .executeTakeFirst();
  if (!row) return null;
  const { session_id, last_used_at, company_id, company_name, is_suspended, scopes, ...others } = row;
  const { requires_second_factor, charges_fees, verified_at, has_factor, ...user } = others;
  return {
    id: session_id,
    lastUsedAt: last_used_at,
    user,
    company:
      company_id === null
        ? null
        : {
            id: company_id,
            name: company_name ?? '',
            isSuspended: is_suspended,
            chargesFees: charges_fees ?? false,
            requiresFactor: requires_second_factor ?? false,
          },
    scopes,
    verifiedAt: verified_at,
    hasFactor: has_factor,
  };
}

export async function markVerified(db: Db, id: number, at: Date): Promise<void> {
  await db.updateTable('sessions').set({ verified_at: at }).where('id', '=', id).execute();
}

export async function touchSession(db: Db, id: number, at: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_used_at: at })
    .where('id', '=', id)
    .where('last_used_at', '<', at)
    .execute();
}

/** User of a new session. `passwordHash`: the verified password; null: none was verified. */
export type Opener = { id: number; passwordHash: string | null; proof?: SecondProof };

/** Proof beside the password: the login that waited for it, or a passkey alone. */
export type SecondProof = { pendingLogin: Buffer } | { passkeyId: number };

export type NewSession = {
  tokenHash: Buffer;
  opener: Opener;
  at: Date;
  device: string | null;
  network: string | null;
};

/**
 * Id of the new session, or null when the user is gone, suspended, has another password, or another set of
 * second factors than was proved. The user's row is locked, so that concurrent changes come before or end
 * this session.
 */
export async function insertSession(db: Db, session: NewSession): Promise<number | null> {
  if (!db.isTransaction) return db.transaction().execute((trx) => insertSession(trx, session));
  const { tokenHash, opener, at, device, network } = session;
  const held = await selectOpener(db, opener).select('id').forShare().executeTakeFirst();
  if (!held || (opener.proof && !(await takeProof(db, opener.id, opener.proof)))) return null;
  const row = await db
    .insertInto('sessions')
    .columns(['token_hash', 'user_id', 'created_at', 'last_used_at', 'device', 'network'])
    .expression(
      selectOpener(db, opener)
        .$if(opener.proof === undefined, (qb) => qb.where((eb) => eb.not(hasFactorOfUser().expression)))
        .select([
          sql<Buffer>`${tokenHash}::bytea`.as('token_hash'),
          'id',
          sql<Date>`${at}::timestamptz`.as('created_at'),
          sql<Date>`${at}::timestamptz`.as('last_used_at'),
          sql<string | null>`${device}::text`.as('device'),
          sql<string | null>`${network}::text`.as('network'),
        ]),
    )
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** false: the proof is void, because removing a factor ends the logins that wait for it. */
async function takeProof(trx: Db, userId: number, proof: SecondProof): Promise<boolean> {
  if ('pendingLogin' in proof) return deletePendingLogin(trx, proof.pendingLogin);
  const passkey = await trx
    .selectFrom('passkeys')
    .where('id', '=', proof.passkeyId)
    .where('user_id', '=', userId)
    .select('id')
    .executeTakeFirst();
  return passkey !== undefined;
}

function selectOpener(db: Db, { id, passwordHash }: Opener) {
  return db
    .selectFrom('users')
    .where('id', '=', id)
    .where('status', '<>', 'awaiting_password')
    .where('suspended_at', 'is', null)
    .$if(passwordHash !== null, (qb) => qb.where('password_hash', '=', passwordHash));
}

export async function insertPendingLogin(
  db: Db,
  { tokenHash, opener, at }: Pick<NewSession, 'tokenHash' | 'opener' | 'at'>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('pending_logins')
    .columns(['token_hash', 'user_id', 'created_at'])
    .expression(
      selectOpener(db, opener)
        .select([
          sql<Buffer>`${tokenHash}::bytea`.as('token_hash'),
          'id',
          sql<Date>`${at}::timestamptz`.as('created_at'),
        ])
        .forShare(),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function findPendingLogin(db: Db, tokenHash: Buffer, begunAfter: Date) {
  const row = await db
    .selectFrom('pending_logins')
    .innerJoin('users', 'users.id', 'pending_logins.user_id')
    .where('token_hash', '=', tokenHash)
    .where('pending_logins.created_at', '>', begunAfter)
    .where('users.suspended_at', 'is', null)
    .select(['users.id', 'mail', 'password_hash as passwordHash'])
    .executeTakeFirst();
  return row ?? null;
}

/** true for the one caller that deletes it. */
export async function deletePendingLogin(db: Db, tokenHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('pending_logins')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

export async function deletePendingLogins(db: Db, until: Date, atMost: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from pending_logins where token_hash in (
      select token_hash from pending_logins where created_at <= ${until} order by created_at limit ${atMost}
    )`.execute(db);
  return Number(numAffectedRows ?? 0);
}

export async function deleteEndedSessions(db: Db, alive: Alive, atMost: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from sessions where id in (
      (select id from sessions where last_used_at <= ${alive.usedAfter} order by last_used_at limit ${atMost})
      union
      (select id from sessions where created_at <= ${alive.begunAfter} order by created_at limit ${atMost})
    )`.execute(db);
  return Number(numAffectedRows ?? 0);
}

export async function deleteSession(db: Db, tokenHash: Buffer): Promise<EndedSession | null> {
  const row = await db
    .deleteFrom('sessions')
    .where('token_hash', '=', tokenHash)
    .returning(['id', 'user_id as userId'])
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Ends every session of a user except `kept`, and every login that waits for a second factor. Returns the
 * number of sessions.
 */
export async function deleteSessions(
  trx: Db,
  userId: number,
  keptSessionId: number | null = null,
): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(keptSessionId !== null, (qb) => qb.where('id', '<>', keptSessionId ?? 0))
    .executeTakeFirst();
  await trx.deleteFrom('pending_logins').where('user_id', '=', userId).execute();
  return Number(numDeletedRows);
}

export type EndedSession = { id: number; userId: number };
