import type { Db } from '../../db/open.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import { listBureauMails, withdrawRequest } from './told-events.queries.ts';

type Told = { eventId: number; companyId: number; isCancelled: boolean; at: Date; dueAt?: Date };

/**
 * Has a bureau, and who may change its orders, told what a traveller did; in the transaction in which it is done. Whoever
 * has not been written to of the request hears neither of it nor that it was cancelled.
 */
export async function tellBureau(
  trx: Db,
  { eventId, companyId, isCancelled, at, dueAt = at }: Told,
): Promise<void> {
  const unaware = isCancelled ? await withdrawRequest(trx, eventId) : [];
  for (const recipient of await listBureauMails(trx, companyId)) {
    if (unaware.includes(recipient)) continue;
    const params = { event: eventId, company: companyId };
    await enqueueMail(trx, { kind: 'reservation', recipient, params, at, dueAt });
  }
}
