import type { Db } from '../../db/open.ts';
import { HttpError } from '../../http/http-error.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import { describeExpected } from './describe-expected.ts';
import { listOpen, noteSuspensions } from './told-suspensions.queries.ts';

const OPEN = {
  one: '1 réservation est en cours dans ce bureau',
  some: (count: number) => `${count} réservations sont en cours dans ce bureau`,
};

// the caller holds the company's lock, so that no reservation is made meanwhile
export async function requireSuspensionSeen(trx: Db, companyId: number): Promise<void> {
  const open = await listOpen(trx, companyId);
  if (open.length > 0)
    throw new HttpError(409, 'travellers_expected', describeExpected(open, OPEN, 'suspendez'));
}

// `companyId` null: of every company
export async function tellSuspensions(trx: Db, at: Date, companyId: number | null = null): Promise<void> {
  for (const { id, recipient } of await noteSuspensions(trx, companyId)) {
    if (recipient === null) continue;
    await enqueueMail(trx, { kind: 'reservation_suspended', recipient, params: { reservation: id }, at });
  }
}
