import { formatShortAmount } from '../money/format.ts';
import { sayMinutes } from './deadlines.ts';
import type { ReservationTerms } from './terms.ts';

/** What the bureau promises, in sentences: one a rule, in the order in which they matter to a traveller. */
export function sayPromise(terms: ReservationTerms, base: string, side: 'purchase' | 'sale'): string[] {
  return [
    `Assurance taux\u00a0: si le marché monte ou baisse, votre taux reste le même pendant ${sayMinutes(terms.hold_hours * 60)}.`,
    terms.takes_better_rate
      ? 'Si le taux du jour est meilleur au guichet, vous pouvez le prendre.'
      : 'Si le taux du jour est meilleur au guichet, c’est le taux réservé qui s’applique.',
    'Le montant est mis de côté pour vous dès votre demande.',
    sayAnswer(terms, base),
    // what is sold back is not taken back once more
    ...(side === 'sale' ? sayBuyBack(terms) : []),
  ];
}

function sayAnswer({ answer_minutes, accepts_up_to }: ReservationTerms, base: string): string {
  const answer = `le bureau répond en ${sayMinutes(answer_minutes)} d’ouverture au plus, sinon la demande s’annule d’elle-même`;
  if (accepts_up_to === null || accepts_up_to === 0) return `${answer.replace('le', 'Le')}.`;
  const upTo = formatShortAmount(base, Math.round(accepts_up_to * 100));
  return `Jusqu’à ${upTo}, la réservation est acceptée tout de suite\u00a0; au-delà, ${answer}.`;
}

function sayBuyBack({ buy_back }: ReservationTerms): string[] {
  if (!buy_back) return [];
  const { share, days, percent_off } = buy_back;
  const part = share === 100 ? 'tous vos billets' : `jusqu’à ${share}\u00a0% de vos billets`;
  const rate =
    percent_off === 0
      ? 'au taux de la réservation'
      : `au taux de la réservation moins ${String(percent_off).replace('.', ',')}\u00a0%`;
  return [`Garantie de reprise\u00a0: le bureau reprend ${part} dans les ${days}\u00a0jours, ${rate}.`];
}
