import { hash, verify } from '@node-rs/argon2';
import type { Db } from '../db/open.ts';
import { OWASP } from '../features/accounts/password-hasher.ts';
import { demoAccounts } from './accounts.ts';

export async function selectPublishedAccounts(
  db: Db,
  password: string,
): Promise<{ id: number; hash: string }[]> {
  const mails = demoAccounts.filter(({ isDemo }) => isDemo).map(({ mail }) => mail);
  const rows = await db
    .selectFrom('users')
    .where('mail', 'in', mails)
    .where('password_hash', 'is not', null)
    .where('suspended_at', 'is', null)
    .select(['id', 'password_hash as hash'])
    .execute();
  const opened = await Promise.all(
    rows.map(async ({ id, hash: of }) =>
      of !== null && (await verify(of, password)) ? [{ id, hash: of }] : [],
    ),
  );
  return opened.flat();
}

export async function updatePublishedPasswords(db: Db, published: string, password: string): Promise<void> {
  for (const { id, hash: before } of await selectPublishedAccounts(db, published)) {
    const next = await hash(password, OWASP);
    await db.transaction().execute(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('users')
        .set({ password_hash: next })
        .where('id', '=', id)
        // unchanged meanwhile
        .where('password_hash', '=', before)
        .executeTakeFirst();
      if (numUpdatedRows > 0n) await trx.deleteFrom('sessions').where('user_id', '=', id).execute();
    });
  }
}
