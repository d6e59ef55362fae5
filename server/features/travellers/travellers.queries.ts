import { sql } from 'kysely';
import { travellerFieldNames } from '#domain/travellers/fields.ts';
import type { Traveller } from '#domain/travellers/traveller.ts';
import type { Db } from '../../db/open.ts';
import type { Code } from './codes.ts';

/** true when some company takes reservations. Until then accounts serve nothing. */
export async function isAnyAdmitted(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('reservation_terms')
    .where('admitted_at', 'is not', null)
    .select('company_id')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertCode(
  trx: Db,
  { email, ticketHash, at }: { email: string; ticketHash: Buffer; at: Date },
): Promise<number> {
  const { id } = await trx
    .insertInto('traveller_codes')
    .values({ email, ticket_hash: ticketHash, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function findCode(db: Db, id: number): Promise<Code | null> {
  const row = await db
    .selectFrom('traveller_codes')
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .select(['id', 'email', 'created_at as createdAt'])
    .executeTakeFirst();
  return row ?? null;
}

type LoginCodeFilter = {
  email: string;
  ticketHash: Buffer;
  sentAfter: Date;
  usedAfter: Date;
  maxGuesses: number;
};

/** `sessionHash`: session that the code has opened already. */
export type ValidCode = Code & { sessionHash: Buffer | null };

export async function hasValidCode(db: Db, filter: LoginCodeFilter): Promise<boolean> {
  return (await selectValidCodes(db, filter).limit(1).executeTakeFirst()) !== undefined;
}

export async function lockValidCodes(trx: Db, filter: LoginCodeFilter): Promise<ValidCode[]> {
  return selectValidCodes(trx, filter).orderBy('id').forUpdate().execute();
}

function selectValidCodes(
  db: Db,
  { email, ticketHash, sentAfter: after, usedAfter, maxGuesses: most }: LoginCodeFilter,
) {
  return db
    .selectFrom('traveller_codes')
    .where('email', '=', email)
    .where('ticket_hash', '=', ticketHash)
    .where('created_at', '>', after)
    .where('guesses', '<', most)
    .where(({ and, eb, exists, or, selectFrom }) =>
      or([
        eb('used_at', 'is', null),
        and([
          eb('used_at', '>', usedAfter),
          exists(
            selectFrom('traveller_sessions')
              .whereRef('token_hash', '=', 'traveller_codes.session_hash')
              .select('token_hash'),
          ),
        ]),
      ]),
    )
    .select(['id', 'email', 'created_at as createdAt', 'session_hash as sessionHash']);
}

export async function countGuessOf(trx: Db, codes: readonly Code[]): Promise<void> {
  const ids = codes.map(({ id }) => id);
  await sql`update traveller_codes set guesses = guesses + 1 where id = any(${ids}::int[])`.execute(trx);
}

/** Marks a code as used, and deletes every other one of its address. */
export async function markCodeUsed(
  trx: Db,
  { id, email }: Code,
  { at, sessionHash }: { at: Date; sessionHash: Buffer },
): Promise<void> {
  await trx.deleteFrom('traveller_codes').where('email', '=', email).where('id', '<>', id).execute();
  await trx
    .updateTable('traveller_codes')
    .set({ used_at: sql`coalesce(used_at, ${at})`, session_hash: sessionHash })
    .where('id', '=', id)
    .execute();
}

export async function deleteSession(trx: Db, tokenHash: Buffer): Promise<void> {
  await trx.deleteFrom('traveller_sessions').where('token_hash', '=', tokenHash).execute();
}

export async function findOrCreateTraveller(trx: Db, email: string, at: Date): Promise<number> {
  const { id } = await trx
    .insertInto('travellers')
    .values({ email, created_at: at, seen_at: at })
    .onConflict((conflict) => conflict.column('email').doUpdateSet({ seen_at: at }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function isTraveller(db: Db, email: string): Promise<boolean> {
  const row = await db.selectFrom('travellers').where('email', '=', email).select('id').executeTakeFirst();
  return row !== undefined;
}

export async function findTraveller(db: Db, id: number): Promise<Traveller | null> {
  const row = await db
    .selectFrom('travellers')
    .where('id', '=', id)
    .select(['email', ...travellerFieldNames])
    .executeTakeFirst();
  return row ?? null;
}

export async function updateTraveller(db: Db, id: number, row: Omit<Traveller, 'email'>): Promise<void> {
  await db.updateTable('travellers').set(row).where('id', '=', id).execute();
}

export async function lockTraveller(trx: Db, id: number): Promise<Date | null> {
  const row = await trx
    .selectFrom('travellers')
    .where('id', '=', id)
    .select('created_at')
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row?.created_at ?? null;
}
