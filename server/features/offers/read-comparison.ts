import { type Cents, centsOf } from '#domain/money/cents.ts';
import { formatShortAmount } from '#domain/money/format.ts';
import { MAX_WORTH, mostComparable } from '#domain/offers/limit.ts';
import type { OffersRequest } from '#domain/offers/offer.ts';
import type { BookCurrency, RateBook } from '../../book/rate-book.ts';
import { nameOfField } from '../../http/field-names.ts';
import { HttpError } from '../../http/http-error.ts';

/** `amount`: of the target side; `currency`: the one beside the base. */
export type ComparisonRequest = {
  readonly target: 'offer' | 'wish';
  readonly amount: Cents;
  readonly offerIsBase: boolean;
  readonly base: BookCurrency;
  readonly currency: BookCurrency;
};

export function readComparison(
  { offer, wish, target = 'offer' }: OffersRequest,
  book: RateBook,
): ComparisonRequest {
  const offeredCurrency = knownCurrency(book, offer.currency);
  const wished = knownCurrency(book, wish.currency);
  const { base } = book;
  if (!base || (offeredCurrency === base && wished === base)) {
    throw new HttpError(
      400,
      'two_base_currencies',
      `Les deux devises ne peuvent pas être ${offer.currency} : changez-en une.`,
    );
  }
  if (offeredCurrency !== base && wished !== base) {
    throw new HttpError(400, 'no_base_currency', `L’une des deux devises doit être ${base.code}.`);
  }
  const offerIsBase = offeredCurrency === base;
  const currency = offerIsBase ? wished : offeredCurrency;
  const isOfBase = offerIsBase === (target === 'offer');
  const most = isOfBase ? MAX_WORTH : mostComparable(currency.rate);
  const amount = readAmount({ offer, wish }[target], target);
  if (amount > most) {
    const limitText = formatShortAmount((isOfBase ? base : currency).code, most);
    const worth = isOfBase ? '' : `, la valeur de ${formatShortAmount(base.code, MAX_WORTH)}`;
    throw new HttpError(400, 'invalid_amount', `Le montant doit être d’au plus ${limitText}${worth}.`);
  }
  return { target, amount, offerIsBase, base, currency };
}

function readAmount({ amount }: OffersRequest['offer'], target: string): Cents {
  if (amount === undefined) {
    throw new HttpError(400, 'invalid_body', `Le champ « ${nameOfField([target, 'amount'])} » manque.`);
  }
  if (amount <= 0) throw new HttpError(400, 'invalid_amount', 'Le montant doit être supérieur à 0.');
  const cents = centsOf(amount);
  if (cents === null) {
    throw new HttpError(400, 'invalid_amount', 'Le montant doit compter au plus 2 décimales et 15 chiffres.');
  }
  return cents;
}

function knownCurrency(book: RateBook, code: string): BookCurrency {
  const currency = book.currency(code);
  if (!currency) throw new HttpError(400, 'unknown_currency', `La devise ${code} n’est pas connue.`);
  return currency;
}
