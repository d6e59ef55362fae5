import type { Body } from '#domain/api.ts';
import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { call } from '#web/shared/api/client.ts';

// nobody waits for a record to be made
const LONGEST_WAIT = 3_000;

/** Records the lead with an empty e-mail, then goes to the bureau's site (spec 4), recorded or not. */
export async function chooseOffer(site: string): Promise<void> {
  await recordLead({ email: '', site });
  location.assign(site);
}

/** Answers whether the lead could be recorded. */
export async function recordLead(lead: Body<'POST /api/public/leads'>): Promise<boolean> {
  try {
    await call('POST /api/public/leads', { body: lead, wait: LONGEST_WAIT });
    return true;
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    return false;
  }
}
