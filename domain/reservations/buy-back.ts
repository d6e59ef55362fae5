import { dayAfter, dayAt } from '../branches/open-state.ts';
import type { Cents } from '../money/cents.ts';
import { formatShortAmount } from '../money/format.ts';
import type { ReservationTerms } from '../terms/terms.ts';
import { formatDateOf } from './format-moment.ts';

export type BuyBack = NonNullable<ReservationTerms['buy_back']>;

/**
 * Notes handed over or to be handed over. `at`: the day in the branch's calendar; `smallestNote`: in whole units, left out
 * where it is not known.
 */
export type Bought = {
  readonly currency: string;
  readonly amount: Cents;
  readonly smallestNote?: number | undefined;
  readonly at: string | number;
  readonly timeZone: string;
};

/** “€ 50, jusqu’au samedi 5 décembre 2026”, that day included. null: the share is less than a note. */
export function formatCovered(buyBack: BuyBack, { at, timeZone, ...bought }: Bought): string | null {
  const most = formatMost(buyBack, bought);
  return most && `${most}, ${formatLastDay(buyBack, { at, timeZone })}`;
}

/** Promise before a reservation, without amount and day. */
export function formatBuyBack(buyBack: BuyBack): string {
  const part = buyBack.share === 100 ? 'tous vos billets' : `jusqu’à ${formatShare(buyBack)}`;
  return `${NAME} le bureau reprend ${part} ${formatDays(buyBack)}, ${formatTerms(buyBack)}.`;
}

export function formatReservedBuyBack(buyBack: BuyBack, bought: Notes): string[] {
  const most = formatMost(buyBack, bought);
  if (most === null) return [];
  return [
    `${NAME} le bureau reprend jusqu’à ${most} (${formatShare(buyBack)}) ${formatDays(buyBack)}, ${formatTerms(buyBack)}.`,
  ];
}

/**
 * Promise after the hand-over, with the paper that proves it once the record is erased
 * (decision 057). Empty: the share is less than a note.
 */
export function formatHandedOverBuyBack(buyBack: BuyBack, bought: Bought): string[] {
  const most = formatMost(buyBack, bought);
  if (most === null) return [];
  return [
    `${NAME} ${formatLastDay(buyBack, bought)} compris, le bureau reprend jusqu’à ${most} (${formatShare(buyBack)}), ${formatTerms(buyBack)}.`,
    'Gardez le bordereau\u00a0: sans compte que vous choisissez de garder, Parité efface votre réservation au bout de 30\u00a0jours.',
  ];
}

const NAME = 'Garantie de reprise\u00a0:';

type Notes = Pick<Bought, 'currency' | 'amount' | 'smallestNote'>;

/** Rounded down to the smallest note, or to the hundredth where that is not known. null: nothing. */
function formatMost({ share }: BuyBack, { currency, amount, smallestNote }: Notes): string | null {
  const unit = smallestNote === undefined ? 1 : smallestNote * 100;
  const most = Math.floor((amount * share) / 100 / unit) * unit;
  return most > 0 ? formatShortAmount(currency, most) : null;
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
