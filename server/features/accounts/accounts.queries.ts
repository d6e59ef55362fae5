import { sql } from 'kysely';
import { hasEmail } from '../../db/email.ts';
import type { Db } from '../../db/open.ts';
import { scopesOfUser } from '../../db/user-scopes.ts';

export type Account = {
  id: number;
  name: string;
  surname: string;
  img: string;
  role: string;
  companyId: number | null;
  /** null: no password yet. */
  passwordHash: string | null;
  isSuspended: boolean;
  scopes: string[];
};

export async function findAccount(db: Db, mail: string): Promise<Account | null> {
  const row = await db
    .selectFrom('users')
    .where(hasEmail('mail', mail))
    .select(['id', 'name', 'surname', 'img', 'role'])
    .select(['company_id as companyId', 'password_hash as passwordHash'])
    .select((eb) => eb('suspended_at', 'is not', null).$castTo<boolean>().as('isSuspended'))
    .select(scopesOfUser())
    // the spelling in ASCII first, where a mailbox has two
    .orderBy(sql`octet_length(mail) - length(mail)`)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Sets a password and puts a new account in service. A pending change of address is dropped, because
 * whoever knew the former password may have requested it.
 */
export async function updatePassword(trx: Db, userId: number, passwordHash: string): Promise<void> {
  await trx
    .updateTable('users')
    .set({
      password_hash: passwordHash,
      status: sql`case status when 'awaiting_password' then 'in_service' else status end`,
    })
    .where('id', '=', userId)
    .execute();
  await deleteMailChange(trx, userId);
}

export async function deleteMailChange(trx: Db, userId: number): Promise<void> {
  await trx.deleteFrom('mail_changes').where('user_id', '=', userId).execute();
}
