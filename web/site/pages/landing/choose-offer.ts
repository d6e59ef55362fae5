import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { call } from '#web/shared/api/client.ts';

// nobody waits for a record to be made
const LONGEST_WAIT = 3_000;

/** Records the lead with an empty e-mail, then goes to the bureau's site (spec 4), recorded or not. */
export async function chooseOffer(site: string): Promise<void> {
  try {
    await call('POST /api/public/leads', { body: { email: '', site }, wait: LONGEST_WAIT });
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
  }
  location.assign(site);
}
