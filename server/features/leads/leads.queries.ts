import type { Db } from '../../db/open.ts';

/** One traveller sent on to a bureau; `email` may be empty. */
export async function insertLead(
  db: Db,
  lead: { at: Date; companyId: number; email: string },
): Promise<void> {
  await db
    .insertInto('leads')
    .values({ at: lead.at, company_id: lead.companyId, email: lead.email })
    .execute();
}
