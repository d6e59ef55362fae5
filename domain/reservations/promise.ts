import type { FixingSide } from '../fixings/draft.ts';
import { formatShortAmount } from '../money/format.ts';
import { sayMinutes } from './deadlines.ts';
import type { ReservationTerms } from './terms.ts';

/** What of a bureau's terms goes with a reservation from the request on, whatever it changes of them afterwards. */
export type Promised = Pick<ReservationTerms, 'hold_hours' | 'takes_better_rate' | 'buy_back'>;

export function promisedOf({ hold_hours, takes_better_rate, buy_back }: ReservationTerms): Promised {
  return { hold_hours, takes_better_rate, buy_back };
}

/** What the bureau promises, in sentences: one a rule, in the order in which they matter to a traveller. */
export function sayPromise(terms: ReservationTerms, base: string, side: FixingSide): string[] {
  const [insured, ifBetter, ...back] = sayPromised(terms, side);
  return [
    ...[insured, ifBetter].filter((sentence) => sentence !== undefined),
    'Le montant est mis de côté pour vous dès votre demande.',
    sayAnswer(terms, base),
    ...back,
  ];
}

/** What goes with the reservation: the market moves one way, or the other; then what is taken back. */
export function sayPromised(promised: Promised, side: FixingSide): string[] {
  return [
    `Assurance taux\u00a0: si le marché tourne contre vous, votre taux reste le même pendant ${sayMinutes(promised.hold_hours * 60)}.`,
    promised.takes_better_rate
      ? `S’il tourne en votre faveur, le taux du jour de ce bureau s’applique au guichet\u00a0: ${side === 'sale' ? 'vous payez moins pour les mêmes billets' : 'vous recevez davantage pour les mêmes billets'}.`
      : 'S’il tourne en votre faveur, c’est le taux réservé qui s’applique.',
    // what is sold back is not taken back once more
    ...(side === 'sale' ? sayBuyBack(promised) : []),
  ];
}

function sayAnswer({ answer_minutes, accepts_up_to }: ReservationTerms, base: string): string {
  const answer = `le bureau répond en ${sayMinutes(answer_minutes)} d’ouverture au plus, sinon la demande s’annule d’elle-même`;
  if (accepts_up_to === null || accepts_up_to === 0) return `${answer.replace('le', 'Le')}.`;
  const upTo = formatShortAmount(base, Math.round(accepts_up_to * 100));
  return `Jusqu’à ${upTo}, la réservation est acceptée tout de suite\u00a0; au-delà, ${answer}.`;
}

function sayBuyBack({ buy_back }: Promised): string[] {
  if (!buy_back) return [];
  const { share, days, percent_off } = buy_back;
  const part = share === 100 ? 'tous vos billets' : `jusqu’à ${share}\u00a0% de vos billets`;
  const rate =
    percent_off === 0
      ? 'au taux de la réservation'
      : `au taux de la réservation moins ${String(percent_off).replace('.', ',')}\u00a0%`;
  return [`Garantie de reprise\u00a0: le bureau reprend ${part} dans les ${days}\u00a0jours, ${rate}.`];
}
