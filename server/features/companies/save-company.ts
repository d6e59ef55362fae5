import { type CompanyDraft, type CompanyEdit, companyDraft } from '#domain/companies/company-draft.ts';
import { toCompanyRow } from '#domain/companies/fields.ts';
import { NO_LOGO } from '#domain/companies/logo.ts';
import type { Db } from '../../db/open.ts';
import { type Act, requireVerified } from '../../http/actor.ts';
import { checkDraft } from '../../http/check-draft.ts';
import { refuseConflicts } from '../../http/conflicts.ts';
import { HttpError } from '../../http/http-error.ts';
import { changesOf, writeAudit } from '../audit/write-audit.ts';
import { insertCompany, updateCompany } from './companies.queries.ts';
import { lockCompany } from './lock-company.ts';

const COMPANY_CONFLICTS = {
  companies_name_key: () => new HttpError(409, 'name_taken', 'Un bureau porte déjà ce nom.'),
  companies_site_key: () => new HttpError(409, 'site_taken', 'Ce site est déjà celui d’un autre bureau.'),
};

export async function addCompany(
  db: Db,
  draft: CompanyDraft,
  act: Act,
): Promise<CompanyDraft & { id: number }> {
  const fields = toCompanyRow(checkDraft(companyDraft, draft));
  // the site is the target of referrals
  requireVerified(act.by);
  return refuseConflicts(COMPANY_CONFLICTS, () =>
    db.transaction().execute(async (trx) => {
      const { id } = await insertCompany(trx, { ...fields, logo: NO_LOGO, created_at: act.at });
      await writeAudit(trx, act, {
        action: 'company.added',
        companyId: id,
        changes: changesOf(null, fields),
      });
      return { ...fields, id };
    }),
  );
}

/** Throws an HttpError: 400, 404, or 409 when the name or site is taken. */
export async function editCompany(db: Db, { id, ...draft }: CompanyEdit, act: Act): Promise<void> {
  const fields = toCompanyRow(checkDraft(companyDraft, draft));
  await refuseConflicts(COMPANY_CONFLICTS, () =>
    db.transaction().execute(async (trx) => {
      const changes = changesOf<CompanyDraft>((await lockCompany(trx, id)).fields, fields);
      if (Object.keys(changes).length === 0) return;
      // the site is the target of referrals
      if (changes.site) requireVerified(act.by);
      await updateCompany(trx, id, fields);
      await writeAudit(trx, act, { action: 'company.edited', companyId: id, changes });
    }),
  );
}
