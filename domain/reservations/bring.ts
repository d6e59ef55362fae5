import { centsOf } from '../money/cents.ts';
import { formatShortAmount } from '../money/format.ts';
import type { Reservation } from './reservation.ts';

/** Base amount above which identity is checked (Code monétaire et financier, R561-10). */
export const IDENTITY_ABOVE = 1_000;
/** Base amount from which cash is declared at a border of the Union (regulation (EU) 2018/1672). */
const DECLARED_FROM = 10_000;
/** Base amount from which a purchase at the better rate of the day may exceed the identity limit. */
const NEAR_IDENTITY = 900;

export type Exchanged = Pick<
  Reservation,
  'side' | 'base' | 'currency' | 'offered' | 'received' | 'fee' | 'payment' | 'takes_better_rate'
>;

/** Legal identity check, decided on the exchanged base amount without fees. */
export function asksIdentity(one: Pick<Exchanged, 'side' | 'offered' | 'received'>): boolean {
  return worthOf(one) > IDENTITY_ABOVE;
}

function worthOf({ side, offered, received }: Pick<Exchanged, 'side' | 'offered' | 'received'>): number {
  return side === 'sale' ? offered : received;
}

export function sayBring(one: Exchanged): string[] {
  const { side, base, currency, offered, fee, payment } = one;
  const money =
    side === 'sale'
      ? `${said(base, offered + fee)}, ${payment === 'card' ? 'par carte' : 'en espèces'}`
      : `${said(currency, offered)}, en billets`;
  return [
    `${money}.`,
    'Votre code de réservation.',
    ...sayIdentity(one),
    ...(worthOf(one) >= DECLARED_FROM
      ? [
          `À partir de ${said(base, DECLARED_FROM)}, qui passe une frontière de l’Union européenne avec ses billets les déclare à la douane.`,
        ]
      : []),
  ];
}

function sayIdentity(one: Exchanged): string[] {
  const why = sayWhyIdentity(one);
  return why === null ? [] : [`Une pièce d’identité en cours de validité\u00a0: ${why}.`];
}

/** Reason for an identity document, also where only a better rate of the day would require it. null: none. */
export function sayWhyIdentity(
  one: Pick<Exchanged, 'side' | 'base' | 'offered' | 'received' | 'takes_better_rate'>,
): string | null {
  const above = said(one.base, IDENTITY_ABOVE);
  if (asksIdentity(one)) return `au-delà de ${above}, la loi la demande`;
  const mayGrow = one.side === 'purchase' && one.takes_better_rate;
  return mayGrow && worthOf(one) > NEAR_IDENTITY
    ? `au taux du jour, s’il est meilleur, l’échange peut dépasser ${above}, et la loi la demande alors`
    : null;
}

function said(currency: string, amount: number): string {
  return formatShortAmount(currency, centsOf(Math.round(amount * 100) / 100) ?? 0);
}
