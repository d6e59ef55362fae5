import type { Db } from '../../db/open.ts';
import { HttpError } from '../../http/http-error.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import { describeExpected } from './describe-expected.ts';
import { listOpenAt, type OpenAtRate, type StoppedRate } from './told-rates.queries.ts';

const HELD = {
  one: '1 réservation est en cours à ce taux, et le reste',
  some: (count: number) => `${count} réservations sont en cours à ce taux, et le restent`,
};

// the caller holds the company's lock, so that no reservation is made meanwhile
export async function requireRateTold(
  trx: Db,
  stopped: StoppedRate,
  { isSeen, at, act }: { isSeen: boolean; at: Date; act: 'suspendez' | 'retirez' },
): Promise<void> {
  if (stopped.sides.length === 0) return;
  const open = await listOpenAt(trx, stopped);
  if (open.length > 0 && !isSeen)
    throw new HttpError(409, 'travellers_expected', describeExpected(open, HELD, act));
  await tellRateStopped(trx, open, at);
}

export async function tellRateStopped(trx: Db, open: readonly OpenAtRate[], at: Date): Promise<void> {
  for (const { id, recipient } of open) {
    if (recipient === null) continue;
    await enqueueMail(trx, {
      kind: 'reservation_rate_suspended',
      recipient,
      params: { reservation: id },
      at,
    });
  }
}
