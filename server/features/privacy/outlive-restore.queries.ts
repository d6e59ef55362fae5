import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { listErasures, mergeErasures, replayErasures } from './erasures.queries.ts';
import { keepClock, selectClock } from './retention.queries.ts';

/**
 * What must outlive a restoration over this database: the erasures made since the backup, which are then made again,
 * and how far the clock was believed, which the backup knows less of.
 */
export async function outliveRestore(present: Db): Promise<(restored: Db) => Promise<void>> {
  const hasLedger = await sql<{
    found: boolean;
  }>`select to_regclass('retention_clock') is not null as found`.execute(present);
  const isKnown = hasLedger.rows[0]?.found ?? false;
  const erasures = isKnown ? await listErasures(present) : [];
  const clock = isKnown ? await selectClock(present) : undefined;
  return async (restored) => {
    await mergeErasures(restored, erasures);
    await replayErasures(restored);
    if (clock) await keepClock(restored, clock);
  };
}
