import type { Db } from '../../db/open.ts';
import { listFixedCodes, lockCompanyFixings, type Renewal, renewFixings } from './fixings.queries.ts';

/**
 * Renews these fixings as they are, and writes their log lines: all or none. Gives the currencies that the bureau has
 * not fixed; when there is one, nothing is done.
 */
export async function confirmFixings(db: Db, renewal: Renewal): Promise<readonly string[]> {
  const { companyId, codes } = renewal;
  return db.transaction().execute(async (trx) => {
    await lockCompanyFixings(trx, companyId);
    const fixed = new Set(await listFixedCodes(trx, companyId, codes));
    const missing = codes.filter((code) => !fixed.has(code));
    if (missing.length === 0) await renewFixings(trx, renewal);
    return missing;
  });
}
