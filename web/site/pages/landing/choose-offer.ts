import type { Body } from '#domain/api.ts';
import { ApiFailure, NO_NETWORK } from '#web/shared/api/api-failure.ts';
import { call } from '#web/shared/api/client.ts';
import { showFailure } from '#web/shared/feedback/failure.ts';

// milliseconds for a record, which must not keep a person waiting
const LONGEST_WAIT = 3_000;

/** Records the lead with an empty e-mail, then goes to the company's site (spec 4), recorded or not. */
export async function chooseOffer(site: string): Promise<void> {
  if (!mayLeave()) return;
  await recordLead({ email: '', site });
  location.assign(site);
}

/** False without a network, with a message. The browser's own error page would replace the offers. */
export function mayLeave(): boolean {
  if (!navigator.onLine) showFailure(new ApiFailure(0, NO_NETWORK, 'network'));
  return navigator.onLine;
}

export async function recordLead(lead: Body<'POST /api/public/leads'>): Promise<boolean> {
  try {
    await call('POST /api/public/leads', { body: lead, wait: LONGEST_WAIT });
    return true;
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    return false;
  }
}
