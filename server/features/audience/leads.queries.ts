import type { Db } from '../../db/open.ts';

/** One traveller sent on to a bureau; `email` may be empty, `consent` is the sentence that was agreed to. */
export async function insertLead(
  db: Db,
  lead: { at: Date; companyId: number; email: string; consent: string | null },
): Promise<void> {
  await db
    .insertInto('leads')
    .values({
      at: lead.at,
      company_id: lead.companyId,
      email: lead.email,
      consent_at: lead.consent === null ? null : lead.at,
      consent_text: lead.consent,
    })
    .execute();
}
