import { type Cents, centsOf } from '#domain/money/cents.ts';
import { decimalOf } from '#domain/money/decimal.ts';
import type { Booking, BookingBranch } from '#domain/reservations/booking.ts';
import { amountInNotes, findNeighbours, priceOfNotes } from '#domain/reservations/note-amounts.ts';
import { brought, handedOver, type Price, type PriceRequest, priceOf } from '#domain/reservations/price.ts';
import { type Draft, type RequestedExchange, requestedNotes } from './draft.ts';
import { formatInNotes, sidesOf } from './format.ts';
import { modeTermsOf } from './pickup.ts';

/** Price of the typed amount to the hundredth; null: no rate to reserve, or nothing left after fees. */
export function priceAt(
  booking: Booking,
  branch: BookingBranch,
  exchange: RequestedExchange,
  { cents }: Pick<Draft, 'cents'>,
): Price | null {
  const asked = askedAt(booking, branch, exchange, cents);
  return asked && priceOf(asked);
}

type Wished = Pick<Draft, 'cents' | 'amount' | 'notes' | 'denominations'>;

/** Exchanges next to the typed amount that the bureau's notes, or the chosen ones of them, make there. */
export function pricesInNotes(
  booking: Booking,
  branch: BookingBranch,
  exchange: RequestedExchange,
  draft: Wished,
): readonly Price[] {
  const asked = askedAt(booking, branch, exchange, draft.cents);
  const [smallest] = booking.notes;
  if (!asked || smallest === undefined) return [];
  const { below, above } = findNeighbours(asked, smallest, chosenNotes(exchange, draft));
  const isExact =
    below && above && amountInNotes(exchange.side, below) === amountInNotes(exchange.side, above);
  return [below, isExact ? null : above].filter((price) => price !== null);
}

/** Chosen exchange, else the first that can be had. null: none, or the chosen notes leave several to choose from. */
export function chosenPrice(
  prices: readonly Price[],
  exchange: RequestedExchange,
  draft: Wished,
  isTaken: (price: Price) => boolean = () => true,
): Price | null {
  const chosen = prices.find((price) => amountInNotes(exchange.side, price) === draft.amount);
  if (chosen && isTaken(chosen)) return chosen;
  // chosen notes that do not make the amount lead to another one by a press alone
  const isOther = ([only]: readonly Price[]) => only && amountsOf(exchange, only).cents > draft.cents;
  if (chosenNotes(exchange, draft).length > 0 && (prices.length > 1 || isOther(prices))) return null;
  return prices.find(isTaken) ?? null;
}

export function amountsOf(
  { side, target }: RequestedExchange,
  price: Price,
): Pick<Draft, 'cents' | 'amount'> {
  const cents = target === 'offer' ? price.offered : price.received;
  return { cents, amount: amountInNotes(side, price) };
}

/** Largest exchange in notes for which a branch hands over no more than an amount. */
export function largestPrice(
  booking: Booking,
  branch: BookingBranch,
  exchange: RequestedExchange,
  most: Cents,
): Price | null {
  const { side } = exchange;
  const asked = askedAt(booking, branch, { ...exchange, target: 'wish' }, most);
  const [smallest] = booking.notes;
  if (!asked || smallest === undefined || most === 0) return null;
  const amount = side === 'sale' ? most : most + asked.fee;
  const { below } = findNeighbours({ ...asked, amount }, smallest);
  if (!below) return null;
  if (handedOver(side, below) <= most) return below;
  // euros of a purchase are rounded, so that the next smaller amount is the one that fits
  return priceOfNotes(asked, amountInNotes(side, below) - smallest * 100);
}

/** “$ 564 pour € 499,78”. */
export function formatExchange(base: string, { side, currency }: RequestedExchange, price: Price): string {
  const { broughtCurrency, receivedCurrency } = sidesOf(side, base, currency);
  const format = (code: string, cents: Cents) => formatInNotes(base, code, cents);
  return `${format(receivedCurrency, handedOver(side, price))} pour ${format(broughtCurrency, brought(side, price))}`;
}

function askedAt(
  booking: Booking,
  branch: BookingBranch,
  { side, target }: RequestedExchange,
  amount: Cents,
): PriceRequest | null {
  if (branch.rate === null) return null;
  const fee = centsOf(modeTermsOf(booking, branch).fee) ?? 0;
  return { side, target, amount, rate: decimalOf(branch.rate), fee };
}

function chosenNotes({ side }: RequestedExchange, draft: Wished): readonly number[] {
  // euros are paid to the cent, whatever notes they come in
  return side === 'sale' ? requestedNotes(draft).denominations : [];
}
