import type { Db } from '../../db/open.ts';

/** Referral of a traveller to a company. `email` may be empty; `consent` is the sentence of the agreement. */
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
