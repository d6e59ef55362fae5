import { sql } from 'kysely';
import { PAGE_SIZE } from '#domain/lists/page.ts';
import type { UsersQuery } from '#domain/users/directory.ts';
import { type UserRow, userColumns } from '#domain/users/fields.ts';
import type { UserStatus } from '#domain/users/user-status.ts';
import { pick } from '#domain/validation/fields.ts';
import type { Db } from '../../db/open.ts';
import { matchesSearch, matchRank } from '../../db/search.ts';
import { readTotal, selectTotal } from '../../db/select-page.ts';
import { hasFactorOfUser, scopesOfUser } from '../../db/user-scopes.ts';

/** Columns by their table, for rows that are joined with their company's. */
const COLUMNS = userColumns.map((name) => `users.${name}` as const);

export async function listUsers(db: Db, { page = 1, q = '', company }: UsersQuery) {
  const isSearched = q.trim() !== '';
  const form = sql<string>`users.search || ' ' || search_mail`;
  const found = db
    .selectFrom('users')
    .where('erased_at', 'is', null)
    .$if(isSearched, (qb) => qb.where(matchesSearch(form, q)))
    .$if(company === 'none', (qb) => qb.where('company_id', 'is', null))
    .$if(company !== undefined && company !== 'none', (qb) => qb.where('company_id', '=', Number(company)));
  const users = await found
    .leftJoin('companies', 'companies.id', 'users.company_id')
    .select(['users.id', 'mail', ...COLUMNS, 'role', 'status', 'companies.name as company_name'])
    .select((eb) => eb('users.suspended_at', 'is not', null).$castTo<boolean>().as('is_suspended'))
    .select(selectTotal())
    .$if(isSearched, (qb) => qb.orderBy(matchRank(form, q)))
    .orderBy(sql`lower(mail)`)
    .limit(PAGE_SIZE)
    .offset((page - 1) * PAGE_SIZE)
    .execute();
  const total = await readTotal(users, page, () =>
    found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  );
  return { users, total };
}

export async function findUser(db: Db, id: number) {
  const row = await db
    .selectFrom('users')
    .leftJoin('companies', 'companies.id', 'users.company_id')
    .where('users.id', '=', id)
    .where('erased_at', 'is', null)
    .select(['users.id', 'mail', ...COLUMNS, 'role', 'status'])
    .select('companies.name as company_name')
    .select((eb) => eb('users.suspended_at', 'is not', null).$castTo<boolean>().as('is_suspended'))
    .select([scopesOfUser(), hasFactorOfUser()])
    .executeTakeFirst();
  return row ?? null;
}

export async function lockUserRow(trx: Db, id: number) {
  const row = await trx
    .selectFrom('users')
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .select(['mail', 'role', 'status', 'suspended_at', ...userColumns])
    // weak enough that an audit entry on this user does not wait
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) return null;
  // read after the lock, whose former holder may have changed them
  const held = await trx.selectFrom('user_scopes').where('user_id', '=', id).select('scope').execute();
  const { mail, role, status, suspended_at } = row;
  return {
    mail,
    role,
    status,
    isSuspended: suspended_at !== null,
    fields: pick(row, userColumns),
    scopes: held.map(({ scope }) => scope),
  };
}

/** null: the address is taken. Checked in the statement, because PostgreSQL's log would quote it. */
export async function insertUser(
  trx: Db,
  user: UserRow & { mail: string; role: string; created_at: Date },
): Promise<number | null> {
  const row = await trx
    .insertInto('users')
    .values({ ...user, status: 'awaiting_password' })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function updateUser(
  trx: Db,
  id: number,
  columns: UserRow & { status: UserStatus; role: string },
): Promise<void> {
  await trx.updateTable('users').set(columns).where('id', '=', id).execute();
}

export async function updateSuspension(trx: Db, id: number, suspendedAt: Date | null): Promise<void> {
  await trx.updateTable('users').set({ suspended_at: suspendedAt }).where('id', '=', id).execute();
}

export async function selectKnownScopes(trx: Db, scopes: readonly string[]): Promise<string[]> {
  if (scopes.length === 0) return [];
  const known = await trx.selectFrom('scopes').where('scope', 'in', scopes).select('scope').execute();
  return known.map(({ scope }) => scope);
}

export async function replaceScopes(trx: Db, userId: number, scopes: readonly string[]): Promise<void> {
  await trx.deleteFrom('user_scopes').where('user_id', '=', userId).execute();
  if (scopes.length === 0) return;
  await trx
    .insertInto('user_scopes')
    .columns(['user_id', 'scope'])
    .expression(sql`select ${userId}::int, unnest(${scopes}::text[])`)
    .execute();
}
