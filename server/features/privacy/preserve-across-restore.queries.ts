import { sql } from 'kysely';
import { selectClock, upsertClock } from '../../db/clock.ts';
import type { Db } from '../../db/open.ts';
import { insertMissingErasures, replayErasures, selectErasures } from './erasures.queries.ts';

/**
 * Rows that survive a restoration: erasures since the backup, which are repeated, and the clock's last trusted time.
 */
export async function preserveAcrossRestore(present: Db): Promise<(restored: Db) => Promise<void>> {
  const hasLedger = await sql<{
    found: boolean;
  }>`select to_regclass('retention_clock') is not null as found`.execute(present);
  const isKnown = hasLedger.rows[0]?.found ?? false;
  const erasures = isKnown ? await selectErasures(present) : [];
  const clock = isKnown ? await selectClock(present) : undefined;
  return async (restored) => {
    await insertMissingErasures(restored, erasures);
    await replayErasures(restored);
    if (clock) await upsertClock(restored, clock);
  };
}
