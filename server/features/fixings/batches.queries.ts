import type { FixingOrigin } from '#domain/fixings/fixing.ts';
import type { Db } from '../../db/open.ts';
import type { FixingState } from './held-fixings.queries.ts';

/** A fixing as it was before a batch changed it; null: the bureau did not serve the currency. */
export type Former = { code: string; before: FixingState | null };

export async function insertBatch(
  trx: Db,
  batch: {
    companyId: number;
    userId: number | null;
    at: Date;
    origin: FixingOrigin;
    former: readonly Former[];
  },
): Promise<number> {
  const { id } = await trx
    .insertInto('batches')
    .values({
      company_id: batch.companyId,
      user_id: batch.userId,
      at: batch.at,
      origin: batch.origin,
      former: JSON.stringify(batch.former),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
