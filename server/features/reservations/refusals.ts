import { pluralOf } from '#domain/currencies/plural.ts';
import { HttpError } from '../../http/http-error.ts';

export function noSuchReservation(): HttpError {
  return new HttpError(404, 'not_found', 'Cette réservation n’existe pas.');
}

const names = new Intl.DisplayNames('fr', { type: 'currency' });

/** “de dollars des États-Unis”, “d’euros”. */
function formatOf(code: string): string {
  const name = pluralOf(names.of(code) ?? code);
  return /^[aeiouhéèêîôâ]/i.test(name) ? `d’${name}` : `de ${name}`;
}

export const OUT_OF_STOCK = 'out_of_stock';

/** Refusal without a figure, because asking for too much would reveal the stock. */
export function outOfStock(code: string): HttpError {
  return new HttpError(
    409,
    OUT_OF_STOCK,
    `Pour ce jour-là, ce guichet n’a pas assez ${formatOf(code)} : choisissez un autre montant, un autre jour ou une autre agence.`,
  );
}

// the notes may have gone since the branch was offered
export function outOfStockThere(code: string): HttpError {
  return new HttpError(
    409,
    OUT_OF_STOCK,
    `Cette agence n’a plus assez ${formatOf(code)}\u00a0: choisissez-en une autre, ou une autre heure. Votre réservation reste en place.`,
  );
}
