import type { Suspension } from '#domain/companies/company.ts';
import type { Db } from '../../db/open.ts';
import { type Act, requireVerified } from '../../http/actor.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { requireSuspensionSeen, tellSuspensions } from '../reservations/told-suspensions.ts';
import { updateSuspension } from './companies.queries.ts';
import { lockCompany } from './lock-company.ts';

/** Suspends or readmits a company; the commit notifies every instance. Throws an HttpError: 404, or 409 over open reservations. */
export async function suspendCompany(
  db: Db,
  { id, is_suspended, tells_travellers = false }: Suspension,
  act: Act,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { isSuspended } = await lockCompany(trx, id);
    if (isSuspended === is_suspended) return;
    requireVerified(act.by);
    if (is_suspended && !tells_travellers) await requireSuspensionSeen(trx, id);
    await updateSuspension(trx, id, is_suspended ? act.at : null);
    await writeAudit(trx, act, {
      action: is_suspended ? 'company.suspended' : 'company.resumed',
      companyId: id,
      changes: { is_suspended: [isSuspended, is_suspended] },
    });
    await tellSuspensions(trx, act.at, id);
  });
}
