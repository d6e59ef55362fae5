import { type FeesDraft, type FeesEdit, feesDraft } from '#domain/companies/fees-draft.ts';
import { toFeesRow } from '#domain/companies/fields.ts';
import type { Db } from '../../db/open.ts';
import { type Act, requireVerified } from '../../http/actor.ts';
import { checkDraft } from '../../http/check-draft.ts';
import { changesOf, writeAudit } from '../audit/write-audit.ts';
import { updateFees } from './companies.queries.ts';
import { lockCompany } from './lock-company.ts';

/**
 * Sets a company's fees; those beside its rate exclude it from comparisons. Throws an HttpError: 400, 404, or 403 when
 * a fresh verification is due.
 */
export async function setFees(db: Db, { id, ...draft }: FeesEdit, act: Act): Promise<void> {
  const fees = toFeesRow(checkDraft(feesDraft, draft));
  await db.transaction().execute(async (trx) => {
    const changes = changesOf<FeesDraft>((await lockCompany(trx, id)).fees, fees);
    if (Object.keys(changes).length === 0) return;
    // fees decide whether travellers see the company
    if (changes.charges_fees) requireVerified(act.by);
    await updateFees(trx, id, fees);
    await writeAudit(trx, act, { action: 'company.fees', companyId: id, changes });
  });
}
