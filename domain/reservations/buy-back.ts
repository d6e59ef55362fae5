import { dayAfter, dayAt } from '../branches/open-state.ts';
import type { Cents } from '../money/cents.ts';
import { formatShortAmount } from '../money/format.ts';
import type { ReservationTerms } from '../terms/terms.ts';
import { formatDateOf } from './format-moment.ts';

export type BuyBack = NonNullable<ReservationTerms['buy_back']>;

/** Notes handed over or to be handed over. `at`: the day in the branch's calendar. */
export type Bought = {
  readonly currency: string;
  readonly amount: Cents;
  readonly at: string | number;
  readonly timeZone: string;
};

/** “€ 50, jusqu’au samedi 5 décembre 2026”, that day included. */
export function formatCovered(buyBack: BuyBack, { at, timeZone, ...bought }: Bought): string {
  return `${formatMost(buyBack, bought)}, ${formatLastDay(buyBack, { at, timeZone })}`;
}

/** Promise before a reservation, without amount and day. */
export function formatBuyBack(buyBack: BuyBack): string {
  const part = buyBack.share === 100 ? 'tous vos billets' : `jusqu’à ${formatShare(buyBack)}`;
  return `${NAME} le bureau reprend ${part} ${formatDays(buyBack)}, ${formatTerms(buyBack)}.`;
}

export function formatReservedBuyBack(buyBack: BuyBack, bought: Pick<Bought, 'currency' | 'amount'>): string {
  return `${NAME} le bureau reprend jusqu’à ${formatMost(buyBack, bought)} (${formatShare(buyBack)}) ${formatDays(buyBack)}, ${formatTerms(buyBack)}.`;
}

/**
 * Promise after the hand-over, with the paper that proves it once the record is erased
 * (decision 057).
 */
export function formatHandedOverBuyBack(buyBack: BuyBack, bought: Bought): string[] {
  return [
    `${NAME} ${formatLastDay(buyBack, bought)} compris, le bureau reprend jusqu’à ${formatMost(buyBack, bought)} (${formatShare(buyBack)}), ${formatTerms(buyBack)}.`,
    'Gardez le bordereau\u00a0: sans compte que vous choisissez de garder, Parité efface votre réservation au bout de 30\u00a0jours.',
  ];
}

const NAME = 'Garantie de reprise\u00a0:';

/** Rounded down to the hundredth. */
function formatMost({ share }: BuyBack, { currency, amount }: Pick<Bought, 'currency' | 'amount'>): string {
  return formatShortAmount(currency, Math.floor((amount * share) / 100));
}

function formatShare({ share }: BuyBack): string {
  return share === 100 ? 'tous vos billets' : `${share}\u00a0% de vos billets`;
}

function formatDays({ days }: BuyBack): string {
  return days === 1
    ? 'le lendemain de la remise au plus tard'
    : `dans les ${days}\u00a0jours qui suivent la remise`;
}

function formatLastDay({ days }: BuyBack, { at, timeZone }: Pick<Bought, 'at' | 'timeZone'>): string {
  return `jusqu’au ${formatDateOf(dayAfter(dayAt(new Date(at).getTime(), timeZone), days))}`;
}

function formatTerms({ percent_off }: BuyBack): string {
  const off = percent_off === 0 ? '' : ` moins ${String(percent_off).replace('.', ',')}\u00a0%`;
  return `au taux de la réservation${off}, sur présentation du bordereau`;
}
