import type { Db } from '../db/open.ts';

export type TravellerSession = { id: number; email: string };
type Alive = { begunAfter: Date; usedAfter: Date };
const MOST_LISTED = 100;

export async function findTravellerSession(
  db: Db,
  tokenHash: Buffer,
  alive: Alive,
): Promise<(TravellerSession & { lastUsedAt: Date }) | null> {
  const row = await db
    .selectFrom('traveller_sessions')
    .innerJoin('travellers', 'travellers.id', 'traveller_id')
    .where('token_hash', '=', tokenHash)
    .where('traveller_sessions.created_at', '>', alive.begunAfter)
    .where('last_used_at', '>', alive.usedAfter)
    .select(['travellers.id', 'email', 'last_used_at as lastUsedAt'])
    .executeTakeFirst();
  return row ?? null;
}

export async function touchTravellerSession(db: Db, tokenHash: Buffer, id: number, at: Date): Promise<void> {
  await db
    .updateTable('traveller_sessions')
    .set({ last_used_at: at })
    .where('token_hash', '=', tokenHash)
    .where('last_used_at', '<', at)
    .execute();
  await db
    .updateTable('travellers')
    .set({ seen_at: at })
    .where('id', '=', id)
    .where('seen_at', '<', at)
    .execute();
}

export async function insertTravellerSession(
  db: Db,
  session: { tokenHash: Buffer; travellerId: number; at: Date },
): Promise<void> {
  const { tokenHash, travellerId, at } = session;
  await db
    .insertInto('traveller_sessions')
    .values({ token_hash: tokenHash, traveller_id: travellerId, created_at: at, last_used_at: at })
    .execute();
}

export async function deleteTravellerSession(db: Db, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('traveller_sessions').where('token_hash', '=', tokenHash).execute();
}

export function listTravellerSessions(
  db: Db,
  { travellerId, tokenHash, alive }: { travellerId: number; tokenHash: Buffer; alive: Alive },
) {
  return db
    .selectFrom('traveller_sessions')
    .where('traveller_id', '=', travellerId)
    .where('created_at', '>', alive.begunAfter)
    .where('last_used_at', '>', alive.usedAfter)
    .select((eb) => ['created_at', 'last_used_at', eb('token_hash', '=', tokenHash).as('is_current')])
    .orderBy('last_used_at', 'desc')
    .orderBy('created_at', 'desc')
    .limit(MOST_LISTED)
    .execute();
}

export async function deleteOtherTravellerSessions(
  db: Db,
  { travellerId, tokenHash, alive }: { travellerId: number; tokenHash: Buffer; alive: Alive },
): Promise<number> {
  const ended = await db
    .deleteFrom('traveller_sessions')
    .where('traveller_id', '=', travellerId)
    .where('token_hash', '<>', tokenHash)
    .returning((eb) =>
      eb
        .and([eb('created_at', '>', alive.begunAfter), eb('last_used_at', '>', alive.usedAfter)])
        .as('wasOpen'),
    )
    .execute();
  return ended.filter(({ wasOpen }) => wasOpen).length;
}

export async function deleteEndedTravellerSessions(db: Db, alive: Alive, batch: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('traveller_sessions')
    .where('token_hash', 'in', (eb) =>
      eb
        .selectFrom('traveller_sessions')
        .where((or) =>
          or.or([or('created_at', '<=', alive.begunAfter), or('last_used_at', '<=', alive.usedAfter)]),
        )
        .select('token_hash')
        .limit(batch),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
