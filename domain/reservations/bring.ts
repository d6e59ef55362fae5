import { centsOf } from '../money/cents.ts';
import { formatShortAmount } from '../money/format.ts';
import type { Reservation } from './reservation.ts';

/** Code monétaire et financier, R561-10: above it, who exchanges at a counter shows who one is. In the base. */
const IDENTITY_ABOVE = 1_000;
/** From it on, who crosses a border of the Union declares what one carries (règlement (UE) 2018/1672). In the base. */
const DECLARED_FROM = 10_000;

export type Exchanged = Pick<
  Reservation,
  'side' | 'base' | 'currency' | 'offered' | 'received' | 'fee' | 'payment'
>;

/** What to have in hand at the counter, a sentence each; the customs note is no thing to bring, and comes last. */
export function sayBring(one: Exchanged): string[] {
  const { side, base, currency, offered, received, fee, payment } = one;
  const worth = side === 'sale' ? offered : received;
  const money =
    side === 'sale'
      ? `${said(base, offered + fee)}, ${payment === 'card' ? 'par carte' : 'en espèces'}`
      : `${said(currency, offered)}, en billets`;
  return [
    `${money}.`,
    'Votre code de réservation.',
    ...(worth > IDENTITY_ABOVE
      ? [
          `Une pièce d’identité en cours de validité\u00a0: au-delà de ${said(base, IDENTITY_ABOVE)}, la loi la demande.`,
        ]
      : []),
    ...(worth >= DECLARED_FROM
      ? [
          `À partir de ${said(base, DECLARED_FROM)}, qui passe une frontière de l’Union européenne avec ses billets les déclare à la douane.`,
        ]
      : []),
  ];
}

function said(currency: string, amount: number): string {
  return formatShortAmount(currency, centsOf(Math.round(amount * 100) / 100) ?? 0);
}
