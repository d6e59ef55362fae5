import { type CompanyDraft, companyDraft, storedCompany } from '#domain/companies/company-draft.ts';
import { NO_LOGO } from '#domain/companies/logo.ts';
import type { Act } from '../../act.ts';
import { checked } from '../../checked.ts';
import type { Db } from '../../db/open.ts';
import { sayingConflicts } from '../../db/violation.ts';
import { changesOf, writeAudit } from '../audit/write-audit.ts';
import { insertCompany } from './companies.queries.ts';
import { COMPANY_CONFLICTS } from './company-conflicts.ts';

/** Adds a bureau without a logo. Throws an HttpError: a field is wrong (400), its name or site is taken (409). */
export async function addCompany(
  db: Db,
  draft: CompanyDraft,
  act: Act,
): Promise<CompanyDraft & { id: number; logo: string }> {
  const fields = storedCompany(checked(companyDraft, draft));
  return sayingConflicts(COMPANY_CONFLICTS, () =>
    db.transaction().execute(async (trx) => {
      const added = await insertCompany(trx, { ...fields, logo: NO_LOGO, created_at: act.at });
      await writeAudit(trx, act, {
        action: 'company.added',
        companyId: added.id,
        changes: changesOf(null, fields),
      });
      return added;
    }),
  );
}
