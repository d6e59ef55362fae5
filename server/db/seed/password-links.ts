import type { Db } from '../open.ts';

/** A link for everyone who has no password yet: an administrator finds it beside the user. */
export async function seedPasswordLinks(db: Db, now: Date): Promise<void> {
  await db
    .insertInto('password_links')
    .columns(['user_id', 'created_at'])
    .expression((eb) =>
      eb
        .selectFrom('users')
        .where('status', '=', 'awaiting_password')
        .select(['id', eb.val(now).as('created_at')])
        .orderBy('id'),
    )
    .execute();
}
