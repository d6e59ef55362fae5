import { hasEmail } from '../../db/email.ts';
import type { Db } from '../../db/open.ts';

export async function findCompanyName(db: Db, userId: number): Promise<string | null> {
  const row = await db
    .selectFrom('users')
    .innerJoin('companies', 'companies.id', 'users.company_id')
    .where('users.id', '=', userId)
    .select('companies.name')
    .executeTakeFirst();
  return row?.name ?? null;
}

export async function findAccount(
  db: Db,
  mail: string,
): Promise<{ id: number; name: string; surname: string } | null> {
  const row = await db
    .selectFrom('users')
    .where(hasEmail('mail', mail))
    .where('suspended_at', 'is', null)
    .select(['id', 'name', 'surname'])
    .executeTakeFirst();
  return row ?? null;
}

export async function findName(db: Db, userId: number): Promise<{ name: string; surname: string } | null> {
  const row = await db
    .selectFrom('users')
    .where('id', '=', userId)
    .where('erased_at', 'is', null)
    .select(['name', 'surname'])
    .executeTakeFirst();
  return row ?? null;
}
