import { amountOf, centsOf } from '../money/cents.ts';
import { formatShortAmount } from '../money/format.ts';
import { identityThresholdAt, isReached } from './identity.ts';
import type { Reservation } from './reservation.ts';

/** Base amount from which cash is declared at a border of the Union (regulation (EU) 2018/1672). */
const DECLARED_FROM = 10_000;
/** Share of the identity threshold beyond which a purchase at the better rate of the day may reach it. */
const NEAR_IDENTITY = 0.9;

export type Exchanged = Pick<
  Reservation,
  | 'side'
  | 'base'
  | 'currency'
  | 'offered'
  | 'received'
  | 'fee'
  | 'payment'
  | 'takes_better_rate'
  | 'linked_amount'
  | 'pickup_at'
  | 'time_zone'
>;
type Identified = Pick<
  Exchanged,
  'side' | 'offered' | 'received' | 'pickup_at' | 'time_zone' | 'linked_amount'
>;

/** Legal identity check, decided on the base amounts of this exchange and linked ones without fees, and the day of the pickup. */
export function requiresIdentity(exchange: Identified): boolean {
  return isReached(identityThresholdAt(exchange), sumOf(exchange));
}

function sumOf(exchange: Identified): number {
  return amountOf((centsOf(worthOf(exchange)) ?? 0) + (centsOf(exchange.linked_amount) ?? 0));
}

function worthOf({ side, offered, received }: Pick<Exchanged, 'side' | 'offered' | 'received'>): number {
  return side === 'sale' ? offered : received;
}

// Lines of a list: a whole sentence ends with a full stop, a name does not.
export function formatBring(exchange: Exchanged): string[] {
  const { side, base, currency, offered, fee, payment } = exchange;
  const money =
    side === 'sale'
      ? `${amountText(base, offered + fee)}, ${payment === 'card' ? 'par carte' : 'en espèces'}`
      : `${amountText(currency, offered)}, en billets`;
  return [
    money,
    'Votre code de réservation',
    ...formatIdentity(exchange),
    ...(worthOf(exchange) >= DECLARED_FROM
      ? [
          `À partir de ${amountText(base, DECLARED_FROM)}, déclarez vos billets à la douane si vous passez une frontière de l’Union européenne.`,
        ]
      : []),
  ];
}

function formatIdentity(exchange: Exchanged): string[] {
  const why = formatIdentityReason(exchange);
  return why === null ? [] : [`Une pièce d’identité en cours de validité\u00a0: ${why}`];
}

/** Reason for an identity document, also where only a better rate of the day would require it. null: none. */
export function formatIdentityReason(
  exchange: Identified & Pick<Exchanged, 'base' | 'takes_better_rate'>,
): string | null {
  const threshold = identityThresholdAt(exchange);
  const amount = amountText(exchange.base, threshold.amount);
  const { isIncluded, days } = threshold;
  if (isReached(threshold, worthOf(exchange))) {
    return `${formatIdentityThreshold(exchange)}, la loi la demande`;
  }
  const sum = sumOf(exchange);
  if (isReached(threshold, sum)) {
    return `avec les autres échanges faits ou réservés à ce bureau à moins de ${days}\u00a0jours d’écart, le total ${isIncluded ? 'atteint' : 'dépasse'} ${amount}, et la loi la demande`;
  }
  const mayGrow = exchange.side === 'purchase' && exchange.takes_better_rate;
  return mayGrow && sum > threshold.amount * NEAR_IDENTITY
    ? `au taux du jour, s’il est meilleur, l’échange peut ${isIncluded ? 'atteindre' : 'dépasser'} ${amount}, et la loi la demande alors`
    : null;
}

export function formatIdentityThreshold(
  exchange: Pick<Exchanged, 'base' | 'pickup_at' | 'time_zone'>,
): string {
  const { amount, isIncluded } = identityThresholdAt(exchange);
  return `${isIncluded ? 'à partir de' : 'au-delà de'} ${amountText(exchange.base, amount)}`;
}

function amountText(currency: string, amount: number): string {
  return formatShortAmount(currency, centsOf(Math.round(amount * 100) / 100) ?? 0);
}
