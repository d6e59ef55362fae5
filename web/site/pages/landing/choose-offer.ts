import type { Body } from '#domain/api.ts';
import { ApiFailure, networkFailure, OUTCOME_UNKNOWN } from '#web/shared/api/api-failure.ts';
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
  if (!navigator.onLine) showFailure(networkFailure());
  return navigator.onLine;
}

export type Recording = 'received' | 'failed' | 'late';

export async function recordLead(lead: Body<'POST /api/public/leads'>): Promise<Recording> {
  const late = new Promise<Recording>((resolve) => setTimeout(resolve, LONGEST_WAIT, 'late'));
  const recorded = call('POST /api/public/leads', { body: lead }).then(
    (): Recording => 'received',
    (error: unknown): Recording => {
      if (!(error instanceof ApiFailure)) throw error;
      return error.code === OUTCOME_UNKNOWN ? 'late' : 'failed';
    },
  );
  return Promise.race([recorded, late]);
}
