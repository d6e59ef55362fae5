import { sql } from 'kysely';
import type { Db } from '../db/open.ts';

/** The bureau that a user works for, if any. */
export async function findCompanyName(db: Db, userId: number): Promise<string | null> {
  const row = await db
    .selectFrom('users')
    .innerJoin('companies', 'companies.id', 'users.company_id')
    .where('users.id', '=', userId)
    .select('companies.name')
    .executeTakeFirst();
  return row?.name ?? null;
}

/** The account of a mail, in any case, unless it is suspended. */
export async function findAccount(
  db: Db,
  mail: string,
): Promise<{ id: number; name: string; surname: string } | null> {
  const row = await db
    .selectFrom('users')
    .where(sql<string>`lower(mail)`, '=', sql<string>`lower(${mail})`)
    .where('suspended_at', 'is', null)
    .select(['id', 'name', 'surname'])
    .executeTakeFirst();
  return row ?? null;
}

export async function findSubscription(
  db: Db,
  id: number,
): Promise<{ id: number; at: Date; email: string; confirmedAt: Date | null } | null> {
  const row = await db
    .selectFrom('subscriptions')
    .where('id', '=', id)
    .select(['id', 'at', 'email', 'confirmed_at as confirmedAt'])
    .executeTakeFirst();
  return row ?? null;
}
