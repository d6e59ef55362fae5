import { createHash } from 'node:crypto';
import type { Db } from '../../db/open.ts';
import { HttpError } from '../../http/http-error.ts';

export type Answer = { status: number; text: string };

/** Milliseconds for which a key is valid, whenever its row is deleted. */
const KEPT_FOR = 24 * 3_600_000;
const MOST_KEYS = 1_000;

export type IdempotentCall = { companyId: number; userId: number; key: string; body: unknown; at: Date };

/**
 * Stored answer of this key, or a new one stored with its changes. The transaction holds the lock of the
 * company's fixings, so that one of two simultaneous calls acts and the other gets its answer.
 */
export async function answerOnce(
  trx: Db,
  { companyId, userId, key, body, at }: IdempotentCall,
  answer: () => Promise<Answer>,
): Promise<Answer> {
  const hash = createHash('sha256').update(JSON.stringify(body)).digest();
  const ofUser = trx
    .selectFrom('idempotency_keys')
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .where('at', '>', new Date(at.getTime() - KEPT_FOR));
  const known = await ofUser
    .where('key', '=', key)
    .select(['body_hash', 'status', 'answer as text'])
    .executeTakeFirst();
  if (known?.body_hash.equals(hash)) return known;
  if (known) {
    const sentence = 'Cette clé a déjà servi pour un autre envoi. Recommencez avec une nouvelle clé.';
    throw new HttpError(422, 'key_reused', sentence);
  }
  const { count } = await ofUser
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count >= MOST_KEYS) {
    const sentence = `Vous avez envoyé ${MOST_KEYS} publications en un jour. Réessayez plus tard.`;
    throw new HttpError(429, 'too_many_keys', sentence);
  }
  const { status, text } = await answer();
  const row = { body_hash: hash, status, answer: text, at };
  await trx
    .insertInto('idempotency_keys')
    .values({ company_id: companyId, user_id: userId, key, ...row })
    .onConflict((conflict) => conflict.columns(['company_id', 'user_id', 'key']).doUpdateSet(row))
    .execute();
  return { status, text };
}
