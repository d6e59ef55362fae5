import { dayAfter, dayAt } from '../branches/open-state.ts';
import type { Cents } from '../money/cents.ts';
import { formatShortAmount } from '../money/format.ts';
import { sayDateOf } from './say-moment.ts';
import type { ReservationTerms } from './terms.ts';

export type BuyBack = NonNullable<ReservationTerms['buy_back']>;

/** Notes of a currency that are, or will be, handed over: when, by the calendar of their counter. */
export type Bought = {
  readonly currency: string;
  readonly amount: Cents;
  readonly at: string | number;
  readonly timeZone: string;
};

/** “€ 50, jusqu’au samedi 5 décembre 2026”: how much of these notes is taken back, and until which day, that one included. */
export function sayCovered(buyBack: BuyBack, { at, timeZone, ...bought }: Bought): string {
  return `${sayMost(buyBack, bought)}, ${sayLastDay(buyBack, { at, timeZone })}`;
}

/** What a bureau promises to whoever reserves: it is not known yet how much, nor when. */
export function sayBuyBack(buyBack: BuyBack): string {
  const part = buyBack.share === 100 ? 'tous vos billets' : `jusqu’à ${sayShare(buyBack)}`;
  return `${NAME} le bureau reprend ${part} ${sayDays(buyBack)}, ${sayTerms(buyBack)}.`;
}

/** The same of what is reserved. */
export function sayReservedBack(buyBack: BuyBack, bought: Pick<Bought, 'currency' | 'amount'>): string {
  return `${NAME} le bureau reprend jusqu’à ${sayMost(buyBack, bought)} (${sayShare(buyBack)}) ${sayDays(buyBack)}, ${sayTerms(buyBack)}.`;
}

/** Once it is handed over; and by what it is known when the reservation is not any more (docs/decisions/0576). */
export function sayHandedBack(buyBack: BuyBack, bought: Bought): string[] {
  return [
    `${NAME} ${sayLastDay(buyBack, bought)} compris, le bureau reprend jusqu’à ${sayMost(buyBack, bought)} (${sayShare(buyBack)}), ${sayTerms(buyBack)}.`,
    'Gardez le bordereau\u00a0: sans compte que vous choisissez de garder, Parité efface votre réservation au bout de 30\u00a0jours.',
  ];
}

const NAME = 'Garantie de reprise\u00a0:';

/** No more than the share, to the hundredth. */
function sayMost({ share }: BuyBack, { currency, amount }: Pick<Bought, 'currency' | 'amount'>): string {
  return formatShortAmount(currency, Math.floor((amount * share) / 100));
}

function sayShare({ share }: BuyBack): string {
  return share === 100 ? 'tous vos billets' : `${share}\u00a0% de vos billets`;
}

function sayDays({ days }: BuyBack): string {
  return days === 1
    ? 'le lendemain de la remise au plus tard'
    : `dans les ${days}\u00a0jours qui suivent la remise`;
}

function sayLastDay({ days }: BuyBack, { at, timeZone }: Pick<Bought, 'at' | 'timeZone'>): string {
  return `jusqu’au ${sayDateOf(dayAfter(dayAt(new Date(at).getTime(), timeZone), days))}`;
}

function sayTerms({ percent_off }: BuyBack): string {
  const off = percent_off === 0 ? '' : ` moins ${String(percent_off).replace('.', ',')}\u00a0%`;
  return `au taux de la réservation${off}, sur présentation du bordereau`;
}
