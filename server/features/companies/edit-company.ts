import {
  type CompanyDraft,
  type CompanyEdit,
  companyDraft,
  storedCompany,
} from '#domain/companies/company-draft.ts';
import { type Act, demandVerified } from '../../act.ts';
import { checked } from '../../checked.ts';
import type { Db } from '../../db/open.ts';
import { sayingConflicts } from '../../db/violation.ts';
import { changesOf, writeAudit } from '../audit/write-audit.ts';
import { updateCompany } from './companies.queries.ts';
import { COMPANY_CONFLICTS } from './company-conflicts.ts';
import { lockCompany } from './lock-company.ts';

/** Changes what is said of a bureau. Throws an HttpError: 400, 404, or 409 when its name or site is taken. */
export async function editCompany(db: Db, { id, ...draft }: CompanyEdit, act: Act): Promise<void> {
  const fields = storedCompany(checked(companyDraft, draft));
  await sayingConflicts(COMPANY_CONFLICTS, () =>
    db.transaction().execute(async (trx) => {
      const changes = changesOf<CompanyDraft>((await lockCompany(trx, id)).fields, fields);
      if (Object.keys(changes).length === 0) return;
      // it is where travellers are sent
      if (changes.site) demandVerified(act.by);
      await updateCompany(trx, id, fields);
      await writeAudit(trx, act, { action: 'company.edited', companyId: id, changes });
    }),
  );
}
