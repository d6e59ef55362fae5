import type { Db } from '../db/open.ts';
import type { MailKind } from '../db/schema.ts';

/**
 * Puts a mail in the queue; in a transaction it leaves with the rest, or not at all. `params` are ids that
 * its text is written from when it is sent: `invitation` { link }, `password` {}, `newsletter` { subscription }.
 */
export async function enqueueMail(
  db: Db,
  mail: { kind: MailKind; recipient: string; params: Record<string, number>; at: Date },
): Promise<void> {
  await db
    .insertInto('mails')
    .values({
      kind: mail.kind,
      recipient: mail.recipient,
      params: JSON.stringify(mail.params),
      created_at: mail.at,
      due_at: mail.at,
    })
    .execute();
}
