import { formatShortAmount } from '#domain/money/format.ts';
import { requiresIdentity } from '#domain/reservations/bring.ts';
import { findOtherDay } from '#domain/reservations/deadlines.ts';
import { identityThresholdAt } from '#domain/reservations/identity.ts';
import type { AppliedRate, Reservation } from '#domain/reservations/reservation.ts';
import type { Db } from '../../db/open.ts';
import { HttpError } from '../../http/http-error.ts';
import { findBetterRate } from '../reservations/better-rate.ts';
import { changeState, requireChange } from '../reservations/change-state.ts';
import type { LockedReservation } from '../reservations/reservations.queries.ts';

/** `seen`: better rate shown to the agent; `compared`: oldest visible fixing. */
type Collection = {
  userId: number;
  at: Date;
  seen: number | undefined;
  isOtherDaySeen: boolean;
  compared: number;
};

/** Terms of a hand-over now. `better` null: the reserved rate; `other_day` null: it is the agreed day. */
export async function foresee(
  trx: Db,
  held: LockedReservation,
  { at, compared }: Pick<Collection, 'at' | 'compared'>,
): Promise<{ better: AppliedRate | null; other_day: string | null }> {
  requireChange(held, { to: 'collected', actor: 'bureau', at });
  const found = await findBetterRate(trx, held, compared);
  return { better: found?.applied ?? null, other_day: otherDay(held, at) };
}

function otherDay({ pickupAt, timeZone }: LockedReservation, at: Date): string | null {
  return findOtherDay({ pickupAt: pickupAt.getTime(), timeZone }, at.getTime()) ?? null;
}

/** `unseen`: rate to confirm first, another one than was seen. null: the reserved rate. */
export type CollectionResult = { collected: true } | { unseen: AppliedRate | null };

/**
 * Hands over a locked reservation, at the better rate of the day where promised. A rate that the agent has
 * not seen is returned for confirmation; throws an HttpError (409) for a wrong state, or another day that was not seen.
 */
export async function collect(
  trx: Db,
  held: LockedReservation,
  { userId, at, seen, isOtherDaySeen, compared }: Collection,
): Promise<CollectionResult> {
  requireChange(held, { to: 'collected', actor: 'bureau', at });
  const question = isOtherDaySeen ? null : otherDay(held, at);
  if (question) throw new HttpError(409, 'another_day', question);
  const found = await findBetterRate(trx, held, compared);
  if (found?.applied.rate !== seen) return { unseen: found?.applied ?? null };
  const better = found?.better;
  await changeState(trx, held, { to: 'collected', actor: 'bureau', at, userId, ...(better && { better }) });
  return { collected: true };
}

export function formatUnseenRate(
  unseen: AppliedRate | null,
  reserved: Pick<
    Reservation,
    'side' | 'base' | 'offered' | 'received' | 'pickup_at' | 'time_zone' | 'linked_amount'
  >,
): string {
  if (!unseen) {
    return 'Le taux du jour n’est plus meilleur que le taux réservé. Remettez les billets au taux réservé.';
  }
  const sentence =
    'Le taux du jour est meilleur pour ce client que le taux réservé. Remettez-lui ses billets à ce taux-là.';
  if (requiresIdentity(reserved) || !requiresIdentity({ ...reserved, ...unseen })) return sentence;
  const { amount, isIncluded } = identityThresholdAt(reserved);
  const passes = `${isIncluded ? 'atteint' : 'dépasse'} ainsi ${formatShortAmount(reserved.base, amount * 100)}`;
  const exchange = reserved.linked_amount > 0 ? 'Le total avec ses autres échanges' : 'L’échange';
  return `${sentence} ${exchange} ${passes}\u00a0: demandez-lui une pièce d’identité.`;
}
