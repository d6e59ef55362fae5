import { dayAfter, dayAt } from '../branches/open-state.ts';
import { type Cents, divideLess } from '../money/cents.ts';
import { type Decimal, decimalOf } from '../money/decimal.ts';
import { formatAmount, formatShortAmount } from '../money/format.ts';
import type { ReservationTerms } from '../terms/terms.ts';
import { formatDateOf } from './format-moment.ts';

export type BuyBack = NonNullable<ReservationTerms['buy_back']>;

/**
 * Notes handed over or to be handed over, and what they are paid with. `at`: the day in the branch's calendar; `smallestNote`:
 * in whole units, left out where it is not known.
 */
export type Bought = {
  readonly base: string;
  readonly rate: Decimal;
  readonly fee: Cents;
  readonly currency: string;
  readonly amount: Cents;
  readonly smallestNote?: number | undefined;
  readonly at: string | number;
  readonly timeZone: string;
};

/** “$ 50 au plus, jusqu’au samedi 5 décembre 2026. $ 50 rendus : …”, that day included. null: the share is less than a note. */
export function formatCovered(buyBack: BuyBack, bought: Bought): string | null {
  const most = formatMost(buyBack, bought);
  return most && `${most} au plus, ${formatLastDay(buyBack, bought)}. ${formatReturned(buyBack, bought)}`;
}

/** Promise before a reservation, without amount and day. */
export function formatBuyBack(buyBack: BuyBack, chargesFee: boolean): string {
  const part = buyBack.share === 100 ? 'tous vos billets' : `jusqu’à ${formatShare(buyBack)}`;
  const price =
    buyBack.percent_off === 0
      ? 'au prix auquel vous les avez payés'
      : `pour ${formatPercentOff(buyBack)} de moins que vous ne les avez payés`;
  return `${NAME} le bureau reprend ${part} ${formatDays(buyBack)}, ${PAPER}, ${price}${chargesFee ? WITHOUT_FEE : ''}.`;
}

export function formatReservedBuyBack(
  buyBack: BuyBack,
  bought: Omit<Bought, 'at' | 'timeZone'>,
  mayChange: boolean,
): string[] {
  const most = formatMost(buyBack, bought);
  if (most === null) return [];
  return [
    `${NAME} le bureau reprend jusqu’à ${most} (${formatShare(buyBack)}) ${formatDays(buyBack)}, ${PAPER}. ${mayChange ? 'Au taux réservé, ' : ''}${formatReturned(buyBack, bought)}`,
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
    `${NAME} ${formatLastDay(buyBack, bought)} compris, le bureau reprend ${most} au plus (${formatShare(buyBack)}), ${PAPER}. ${formatReturned(buyBack, bought)}`,
    'Gardez le bordereau. Parité efface votre réservation au bout de 30\u00a0jours, sauf si vous gardez votre compte.',
  ];
}

const NAME = 'Garantie de reprise\u00a0:';
const PAPER = 'sur présentation du bordereau';
const WITHOUT_FEE = ', frais non compris';

type Notes = Pick<Bought, 'currency' | 'amount' | 'smallestNote'>;

/** Rounded down to the smallest note, or to the hundredth where that is not known. */
export function mostOf({ share }: BuyBack, { amount, smallestNote }: Notes): Cents {
  const unit = smallestNote === undefined ? 1 : smallestNote * 100;
  return Math.floor((amount * share) / 100 / unit) * unit;
}

function formatMost(buyBack: BuyBack, notes: Notes): string | null {
  const most = mostOf(buyBack, notes);
  return most > 0 ? formatShortAmount(notes.currency, most) : null;
}

export function returnedBase(
  { percent_off }: Pick<BuyBack, 'percent_off'>,
  amount: Cents,
  rate: Decimal,
): Cents {
  return divideLess(amount, rate, decimalOf(percent_off));
}

function formatReturned(buyBack: BuyBack, bought: Omit<Bought, 'at' | 'timeZone'>): string {
  const { currency, base, rate, fee } = bought;
  const most = mostOf(buyBack, bought);
  const loss =
    buyBack.percent_off === 0
      ? 'ce que vous les avez payés'
      : `soit ${formatPercentOff(buyBack)} de moins que vous ne les avez payés`;
  return `${formatShortAmount(currency, most)} rendus\u00a0: ${formatAmount(base, returnedBase(buyBack, most, rate))}, ${loss}${fee > 0 ? WITHOUT_FEE : ''}.`;
}

function formatShare({ share }: BuyBack): string {
  return share === 100 ? 'tous vos billets' : `${share}\u00a0% de vos billets`;
}

function formatDays({ days }: BuyBack): string {
  return days === 1
    ? 'le lendemain de la remise au plus tard'
    : `dans les ${days}\u00a0jours qui suivent la remise`;
}

export function lastDayOf({ days }: BuyBack, { at, timeZone }: Pick<Bought, 'at' | 'timeZone'>): string {
  return dayAfter(dayAt(new Date(at).getTime(), timeZone), days);
}

function formatLastDay(buyBack: BuyBack, bought: Pick<Bought, 'at' | 'timeZone'>): string {
  return `jusqu’au ${formatDateOf(lastDayOf(buyBack, bought))}`;
}

export function formatPercentOff({ percent_off }: Pick<BuyBack, 'percent_off'>): string {
  return `${String(percent_off).replace('.', ',')}\u00a0%`;
}
