import { HttpError } from '../../http/http-error.ts';

export function noSuchReservation(): HttpError {
  return new HttpError(404, 'not_found', 'Cette réservation n’existe pas.');
}

/** Refusal without a figure, because asking for too much would reveal the stock. */
export function outOfStock(code: string): HttpError {
  return new HttpError(
    409,
    'out_of_stock',
    `Pour ce jour-là, ce guichet n’a pas assez de ${code} : choisissez un autre montant, un autre jour ou une autre agence.`,
  );
}
