import { issuedNotes } from '../currencies/issued-notes.ts';
import { nearestMakeable } from '../currencies/make-amount.ts';
import type { Cents } from '../money/cents.ts';
import type { FixingSide } from '../rates/draft.ts';
import type { ReservationTerms } from '../terms/terms.ts';
import { type Price, type PriceRequest, priceOf } from './price.ts';

/** Notes of a currency at a company in whole units, its own list before the issued one. Empty: unknown. */
export function notesAt(
  { denominations = [] }: Pick<ReservationTerms, 'denominations'>,
  currency: string,
): readonly number[] {
  const own = denominations.find((of) => of.currency === currency);
  return own ? own.values.toSorted((a, b) => a - b) : issuedNotes(currency);
}

/** Amount of the foreign currency, which changes hands in notes (contract 2). */
export function amountInNotes(side: FixingSide, { offered, received }: Price): Cents {
  return side === 'sale' ? received : offered;
}

/** Exchange of an amount in notes: the base is rounded to the cent, as in a comparison. null: nothing to hand over. */
export function priceOfNotes(
  { side, rate, fee }: Pick<PriceRequest, 'side' | 'rate' | 'fee'>,
  amount: Cents,
): Price | null {
  return priceOf({ side, target: side === 'sale' ? 'wish' : 'offer', amount, rate, fee });
}

/**
 * Exchanges next to a requested one whose notes the company has, one and the same where it is in notes itself. null: none
 * there.
 */
export type Neighbours = { readonly below: Price | null; readonly above: Price | null };

/**
 * `smallest`: note of which a reservation is a whole number (contract 2). `chosen`: notes of the traveller's choice, which
 * must make the amount. Empty: any.
 */
export function findNeighbours(
  requested: PriceRequest,
  smallest: number,
  chosen: readonly number[] = [],
): Neighbours {
  const price = priceOf(requested);
  const amount = price ? amountInNotes(requested.side, price) / 100 : 0.01;
  const { below, above } = nearestMakeable(amount, chosen.length > 0 ? chosen : [smallest], smallest);
  const priced = (units: number | null) => (units === null ? null : priceOfNotes(requested, units * 100));
  return { below: priced(below), above: priced(above) };
}
