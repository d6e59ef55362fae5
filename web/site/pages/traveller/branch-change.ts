import { decimalOf } from '#domain/money/decimal.ts';
import { formatAmount, formatShortAmount } from '#domain/money/format.ts';
import type { Booking } from '#domain/reservations/booking.ts';
import { brought, handedOver, type Price, priceOf } from '#domain/reservations/price.ts';
import { priceAt } from './amounts.ts';
import { type Draft, findBranch, type RequestedExchange } from './draft.ts';
import { formatMode, sidesOf } from './format.ts';

/**
 * Reason why the chosen branch is not the compared one, with the difference; null: same branch, or a free
 * choice.
 */
export function describeBranchChange(
  booking: Booking,
  exchange: RequestedExchange,
  draft: Pick<Draft, 'branch'>,
): string | null {
  const { branch, side, target, cents: amount } = exchange;
  if (branch === null) return null;
  const compared = findBranch(booking, { branch });
  if (compared && (compared.rate !== null || draft.branch === branch)) return null;
  const why = compared
    ? `${compared.name} n’a pas de taux à réserver en ce moment.`
    : booking.elsewhere
      ? `${booking.elsewhere.name} ne prend pas de réservation.`
      : 'Le guichet que vous avez comparé n’est plus proposé.';
  const bookingBranch = findBranch(booking, draft);
  const here = bookingBranch && priceAt(booking, bookingBranch, exchange, exchange);
  if (!here) return why;
  const rate = booking.elsewhere?.rate ?? null;
  // comparisons count no fee
  const there = rate === null ? null : priceOf({ side, target, amount, rate: decimalOf(rate), fee: 0 });
  return `${why} Ci-dessous, ${bookingBranch.name || formatMode(bookingBranch.mode)}\u00a0: ${formatChange(booking.base, exchange, here, there)}.`;
}

function formatChange(
  base: string,
  { side, currency, target }: RequestedExchange,
  here: Price,
  there: Price | null,
): string {
  const { broughtCurrency, receivedCurrency } = sidesOf(side, base, currency);
  const formatOffer = (price: Price) =>
    target === 'offer'
      ? formatAmount(receivedCurrency, handedOver(side, price))
      : formatAmount(broughtCurrency, brought(side, price));
  const isSame = there !== null && formatOffer(there) === formatOffer(here);
  const instead =
    there === null ? '' : isSame ? ', comme au guichet comparé' : ` au lieu de ${formatOffer(there)}`;
  // fee in the base, added to the amount brought at a sale, deducted from the amount received at a purchase
  const isCounted = (side === 'sale') === (target === 'wish');
  const fee =
    here.fee > 0
      ? `, frais de ${formatShortAmount(base, here.fee)} ${isCounted ? 'compris' : 'en plus'}`
      : '';
  return `vous y ${target === 'offer' ? 'recevez' : 'donnez'} ${formatOffer(here)}${instead}${fee}`;
}
