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
    .select(['id', 'email', 'created_at as createdAt'])
    .executeTakeFirst();
  return row ?? null;
}

type LoginCodeFilter = { email: string; ticketHash: Buffer; sentAfter: Date; maxGuesses: number };

/** Locks codes that are still valid, so that each opens one session. */
export async function lockUnusedCodes(
  trx: Db,
  { email, ticketHash, sentAfter: after, maxGuesses: most }: LoginCodeFilter,
): Promise<Code[]> {
  return trx
    .selectFrom('traveller_codes')
    .where('email', '=', email)
    .where('ticket_hash', '=', ticketHash)
    .where('created_at', '>', after)
    .where('guesses', '<', most)
    .select(['id', 'email', 'created_at as createdAt'])
    .orderBy('id')
    .forUpdate()
    .execute();
}

export async function countGuess(trx: Db, codes: readonly Code[]): Promise<void> {
  const ids = codes.map(({ id }) => id);
  await sql`update traveller_codes set guesses = guesses + 1 where id = any(${ids}::int[])`.execute(trx);
}

export async function deleteCodes(trx: Db, email: string): Promise<void> {
  await trx.deleteFrom('traveller_codes').where('email', '=', email).execute();
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
