import { sql } from 'kysely';
import { hasEmail } from '../../db/email.ts';
import type { Db } from '../../db/open.ts';
import { deleteMailChange } from '../accounts/accounts.queries.ts';

export type MailChange = { id: number; userId: number; mail: string; createdAt: Date };

const FIELDS = ['id', 'user_id as userId', 'mail', 'created_at as createdAt'] as const;

export async function findMailChange(db: Db, id: number): Promise<MailChange | null> {
  const row = await db.selectFrom('mail_changes').where('id', '=', id).select(FIELDS).executeTakeFirst();
  return row ?? null;
}

export async function findMailChangeOf(db: Db, userId: number): Promise<MailChange | null> {
  const row = await db
    .selectFrom('mail_changes')
    .where('user_id', '=', userId)
    .select(FIELDS)
    .executeTakeFirst();
  return row ?? null;
}

export async function replaceMailChange(
  trx: Db,
  { userId, mail, at }: { userId: number; mail: string; at: Date },
): Promise<number> {
  await deleteMailChange(trx, userId);
  const { id } = await trx
    .insertInto('mail_changes')
    .values({ user_id: userId, mail, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** false: the address is another user's, and nothing changes. */
export async function updateMail(trx: Db, userId: number, mail: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('users')
    .set({ mail })
    .where('id', '=', userId)
    // checked in the statement, because a constraint error would write the address to PostgreSQL's log
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('users as other')
            .where(hasEmail('other.mail', mail))
            .where('other.id', '<>', userId)
            .select(sql<number>`1`.as('one')),
        ),
      ),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
