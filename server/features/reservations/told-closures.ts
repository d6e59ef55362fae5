import { COUNTER_ZONE, formatComingMoment } from '#domain/reservations/format-moment.ts';
import type { Db } from '../../db/open.ts';
import { HttpError } from '../../http/http-error.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import { listUntold, noteClosures, type Untold } from './told-closures.queries.ts';

const MOST_NAMED = 5;

/**
 * Refuses a change of branches over travellers who do not know of it, unless the agent has seen whom it concerns (409
 * `travellers_expected`), and tells them in the change's transaction.
 */
export async function requireTold(
  trx: Db,
  {
    companyId,
    branch,
    isSeen,
    at,
  }: { companyId: number; branch?: number | undefined; isSeen: boolean; at: Date },
): Promise<void> {
  if (!isSeen) {
    const untold = await listUntold(trx, companyId, branch);
    if (untold.length > 0) throw new HttpError(409, 'travellers_expected', describeUntold(untold));
  }
  await tellClosures(trx, at, companyId);
}

export async function tellClosures(trx: Db, at: Date, companyId: number | null = null): Promise<void> {
  for (const { id, recipient, isClosed } of await noteClosures(trx, companyId)) {
    if (!isClosed || recipient === null) continue;
    await enqueueMail(trx, { kind: 'reservation_closed', recipient, params: { reservation: id }, at });
  }
}

function describeUntold(untold: readonly Untold[]): string {
  const named = untold
    .slice(0, MOST_NAMED)
    .map(
      ({ number, pickupAt, zone }) =>
        `n° ${number}, ${formatComingMoment(pickupAt.toISOString(), zone ?? COUNTER_ZONE)}`,
    );
  const more = untold.length - named.length;
  const [what, whom] =
    untold.length === 1
      ? ['1 réservation tombe à une heure où le guichet sera fermé', 'son voyageur le saura']
      : [
          `${untold.length} réservations tombent à des heures où le guichet sera fermé`,
          'leurs voyageurs le sauront',
        ];
  const others = more === 0 ? '' : `\u00a0; et ${more} de plus`;
  return `${what}\u00a0: ${named.join('\u00a0; ')}${others}. Si vous enregistrez, ${whom} par e-mail.`;
}
