import type { FactorRequirement } from '#domain/factors/second-factor.ts';
import type { Db } from '../../db/open.ts';
import { type Act, requireVerified } from '../../http/actor.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { updateFactorRequirement } from './companies.queries.ts';
import { lockCompany } from './lock-company.ts';

/** Applies to all users of a company from their next request on. */
export async function requireFactor(db: Db, { id, is_required }: FactorRequirement, act: Act): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { requiresFactor } = await lockCompany(trx, id);
    if (requiresFactor === is_required) return;
    requireVerified(act.by);
    await updateFactorRequirement(trx, id, is_required);
    await writeAudit(trx, act, {
      action: 'company.second_factor',
      companyId: id,
      changes: { requires_second_factor: [requiresFactor, is_required] },
    });
  });
}
