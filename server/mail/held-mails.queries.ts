import { sql } from 'kysely';
import type { Db } from '../db/open.ts';

/** The last letter about what a bureau holds to each of these addresses; `isWaiting`: it is not written yet. */
export async function findHeldMails(
  trx: Db,
  companyId: number,
  recipients: readonly string[],
): Promise<Map<string, { dueAt: Date; isWaiting: boolean }>> {
  const { rows } = await sql<{ recipient: string; dueAt: Date; isWaiting: boolean }>`
    SELECT DISTINCT ON (lower(recipient)) lower(recipient) AS recipient, due_at AS "dueAt",
      finished_at IS NULL AND attempts = 0 AS "isWaiting"
    FROM mails
    WHERE kind = 'held' AND lower(recipient) = any(${recipients.map((mail) => mail.toLowerCase())}::text[])
      AND params ->> 'company' = ${String(companyId)}
    ORDER BY lower(recipient), created_at DESC, id DESC`.execute(trx);
  return new Map(rows.map(({ recipient, ...last }) => [recipient, last]));
}
