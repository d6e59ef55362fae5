import { formatShortAmount } from '#domain/money/format.ts';
import { asksIdentity, IDENTITY_ABOVE } from '#domain/reservations/bring.ts';
import type { AppliedRate, Reservation } from '#domain/reservations/reservation.ts';
import type { Db } from '../../db/open.ts';
import { findBetterRate } from '../reservations/better-rate.ts';
import { changeState } from '../reservations/change-state.ts';
import type { HeldReservation } from '../reservations/reservations.queries.ts';

/** By whom and when, at which better rate as it was seen, if any; `compared`: since when a fixing counts. */
type Collection = { userId: number; at: Date; seen: number | undefined; compared: number };

/** `unseen`: at which rate it is to be handed over, another one than was seen; null: at the reserved one. */
export type Collected = { collected: true } | { unseen: AppliedRate | null };

/**
 * Hands over a reservation that is held, at the better rate of the day where its bureau has promised it. Nobody does so at a rate
 * that was not seen: that one is shown, and asked for again. Throws an HttpError (409) where it is not ready.
 */
export async function collect(
  trx: Db,
  held: HeldReservation,
  { userId, at, seen, compared }: Collection,
): Promise<Collected> {
  const found = held.state === 'ready' ? await findBetterRate(trx, held, compared) : null;
  if (held.state === 'ready' && found?.shown.rate !== seen) return { unseen: found?.shown ?? null };
  const better = found?.better;
  await changeState(trx, held, { to: 'collected', actor: 'bureau', at, userId, ...(better && { better }) });
  return { collected: true };
}

/** To the agent: what is handed over now, and which paper that asks for where the reserved rate asked for none. */
export function sayUnseen(
  unseen: AppliedRate | null,
  reserved: Pick<Reservation, 'side' | 'base' | 'offered' | 'received'>,
): string {
  if (!unseen) {
    return 'Le taux du jour n’est plus meilleur que le taux réservé\u00a0: remettez les billets au taux réservé.';
  }
  const sentence =
    'Le taux du jour est meilleur pour ce client que le taux réservé\u00a0: remettez-lui ses billets à ce taux-là.';
  if (asksIdentity(reserved) || !asksIdentity({ ...reserved, ...unseen })) return sentence;
  const above = formatShortAmount(reserved.base, IDENTITY_ABOVE * 100);
  return `${sentence} L’échange dépasse ainsi ${above}\u00a0: demandez-lui une pièce d’identité.`;
}
