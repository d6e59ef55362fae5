import type { MidRate } from '../currencies/currency.ts';
import { formatShortAmount } from '../money/format.ts';
import type { FixingSide } from '../rates/draft.ts';
import type { ReservationTerms } from '../terms/terms.ts';
import {
  type Bought,
  type BuyBack,
  formatBuyBack,
  formatHandedOverBuyBack,
  formatReservedBuyBack,
} from './buy-back.ts';
import { formatDuration } from './deadlines.ts';
import { notesAt } from './note-amounts.ts';

/**
 * Terms and mid rate fixed with the reservation, whatever changes later. `smallest_note`: of the currency, in whole units. Left
 * out: older than this field.
 */
export type Promised = Pick<ReservationTerms, 'hold_hours' | 'takes_better_rate' | 'buy_back'> & {
  readonly smallest_note?: number;
  readonly mid_rate?: MidRate;
};

export function promisedOf(
  terms: ReservationTerms,
  currency: string,
  midRate: MidRate | null = null,
): Promised {
  const { hold_hours, takes_better_rate, buy_back } = terms;
  const [smallest] = notesAt(terms, currency);
  return {
    hold_hours,
    takes_better_rate,
    buy_back,
    ...(smallest !== undefined && { smallest_note: smallest }),
    ...(midRate && { mid_rate: { rate: midRate.rate, at: midRate.at } }),
  };
}

/** French sentences, one a rule, in the traveller's order of importance. */
export function formatPromise(terms: ReservationTerms, base: string, side: FixingSide): string[] {
  const back = takenBack(terms, side);
  return [
    ...formatKept(terms, side),
    formatAnswerTime(terms, base),
    ...(back ? [formatBuyBack(back, chargesFee(terms))] : []),
  ];
}

/** Promise of a reservation. `at`: the hand-over; null: still to come. */
export function formatPromised(
  promised: Promised,
  side: FixingSide,
  { at, ...handedOver }: Omit<Bought, 'at' | 'smallestNote'> & { at: string | null },
): string[] {
  const back = takenBack(promised, side);
  const notes = { ...handedOver, smallestNote: promised.smallest_note };
  const mayChange = promised.takes_better_rate;
  // the rate and the amount were kept by then
  if (at !== null) return back ? formatHandedOverBuyBack(back, { ...notes, at }) : [];
  return [...formatKept(promised, side), ...(back ? formatReservedBuyBack(back, notes, mayChange) : [])];
}

function chargesFee({ modes }: ReservationTerms): boolean {
  return Object.values(modes).some(({ is_offered, fee }) => is_offered && fee > 0);
}

function takenBack({ buy_back }: Promised, side: FixingSide): BuyBack | null {
  return side === 'sale' ? buy_back : null;
}

function formatKept(promised: Promised, side: FixingSide): string[] {
  return [
    `Assurance taux\u00a0: si le marché tourne contre vous, votre taux reste le même pendant ${formatDuration(promised.hold_hours * 60)}.`,
    promised.takes_better_rate
      ? `S’il tourne en votre faveur, le taux du jour de ce bureau s’applique au guichet\u00a0: ${side === 'sale' ? 'vous payez moins pour les mêmes billets' : 'vous recevez davantage pour les mêmes billets'}.`
      : 'S’il tourne en votre faveur, c’est le taux réservé qui s’applique.',
    'Dès votre demande, le montant est mis de côté et vous est réservé.',
  ];
}

function formatAnswerTime({ answer_minutes, accepts_up_to }: ReservationTerms, base: string): string {
  const answer = `le bureau répond en ${formatDuration(answer_minutes)} d’ouverture au plus, sinon la demande s’annule d’elle-même`;
  if (accepts_up_to === null || accepts_up_to === 0) return `${answer.replace('le', 'Le')}.`;
  const upTo = formatShortAmount(base, Math.round(accepts_up_to * 100));
  return `Jusqu’à ${upTo}, la réservation est acceptée tout de suite\u00a0; au-delà, ${answer}.`;
}
