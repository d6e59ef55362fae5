import type { Db } from '../../db/open.ts';
import { HttpError } from '../../http/http-error.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import { describeExpected } from './describe-expected.ts';
import { listUntold, noteClosures } from './told-closures.queries.ts';
import { listOpenOn, type StoppedSide } from './told-rates.queries.ts';
import { tellRateStopped } from './told-rates.ts';

export type { StoppedSide };

const CLOSED_THEN = {
  one: '1 réservation tombe à une heure où le guichet sera fermé',
  some: (count: number) => `${count} réservations tombent à des heures où le guichet sera fermé`,
};

const LATE = {
  one: '1 réservation de la dernière heure n’est pas encore remise',
  some: (count: number) => `${count} réservations de la dernière heure ne sont pas encore remises`,
};

const HELD = {
  one: '1 réservation est en cours dans ce sens, et le reste',
  some: (count: number) => `${count} réservations sont en cours dans ce sens, et le restent`,
};

/**
 * Refuses a change of branches over travellers who do not know of it, unless the agent has seen whom it concerns (409
 * `travellers_expected`), and tells them in the change's transaction.
 */
export async function requireTold(
  trx: Db,
  {
    companyId,
    branch,
    stopped,
    isSeen,
    act = 'enregistrez',
    at,
  }: {
    companyId: number;
    branch?: number | undefined;
    stopped: readonly StoppedSide[];
    isSeen: boolean;
    act?: 'enregistrez' | 'fermez';
    at: Date;
  },
): Promise<void> {
  const held = await listOpenOn(trx, companyId, stopped);
  if (!isSeen) {
    const untold = await listUntold(trx, { companyId, branch, at });
    const said = [
      [untold.filter(({ isLate }) => isLate), LATE] as const,
      [untold.filter(({ isLate }) => !isLate), CLOSED_THEN] as const,
      [held, HELD] as const,
    ].flatMap(([expected, what]) => (expected.length > 0 ? [describeExpected(expected, what, act)] : []));
    if (said.length > 0) throw new HttpError(409, 'travellers_expected', said.join(' '));
  }
  await tellClosures(trx, at, companyId);
  await tellRateStopped(trx, held, at);
}

export async function tellClosures(trx: Db, at: Date, companyId: number | null = null): Promise<void> {
  for (const { id, recipient, isClosed } of await noteClosures(trx, at, companyId)) {
    if (!isClosed || recipient === null) continue;
    await enqueueMail(trx, { kind: 'reservation_closed', recipient, params: { reservation: id }, at });
  }
}
