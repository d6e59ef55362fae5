import type { Db } from '../../db/open.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import { listBureauMails } from './told-events.queries.ts';

/** Has a bureau, and who may change its orders, told what a traveller did; in the transaction in which it is done. */
export async function tellBureau(
  trx: Db,
  { eventId, companyId, at, dueAt = at }: { eventId: number; companyId: number; at: Date; dueAt?: Date },
): Promise<void> {
  for (const recipient of await listBureauMails(trx, companyId)) {
    const params = { event: eventId, company: companyId };
    await enqueueMail(trx, { kind: 'reservation', recipient, params, at, dueAt });
  }
}
