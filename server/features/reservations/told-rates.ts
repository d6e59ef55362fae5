import type { Db } from '../../db/open.ts';
import { HttpError } from '../../http/http-error.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import { describeExpected } from './describe-expected.ts';
import { listOpenAt, listToldOfRate, type OpenAtRate, type StoppedRate } from './told-rates.queries.ts';

// a rate that is suspended and resumed again and again would flood mailboxes
const TOLD_EVERY_MS = 24 * 3_600_000;

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
  const told = await listToldOfRate(trx, open, new Date(at.getTime() - TOLD_EVERY_MS));
  for (const { id, recipient } of open) {
    if (recipient === null || told.has(id)) continue;
    await enqueueMail(trx, {
      kind: 'reservation_rate_suspended',
      recipient,
      params: { reservation: id },
      at,
    });
  }
}
