import { createHash } from 'node:crypto';
import type { Db } from '../../db/open.ts';
import { HttpError } from '../../http-error.ts';

/** A status and its body, in the very letters that were sent. */
export type Answer = { status: number; text: string };

export type Question = { companyId: number; userId: number; key: string; body: unknown; at: Date };

/**
 * The answer that a call had under this key, or the one that it is given now, which is kept with what it changed: both
 * or neither. To be called in a transaction by who holds the lock of the company's fixings, so that of two at the same
 * instant one does it and the other is told.
 */
export async function answerOnce(
  trx: Db,
  { companyId, userId, key, body, at }: Question,
  answer: () => Promise<Answer>,
): Promise<Answer> {
  const hash = createHash('sha256').update(JSON.stringify(body)).digest();
  const known = await trx
    .selectFrom('idempotency_keys')
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .select(['body_hash', 'status', 'answer as text'])
    .executeTakeFirst();
  if (known?.body_hash.equals(hash)) return known;
  if (known) {
    const sentence = 'Cette clé a déjà servi pour un autre envoi : recommencez avec une nouvelle clé.';
    throw new HttpError(422, 'key_reused', sentence);
  }
  const { status, text } = await answer();
  await trx
    .insertInto('idempotency_keys')
    .values({ company_id: companyId, user_id: userId, key, body_hash: hash, status, answer: text, at })
    .execute();
  return { status, text };
}
