import type { LetterSources } from '../../mail/letter-writer.ts';
import { findRemovalOf } from './removed-factors.queries.ts';
import { restoreAddress } from './removed-factors.ts';

/** Address that puts back the factor that its owner removed at that moment. null: restored, erased, or none. */
export async function findRestoreAddress(
  { db, config, secret }: LetterSources,
  { userId, at }: { userId: number; at: Date },
): Promise<string | null> {
  const removal = await findRemovalOf(db, userId, at);
  return removal && restoreAddress(config, secret, removal);
}
