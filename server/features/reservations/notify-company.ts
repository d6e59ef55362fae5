import type { Db } from '../../db/open.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import { listCompanyMails, withdrawRequest } from './notified-events.queries.ts';

type CompanyNotification = {
  eventId: number;
  companyId: number;
  isCancelled: boolean;
  at: Date;
  dueAt?: Date;
};

/**
 * Enqueues letters to a company and its reservation staff about a traveller's act. Recipients not yet told of a
 * request hear neither of it nor of its cancellation.
 */
export async function notifyCompany(
  trx: Db,
  { eventId, companyId, isCancelled, at, dueAt = at }: CompanyNotification,
): Promise<void> {
  const unaware = isCancelled ? await withdrawRequest(trx, eventId) : [];
  for (const recipient of await listCompanyMails(trx, companyId)) {
    if (unaware.includes(recipient)) continue;
    const params = { event: eventId, company: companyId };
    await enqueueMail(trx, { kind: 'reservation', recipient, params, at, dueAt });
  }
}
